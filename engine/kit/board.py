"""For the author of a game: the geometry of squares: distances, lines, ways."""

from __future__ import annotations

from engine.kernel.space.blocks import cells, gap, king_distance, squared_distance, taxicab_distance
from engine.kernel.space.edges import ANYBODY, NO_EDGES, NOWHERE, Barrier, Edges, straight
from engine.kernel.space.lines import crossed, is_clear, middle
from engine.kernel.space.paths import astray, reached, straightest
from engine.kernel.space.runs import Runs
from engine.kernel.state.ground.ways import ways

__all__ = [
    "ANYBODY",
    "NOWHERE",
    "NO_EDGES",
    "Barrier",
    "Edges",
    "Runs",
    "astray",
    "cells",
    "crossed",
    "gap",
    "is_clear",
    "king_distance",
    "middle",
    "reached",
    "squared_distance",
    "straight",
    "straightest",
    "taxicab_distance",
    "ways",
]
