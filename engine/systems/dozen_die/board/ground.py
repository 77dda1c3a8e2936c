"""The board as it is set up: drawn with signs, or piece by piece.  [DD-TERR-06, DD-FALL-08]

A square is an inch; x grows to the east, y to the south, heights are levels of an inch. Each square has one floor: what
lies below a deck or a roof is not played.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.ids import Id
from engine.systems.dozen_die.content.kinds import Grade, Terrain

Coordinate = Annotated[int, msgspec.Meta(ge=0, le=99)]
Extent = Annotated[int, msgspec.Meta(ge=1, le=100)]
Level = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Row = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
SignText = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class Door(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A door. width: squares; larger figures do not fit through.  [DD-MOVE-06, DD-MOVE-07, DD-GAP-31]

    Whoever fits goes through it as over open ground.  [DD-MOVE-17]
    open: it stands open as the fight begins; otherwise it is a wall.
    lock: how hard it is to pick; None: it has none.
    """

    width: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    open: bool = False
    lock: Grade | None = None


class Square(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a square is like.

    terrain: of its floor. height: of its floor, or of a wall's top, where 0 stands for no end.
    wall: nobody can be there, and nobody sees through. door: absent: there is none.  [DD-MOVE-05]
    blocks_sight: nobody sees through.  [DD-GAP-16]
    faces: what its sides are like to who climbs up from a lower square, or down; absent: as its terrain.
    leans: what leads up from it to the higher squares beside it: a ladder, a rope, stairs.  [DD-GAP-35]
    """

    terrain: Id = "open"
    height: Level = 0
    wall: bool = False
    door: Door | None = None
    blocks_sight: bool = False
    faces: Id | None = None
    leans: Id | None = None


class Sign(Square, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a sign of the drawn board stands for. sign: one character."""

    sign: SignText


class Piece(Square, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A rectangle of equal squares. x, y: the least of its squares. columns: how many from west to east.

    lines: how many from north to south.
    """

    x: Coordinate
    y: Coordinate
    columns: Extent = 1
    lines: Extent = 1


class Ground(Struct, frozen=True, cache_hash=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The board.

    rows: drawn, one sign a square, from north to south. legend: signs beside the usual ones, or instead of them; those
    are . open, # wall, + shut door, ' open door, " tall grass, t sparse and T dense forest, , flooded ground, ~ river,
    b bog, q quicksand, m deep mud, x thorn hedge, r rocks.
    width, depth: squares, where nothing is drawn: open ground. pieces: laid on it; of two the later one counts.
    own_terrain: terrain that the catalogue does not have, or has otherwise.
    """

    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=100)] = ()
    legend: Annotated[tuple[Sign, ...], msgspec.Meta(max_length=100)] = ()
    width: Extent = 24
    depth: Extent = 24
    pieces: Annotated[tuple[Piece, ...], msgspec.Meta(max_length=1000)] = ()
    own_terrain: Annotated[tuple[Terrain, ...], msgspec.Meta(max_length=50)] = ()


USUAL = {
    sign.sign: sign
    for sign in (
        Sign(sign="."),
        Sign(sign="#", wall=True),
        Sign(sign="+", door=Door()),
        Sign(sign="'", door=Door(open=True)),
        Sign(sign='"', terrain="tall_grass"),
        Sign(sign="t", terrain="sparse_forest"),
        Sign(sign="T", terrain="dense_forest"),
        Sign(sign=",", terrain="flooded_ground"),
        Sign(sign="~", terrain="river"),
        Sign(sign="b", terrain="bog"),
        Sign(sign="q", terrain="quicksand"),
        Sign(sign="m", terrain="deep_mud"),
        Sign(sign="x", terrain="thorn_hedge"),
        Sign(sign="r", terrain="rocks"),
    )
}
"""Signs that every drawn board may use."""
