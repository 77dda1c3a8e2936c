"""Universal VTT files (`.uvtt`, `.dd2vtt`, `.df2vtt`): walls, objects and doors of a map, in cells of its grid.

Coordinates in the file count from the grid's origin; a map that was cut out of a larger one has `map_origin`, which is
subtracted here.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct, field

from api.maps.picture_inside import BYTE_ORDER_MARK
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import RuleRefusal

MOST_CELLS = 10_000
"""Cells of a side from which a size is taken for a mistake."""
FARTHEST = 1_000_000.0
"""Cells from the origin at which no point of a map can lie."""


class Vector(Struct, frozen=True):
    """A point, or a size, in cells."""

    x: float
    y: float


class Resolution(Struct, frozen=True):
    """The grid. pixels_per_grid: of the picture."""

    map_size: Vector
    map_origin: Vector = Vector(0, 0)
    pixels_per_grid: float = 0


class Portal(Struct, frozen=True):
    """A door or window. bounds: its ends. closed: shut. freestanding: in no wall."""

    bounds: tuple[Vector, Vector]
    closed: bool = True
    freestanding: bool = False


class UniversalVtt(Struct, frozen=True):
    """What we read of a file; everything else in it is dropped. image, lights: only that they are there."""

    resolution: Resolution
    line_of_sight: tuple[tuple[Vector, ...], ...] = ()
    objects_line_of_sight: tuple[tuple[Vector, ...], ...] = ()
    portals: tuple[Portal, ...] = ()
    lights: tuple[Any, ...] = field(default=())
    image: Any = None


class Segment(Struct, frozen=True):
    """A straight piece between two points, in cells from the map's corner."""

    x1: float
    y1: float
    x2: float
    y2: float


class Door(Struct, frozen=True):
    """A portal as a segment."""

    segment: Segment
    closed: bool


class WallMap(Struct, frozen=True):
    """A map in cells from its own corner. width, height: in cells, a started one counts.

    picture_width, picture_height: exactly, as of its picture. lights: how many there were; picture: whether it has one.
    """

    width: int
    height: int
    picture_width: float
    picture_height: float
    walls: tuple[Segment, ...]
    objects: tuple[Segment, ...]
    doors: tuple[Door, ...]
    lights: int
    picture: bool


def read_universal_vtt(data: bytes) -> WallMap:
    """The map in a file's bytes. RuleRefusal with the field at fault: no such file, missing keys, absurd numbers."""
    try:
        raw = msgspec.json.decode(data.removeprefix(BYTE_ORDER_MARK))
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RuleRefusal(f"this is no Universal VTT file: {error}", field="map") from None
    try:
        file = msgspec.convert(raw, UniversalVtt)
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, raw, UniversalVtt)
        raise RuleRefusal(what, field=dotted_path(("map", *where))) from None
    size, origin = file.resolution.map_size, file.resolution.map_origin
    width, height = _side(size.x, "x"), _side(size.y, "y")
    _require_near(origin, "resolution.map_origin")
    return WallMap(
        width,
        height,
        size.x,
        size.y,
        _segments(file.line_of_sight, origin, "line_of_sight"),
        _segments(file.objects_line_of_sight, origin, "objects_line_of_sight"),
        tuple(_door(portal, origin, number) for number, portal in enumerate(file.portals)),
        len(file.lights),
        bool(file.image is not None),
    )


def _side(value: float, name: str) -> int:
    """A side in whole cells; a started cell counts."""
    where = f"map.resolution.map_size.{name}"
    if not math.isfinite(value) or not 0 < value <= MOST_CELLS:
        raise RuleRefusal(f"a side has more than 0 and at most {MOST_CELLS} cells", field=where)
    return math.ceil(value - 0.001)


def _require_near(point: Vector, where: str) -> None:
    if not (abs(point.x) <= FARTHEST and abs(point.y) <= FARTHEST):  # also refuses what is no number
        raise RuleRefusal("a point lies too far away", field=f"map.{where}")


def _segments(lines: tuple[tuple[Vector, ...], ...], origin: Vector, where: str) -> tuple[Segment, ...]:
    found = []
    for number, line in enumerate(lines):
        for point in line:
            _require_near(point, f"{where}.{number}")
        found += [_segment(vector, other, origin) for vector, other in pairwise(line) if vector != other]
    return tuple(found)


def _segment(vector: Vector, other: Vector, origin: Vector) -> Segment:
    return Segment(vector.x - origin.x, vector.y - origin.y, other.x - origin.x, other.y - origin.y)


def _door(portal: Portal, origin: Vector, number: int) -> Door:
    for point in portal.bounds:
        _require_near(point, f"portals.{number}.bounds")
    return Door(_segment(*portal.bounds, origin), portal.closed)
