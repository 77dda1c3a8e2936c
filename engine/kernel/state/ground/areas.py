"""Parts of a space: cells, outlines, strips, discs, sectors, places. Setups, scenes and previews describe them alike.

Lengths and points are in hundredths of the unit of length; on a grid the corner of the cell (0, 0) is the point (0, 0),
and a cell measures `cell` hundredths. Directions are vectors: x grows to the east, y to the south.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import Place, Point
from engine.kernel.structs.numbers import Level, Square

Length = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]
"""A length in hundredths of the unit."""
Line = Annotated[tuple[Point, ...], msgspec.Meta(min_length=2, max_length=1000)]
"""A line of straight pieces."""
Ring = Annotated[tuple[Point, ...], msgspec.Meta(min_length=3, max_length=1000)]
"""A closed line: the last point is joined to the first."""


class SceneRun(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Cells side by side: from (x, y) on, `length` of them in the direction of x. height: null: on their floors."""

    x: Square
    y: Square
    length: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    height: Level | None = None


class SceneHole(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A part of an outline that does not belong to it."""

    points: Ring


class SceneOutline(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a closed line surrounds, without the holes."""

    points: Ring
    holes: Annotated[tuple[SceneHole, ...], msgspec.Meta(max_length=100)] = ()


class SceneStrip(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A line that is `width` wide, with round ends."""

    line: Line
    width: Length


class SceneDisc(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A disc."""

    centre: Point
    radius: Length


class SceneSector(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The part of a disc between two directions, clockwise as drawn (from east to south)."""

    centre: Point
    radius: Length
    from_: Point = msgspec.field(name="from")
    to: Point


class SceneArea(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A part of a space: all that is given, together. Empty or null parts do not count.

    runs: cells of a grid. outlines, strip, disc, sector: of a plane, or of a drawing. places: zones and ranks.
    """

    runs: Annotated[tuple[SceneRun, ...], msgspec.Meta(max_length=10_000)] = ()
    outlines: Annotated[tuple[SceneOutline, ...], msgspec.Meta(max_length=1000)] = ()
    strip: SceneStrip | None = None
    disc: SceneDisc | None = None
    sector: SceneSector | None = None
    places: Annotated[tuple[Place, ...], msgspec.Meta(max_length=1000)] = ()

    @property
    def empty(self) -> bool:
        """Whether it has no part."""
        return not (self.runs or self.outlines or self.strip or self.disc or self.sector or self.places)


__all__ = [
    "Length", "Line", "Ring", "SceneArea", "SceneDisc", "SceneHole", "SceneOutline", "SceneRun",
    "SceneSector", "SceneStrip",
]  # fmt: skip
