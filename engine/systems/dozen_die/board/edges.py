"""What stands between squares: walls, doors of a width, windows.  [DD-MOVE-05 to DD-MOVE-07, DD-GAP-31]"""

from __future__ import annotations

from engine.kit.board import ANYBODY, NO_EDGES, Edges
from engine.kit.ground import Ground, GroundEntry, edges_of
from engine.systems.dozen_die.board.ground import ENTRIES, is_door, own_part


def edges_on(ground: Ground) -> Edges:
    """The edges of a ground."""
    return edges_of(ground, ENTRIES, widest) if ground.edges else NO_EDGES


def widest(entry: GroundEntry) -> int:
    """Squares a side of the largest figure that passes: through a door those that it is wide."""
    return own_part(entry).width if is_door(entry) else ANYBODY
