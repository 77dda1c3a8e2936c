"""Concentration: damage between a declaration and its effect may cost the spell.  [FF-CONC-01 to FF-CONC-05]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import check
from engine.systems.fantasia.rules.statuses.events import AbilityInterrupted, ConcentrationTested
from engine.systems.fantasia.state import FantasiaState

FIRST, FURTHER = 7, 2
"""Difficulty of the first check, and the increase for each further one of the same spell.  [FF-CONC-02, FF-CONC-03]"""


def disturb(table: Table[FantasiaState], who: str) -> None:
    """Damage to a combatant: with something about to launch it must keep concentration.  [FF-CONC-01, FF-INT-14]

    If it can no longer act, the launch is lost without a check.
    """
    activation = lookup.fighter(table.state, who).activation
    if activation is None:
        return
    if not lookup.able(table.state.fight.combatants[who]):
        interrupt(table, who, reason="unable")
        return
    difficulty = totals.of_word("concentration", FIRST, "FF-CONC-02")
    if activation.checks:
        more = totals.of_word("further_check", FURTHER, "FF-CONC-03", times=activation.checks)
        difficulty = totals.added(difficulty, more)
    rule = "FF-CONC-02" if activation.checks == 0 else "FF-CONC-03"
    made = check(table, who, Attribute.MIND, difficulty, why="concentration", rule=rule)
    tested = ConcentrationTested(combatant=who, total=made.total, difficulty=made.difficulty, passed=made.passed)
    table.emit(tested, rule=rule, to=made.to, because=made.because)
    if not made.passed:
        interrupt(table, who, reason="concentration")


def interrupt(table: Table[FantasiaState], who: str, *, reason: str) -> None:
    """The prepared launch is lost, and its magic points are not spent.  [FF-CONC-04, FF-CONC-05]"""
    activation = lookup.fighter(table.state, who).activation
    if activation is not None:
        table.emit(AbilityInterrupted(combatant=who, ability=activation.ability, reason=reason), rule="FF-CONC-04")
