"""Jumps: over half the movement they are tested, and who misses lies in the gap.  [DD-JUMP-01 to DD-JUMP-05]"""

from __future__ import annotations

from engine.kernel.system import Table
from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.board.steps import Step
from engine.systems.dozen_die.events import JumpTested
from engine.systems.dozen_die.rules import look
from engine.systems.dozen_die.rules.dice import because, half, of_ability, roll_under
from engine.systems.dozen_die.state import Own

RUN_UP = 3
"""What is added to dexterity in the test of a long jump.  [DD-JUMP-02]"""


def clears(table: Table[Own], who: str, jump: Step) -> bool:
    """Whether a jump succeeds. Up to half the movement, rounded up, nothing is rolled, whatever the ground left of it.

    [DD-JUMP-01, DD-JUMP-02]
    """
    figure = look.figure(table.state, who)
    if jump.cost <= half(figure.mv):
        return True
    value = of_ability(who, "dx", figure.dx, "DD-JUMP-02").plus("jump", RUN_UP, "DD-JUMP-02")
    rolled = roll_under(table, who, value, 1, why="jump", rule="DD-JUMP-02")
    tested = JumpTested(combatant=who, squares=jump.cost, needed=value.total, passed=rolled.passed)
    table.emit(tested, rule="DD-JUMP-02", because=because(needed=rolled))
    return rolled.passed


def gap(land: Land, start: Stand, jump: Step) -> tuple[int, int]:
    """The square a failed jump ends on: the first on its line that lies lower, or else the first.  [DD-JUMP-04]"""
    below = [over for over in jump.over if land.floor(over) < start.height]
    first = (*below, *jump.over, jump.to)[0]
    return first.x, first.y
