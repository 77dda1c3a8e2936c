"""Jumps: over half the movement they are tested; a failed one ends in the gap.  [DD-JUMP-01 to DD-JUMP-05]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.steps import Step
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.house_rules import RUN_UP
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.dice import Value, because, half, of_ability, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board.events import JumpTested
from engine.systems.dozen_die.state import DozenDieState


def value(state: DozenDieFight, who: str) -> Value:
    """Dexterity and the run-up.  [DD-JUMP-02]"""
    return of_ability(who, "dx", lookup.figure(state, who).dx, "DD-JUMP-02").plus(
        "jump", RUN_UP.of(state.fight), "DD-JUMP-02"
    )


def clears(table: Table[DozenDieState], who: str, jump: Step) -> bool:
    """Whether a jump succeeds. Up to half the movement, rounded up, it needs no roll, whatever the ground has cost.

    [DD-JUMP-01, DD-JUMP-02]
    """
    figure = lookup.figure(table.state, who)
    if jump.cost <= half(figure.mv):
        return True
    against = value(table.state, who)
    rolled = roll_under(table, who, against, 1, why="jump", rule="DD-JUMP-02")
    tested = JumpTested(combatant=who, squares=jump.cost, needed=against.total, passed=rolled.passed)
    table.emit(tested, rule="DD-JUMP-02", because=because(needed=rolled))
    return rolled.passed


def gap(land: TerrainMap, start: Footprint, jump: Step) -> tuple[int, int]:
    """The square a failed jump ends on: the first on its line that lies lower, or else the first.  [DD-JUMP-04]"""
    below = [over for over in jump.over if land.floor(over) < start.height]
    first = (*below, *jump.over, jump.to)[0]
    return first.x, first.y
