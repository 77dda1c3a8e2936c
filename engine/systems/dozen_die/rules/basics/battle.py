"""How a fight ends: at most one player's side stands, a whole round passes idly, or the game master ends it.

[DD-GAP-27]
"""

from __future__ import annotations

from engine.kit import Table, outcomes
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.state import DozenDieState

RULE = "DD-GAP-27"


def decided(state: DozenDieFight) -> bool:
    """Whether the rules call it decided: at most one player's side has a figure on the board.

    Not again for the same sides, after the game master has let it go on.
    """
    return outcomes.decided(lookup.standing_sides(state), state.own.undecided)


def over(table: Table[DozenDieState]) -> bool:
    """Whether the fight is decided; if so, announce the remaining side, or that there is none; nobody acts any more."""
    state = table.state
    return outcomes.over(table, lookup.standing_sides(state), state.own.undecided, rule=RULE)


def decide(table: Table[DozenDieState], winner: str) -> None:
    """Record that the rules call it decided. winner: a side, or "" for a draw."""
    outcomes.decide(table, winner, rule=RULE)
