"""The board as it is set up: which of its rules are played, and what the ground is like.  [FF-GRID-01 to FF-GRID-16]

One cell is one metre. x grows to the east, y to the south. How large the board is says the fight's own board; without
one it has no edge.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

Coordinate = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Extent = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Height = Annotated[int, msgspec.Meta(ge=-100, le=100)]


class Facing(Enum):
    """Where somebody looks on the board; no diagonals.  [FF-GRID-07]"""

    NORTH = "NORTH"
    EAST = "EAST"
    SOUTH = "SOUTH"
    WEST = "WEST"


class GridRule(Enum):
    """The rules of the board, each of which the game master may leave out.  [FF-GRID-16]"""

    FOUR_CELLS = "FOUR_CELLS"
    NO_DIAGONAL = "NO_DIAGONAL"
    THROUGH_ALLIES = "THROUGH_ALLIES"
    NOT_THROUGH_ENEMIES = "NOT_THROUGH_ENEMIES"
    THROUGH_HUGE = "THROUGH_HUGE"
    END_ON_EMPTY = "END_ON_EMPTY"
    CHOOSE_FACING = "CHOOSE_FACING"
    FACE_LAST_STEP = "FACE_LAST_STEP"
    BACK_MELEE = "BACK_MELEE"
    HEIGHT_MELEE = "HEIGHT_MELEE"
    BACK_RANGED = "BACK_RANGED"
    ONE_CELL = "ONE_CELL"
    LARGE_REACH = "LARGE_REACH"
    DIAGONAL_TWICE = "DIAGONAL_TWICE"
    METRE_IS_CELL = "METRE_IS_CELL"


class Patch(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A rectangle of cells that are not plain ground; its corner of least x and y, and how many cells it spans.

    height: of the surface, in metres; a pit is below 0. wall: nobody can be there. firm: False: water, thin air.
    """

    x: Coordinate
    y: Coordinate
    columns: Extent = 1
    rows: Extent = 1
    height: Height = 0
    wall: bool = False
    firm: bool = True


class Grid(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A fight on a board of squares.  [FF-GRID-16]

    ignored: rules that are not played. terrain: of two patches on one cell the later one counts.
    """

    ignored: tuple[GridRule, ...] = ()
    terrain: Annotated[tuple[Patch, ...], msgspec.Meta(max_length=1000)] = ()
