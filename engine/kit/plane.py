"""For the author of a game: the geometry of an open table: distances, circles, ways, sight."""

from __future__ import annotations

from engine.kernel.space.plane.arcs import direction, in_front
from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.circles import ring, towards
from engine.kernel.space.plane.clearance import Fault, Table, free_spot, nearest_free_spot, path_clear
from engine.kernel.space.plane.flight import farthest
from engine.kernel.space.plane.leaving import leaves
from engine.kernel.space.plane.outlines import MOST_CORNERS, Outline, shortest_crossing
from engine.kernel.space.plane.points import (
    FINE_PER_THOUSANDTH,
    THOUSANDTHS,
    distance_up,
    fine_length,
    fine_part,
    squared_distance,
    to_thousandths,
    within,
)
from engine.kernel.space.plane.regions import Part, Region, clear_of
from engine.kernel.space.plane.rims import beyond_rim, line_beyond_rim
from engine.kernel.space.plane.shares import step_at, steps_between
from engine.kernel.space.plane.side import Side
from engine.kernel.space.plane.sight import clear_sight
from engine.kernel.space.plane.ways import shortest_way

__all__ = [
    "FINE_PER_THOUSANDTH",
    "MOST_CORNERS",
    "THOUSANDTHS",
    "Blockers",
    "Fault",
    "Outline",
    "Part",
    "Region",
    "Side",
    "Table",
    "beyond_rim",
    "clear_of",
    "clear_sight",
    "direction",
    "distance_up",
    "farthest",
    "fine_length",
    "fine_part",
    "free_spot",
    "in_front",
    "leaves",
    "line_beyond_rim",
    "nearest_free_spot",
    "path_clear",
    "ring",
    "shortest_crossing",
    "shortest_way",
    "squared_distance",
    "step_at",
    "steps_between",
    "to_thousandths",
    "towards",
    "within",
]
