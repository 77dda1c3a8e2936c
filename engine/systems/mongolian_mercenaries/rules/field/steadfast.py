"""Enemies that neither flee nor surrender, whoever plays them: Heroic ones, and those without Courage.

Of the party, allies and pets too, nobody is asked for Courage: their players decide.  [MM-MOR-06, MM-MOR-10]
"""

from __future__ import annotations

from engine.kit import RuleRefusal
from engine.systems.mongolian_mercenaries.content.kinds import Courage
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.sides import ENEMIES


def refusal(state: MercenariesFight, who: str) -> RuleRefusal | None:
    """Why somebody never gives up; None where it may, and where its figures are closed."""
    fighter = lookup.fighter(state, who)
    if lookup.side_of(state, who) != ENEMIES or fighter.figures is None:
        return None
    if fighter.figures.courage is None:
        return RuleRefusal("combatant: without Courage it fights to its death", rule="MM-MOR-10", field="combatant")
    if fighter.figures.courage is Courage.HEROIC:
        return RuleRefusal("combatant: a Heroic one never gives up", rule="MM-MOR-06", field="combatant")
    return None
