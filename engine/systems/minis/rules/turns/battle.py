"""How a fight ends: at most one side has living minis, some turns pass idly, or somebody ends it.  [MN-GAP-48]"""

from __future__ import annotations

from engine.kit import Table, outcomes
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.state import MinisState

RULE = "MN-GAP-48"


def decided(state: MinisFight) -> bool:
    """Whether the rules call it decided; not again for the same sides, after the GM has let it go on."""
    return outcomes.decided(lookup.standing_sides(state), state.own.undecided)


def over(table: Table[MinisState]) -> bool:
    """Whether the fight is decided; if so, announce the side that is left, or that none is; nobody acts any more."""
    state = table.state
    return outcomes.over(table, lookup.standing_sides(state), state.own.undecided, rule=RULE)


def decide(table: Table[MinisState], winner: str) -> None:
    """Record the outcome. winner: a side, or "" for a draw."""
    outcomes.decide(table, winner, rule=RULE)
