"""How a fight ends: at most one player's side stands, a whole round passes idly, or the game master says so.

[DD-GAP-27]
"""

from __future__ import annotations

from engine.kernel.events import OutcomeReached, TurnBegan
from engine.kernel.system import Table
from engine.systems.dozen_die.rules import look
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

RULE = "DD-GAP-27"


def decided(state: DD) -> bool:
    """Whether the rules call it decided: at most one player's side has a figure on the board.

    Not again for the same sides, where the game master has let it go on.
    """
    left = look.standing_sides(state)
    return len(left) <= 1 and left != state.own.undecided


def over(table: Table[Own]) -> bool:
    """Whether the fight is decided; then it is said who is left, or that nobody is, and nobody acts any more."""
    if not decided(table.state):
        return False
    left = look.standing_sides(table.state)
    decide(table, left[0] if left else "")
    return True


def decide(table: Table[Own], winner: str) -> None:
    """The rules call it decided. winner: a side, or "" for a draw."""
    table.emit(OutcomeReached(result=winner), rule=RULE)
    table.emit(TurnBegan(acting=()), rule=RULE)
