"""Hiding: a hidden figure cannot be targeted beyond the awareness of others.  [DD-TERR-03, DD-GAP-15]"""

from __future__ import annotations

from engine.kit import ConditionGained, ConditionLost, Table
from engine.systems.dozen_die.content.kinds import Grade
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.state import DozenDieState

HIDDEN = "hidden"
"""The condition of a hidden figure, until it moves, attacks or reacts. It stays visible on the board."""

RULE = "DD-TERR-03"


def shadow(state: DozenDieFight, who: str) -> Grade | None:
    """How hard hiding is on its place: the hardest of its squares; None where one of them gives no shadow."""
    land, where = board.land(state), board.stand(state, who)
    if where is None or where.height > land.floor(where):
        return None
    found = [terrain.shadow_class if terrain else None for terrain in map(land.terrain, where.cells())]
    grades = [grade for grade in found if grade is not None]
    return max(grades, key=lambda grade: grade.rank) if len(grades) == len(found) else None


def noticed(state: DozenDieFight, viewer: str, who: str) -> bool:
    """Whether `viewer` may target `who`, or react to it."""
    if not state.fight.combatants[who].has(HIDDEN):
        return True
    apart = board.apart(state, viewer, who)
    return apart is not None and apart <= lookup.figure(state, viewer).aw


def begin(table: Table[DozenDieState], who: str) -> None:
    """The figure is hidden from now on."""
    gained = ConditionGained(
        combatant=who, condition=HIDDEN, kind=HIDDEN, source=None, amount=None, left=None, until="seen"
    )
    table.emit(gained, rule=RULE)


def end(table: Table[DozenDieState], who: str) -> None:
    """The figure moves, attacks or reacts: everybody notices it."""
    if table.state.fight.combatants[who].has(HIDDEN):
        table.emit(ConditionLost(combatant=who, condition=HIDDEN, kind=HIDDEN, reason="seen"), rule=RULE)
