"""Ground of which a mini's player does not know: what is done to somebody behind it does not arrive.  [MN-GAP-07]"""

from __future__ import annotations

from engine.kit import LineBarred, Table
from engine.kit.ground import on_ground, seen_ground
from engine.systems.minis.rules.basics import lookup, positions
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.state import MinisState

RULE = "MN-GAP-07"


def as_known(table: Table[MinisState], who: str) -> MinisFight:
    """The fight on the ground that the seat which decides for a mini knows: by this its orders are judged."""
    return on_ground(table.state, lookup.known(table, who).fight.ground)


def as_all_know(state: MinisFight) -> MinisFight:
    """The fight on the ground that everybody knows: by this questions are asked that all read."""
    ground = state.fight.ground
    return state if ground is None else on_ground(state, seen_ground(ground, None))


def shields(table: Table[MinisState], who: str, target: str) -> bool:
    """Whether ground hides a target from a mini that takes it to be in sight; then it is told that nothing arrives."""
    if positions.sees(table.state, who, lookup.at(table.state, target)):
        return False
    table.emit(LineBarred(combatant=who, target=target), rule=RULE)
    return True
