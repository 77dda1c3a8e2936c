"""Out of sight: a hider is nobody's target beyond that one's awareness.  [DD-TERR-03, DD-GAP-15]"""

from __future__ import annotations

from engine.kernel.events import ConditionGained, ConditionLost
from engine.kernel.system import Table
from engine.systems.dozen_die.content.kinds import Grade
from engine.systems.dozen_die.rules import board, look
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

HIDDEN = "hidden"
"""The condition of a hider, until he moves, attacks or reacts. He stays on the board for all to see."""

RULE = "DD-TERR-03"


def shadow(state: DD, who: str) -> Grade | None:
    """How hard it is to hide where he stands: the hardest of his squares; None where one of them has no shadow."""
    land, where = board.land(state), board.stand(state, who)
    if where is None or where.height > land.floor(where):
        return None
    found = [terrain.shadow_class if terrain else None for terrain in map(land.terrain, where.cells())]
    grades = [grade for grade in found if grade is not None]
    return max(grades, key=lambda grade: grade.rank) if len(grades) == len(found) else None


def noticed(state: DD, viewer: str, who: str) -> bool:
    """Whether `viewer` may make `who` a target, or react to him."""
    if not state.fight.combatants[who].has(HIDDEN):
        return True
    apart = board.apart(state, viewer, who)
    return apart is not None and apart <= look.figure(state, viewer).aw


def begin(table: Table[Own], who: str) -> None:
    """He is hidden from now on."""
    gained = ConditionGained(
        combatant=who, condition=HIDDEN, kind=HIDDEN, source=None, amount=None, left=None, until="seen"
    )
    table.emit(gained, rule=RULE)


def end(table: Table[Own], who: str) -> None:
    """He moves, attacks or reacts: everybody notices him."""
    if table.state.fight.combatants[who].has(HIDDEN):
        table.emit(ConditionLost(combatant=who, condition=HIDDEN, kind=HIDDEN, reason="seen"), rule=RULE)
