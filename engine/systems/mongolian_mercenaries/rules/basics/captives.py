"""Captives: those who gave themselves up are the party's in the summary.  [MM-MOR-09, MM-END-03]"""

from __future__ import annotations

from engine.kit import RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import CreatureType
from engine.systems.mongolian_mercenaries.rules.basics import leaving, lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.events import CaptivesTaken, SurrenderSpurned
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Ending


def takes(state: MercenariesFight, who: str) -> bool:
    """Whether one may surrender to it: to Humans, and to whoever has Courage.  [RUL-33, MM-MOR-11]"""
    figures = lookup.figures(state, who)
    usual = figures.type is CreatureType.HUMAN or figures.courage is not None
    return usual if figures.takes_captives is None else figures.takes_captives


def refusal(state: MercenariesFight, who: str) -> RuleRefusal | None:
    """Why somebody may not surrender, as far as its seat knows: closed figures say nothing.  [MM-MOVE-14, RUL-33]"""
    others = lookup.active_opponents(state, who)
    if any(lookup.fighter(state, other).figures is None or takes(state, other) for other in others):
        return None
    return RuleRefusal("combatant: no opponent takes captives", rule="RUL-33", field="combatant")


def surrender(table: Table[MercenariesState], who: str) -> bool:
    """It takes no further part. False: nobody there takes captives, and it goes on.  [MM-MOVE-14, MM-MOR-09]

    Enemies that lose courage are always taken.  [RUL-31]
    """
    state = table.state
    of_party = lookup.side_of(state, who) == PARTY
    if of_party and not any(takes(state, active_opponent) for active_opponent in lookup.active_opponents(state, who)):
        table.emit(SurrenderSpurned(combatant=who), rule="RUL-33")
        return False
    leaving.leave(table, who, lookup.CAPTURED, rule="MM-MOVE-14")
    return True


def take(table: Table[MercenariesState], winner: str) -> None:
    """Unless the party is beaten; what is broken off keeps those taken so far.  [RUL-84]"""
    state = table.state
    if winner == ENEMIES or state.own.ending is Ending.BOTH_OUT:
        return
    taken = tuple(
        who
        for who in lookup.members(state, ENEMIES)
        if state.fight.combatants[who].out == lookup.CAPTURED
        and who not in state.own.captives
        and prompts.party_knows(state, who)
    )
    if taken:
        table.emit(CaptivesTaken(combatants=taken), rule="MM-END-03")
