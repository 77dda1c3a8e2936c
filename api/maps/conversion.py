"""A map of walls and doors as the ground of a game's fights."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from api.maps.crop import Crop, crop_of
from api.maps.report import MapReport
from api.maps.universal_vtt import Door, Segment, WallMap, read_universal_vtt
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground import Ground, GroundEdge, GroundEntry, Space
from engine.kernel.structs.errors import RuleRefusal

NEAR = 0.1 + 1e-9
"""Cells from the grid within which a wall is moved onto it: a tenth, also where floats write it a little larger."""
MOST_EDGES = 5000
"""Edges of a ground."""

USUAL_SPACE = Space(kind="GRID", unit="m", cell=100)
"""Of a system without a ground of its own: square cells of a metre."""

LEGEND = {
    entry.key: entry
    for entry in (
        GroundEntry(key="wall", look="WALL", step="NEVER", sight="NEVER"),
        GroundEntry(key="object", look="OBSTACLE", step="NEVER", sight="NEVER"),
        GroundEntry(key="door", look="DOOR", state="SHUT"),
        GroundEntry(key="wall-off-grid", look="WALL", step="FREE", sight="NEVER"),
        GroundEntry(key="object-off-grid", look="OBSTACLE", step="FREE", sight="NEVER"),
        GroundEntry(key="door-off-grid", look="DOOR", step="FREE", sight="NEVER", state="SHUT"),
    )
}
"""What walls, objects and doors of a map are, along cells' sides and off the grid."""


class ConvertedMap(Struct, frozen=True, kw_only=True, rename="camel"):
    """A map as the ground of a fight, and what became of its parts."""

    system: str
    ground: Ground
    report: MapReport


def convert_map(book: Rulebook[Any], data: bytes, crop: str | None = None) -> ConvertedMap:
    """The ground for a game from the bytes of a Universal VTT file, of which long texts may be missing.

    crop: `x,y,width,height` in cells; None: all of it. RuleRefusal for an unreadable file, one that is too large, and
    what the game cannot use. A job of the pool: its time grows with the file.
    """
    bare: Ground | None = getattr(book.system, "bare_ground", None)
    space = USUAL_SPACE if bare is None else bare.space
    if space.kind not in ("GRID", "PLANE"):
        raise RuleRefusal(f"the fights of {book.system.name} have no use for a map of walls", field="system")
    found = read_universal_vtt(data)
    part = crop_of(crop, found.width, found.height)
    builder = _Builder(part, space)
    for kind, segments in (("wall", found.walls), ("object", found.objects)):
        for segment in segments:
            builder.add(kind, segment)
    for door in found.doors:
        builder.add_door(door)
    ground, report = builder.built(found)
    if (lay := getattr(book.system, "lay", None)) is not None:
        lay(ground)
    return ConvertedMap(system=book.system.id, ground=ground, report=report)


Side = tuple[bool, int, int]
"""A side of a cell: horizontal or not, and the least coordinates."""


class _Builder:
    """Collects the edges of a ground. Coordinates of segments are in cells of the map."""

    def __init__(self, crop: Crop, space: Space) -> None:
        self._crop, self._space, self._grid = crop, space, space.kind == "GRID"
        self._sides: dict[Side, str] = {}
        self._doors: dict[tuple[Side, ...], bool] = {}
        self._free: dict[tuple[str, Point, Point], bool] = {}
        self._on_grid = self._moved = self._eye = self._doors_off = self._outside = self._stood = 0

    def add(self, kind: str, whole: Segment) -> None:
        """A piece of a wall or an object."""
        segment = self._cut(whole)
        if segment is None:
            self._outside += 1
        elif not self._grid:
            self._stood += 1
            self._stand(kind, segment)
        elif sides := sides_of(segment):
            self._on_grid += 1
            self._moved += _is_off(segment)
            for side in sides:
                self._sides.setdefault(side, kind)
            for rest in _rests(segment, sides):
                self._stand(f"{kind}-off-grid", rest)
        else:
            self._eye += 1
            self._stand(f"{kind}-off-grid", segment)

    def add_door(self, door: Door) -> None:
        """A door. One along cells' sides replaces the wall there."""
        segment = self._cut(door.segment)
        if segment is None:
            self._outside += 1
        elif self._grid and (sides := sides_of(segment)):
            self._doors[tuple(sides)] = door.closed
        else:
            self._doors_off += self._grid
            self._stand("door-off-grid" if self._grid else "door", segment, closed=door.closed)

    def _cut(self, whole: Segment) -> Segment | None:
        """What of a segment lies inside, as finely as a ground tells: a map written from it is read alike again."""
        segment = self._crop.cut(whole)
        if segment is None:
            return None
        cell = self._space.cell
        return Segment(*(round(end * cell) / cell for end in (segment.x1, segment.y1, segment.x2, segment.y2)))

    def _stand(self, entry: str, segment: Segment, *, closed: bool = True) -> None:
        """An edge where it stands in the map."""
        one, other = self._point(segment.x1, segment.y1), self._point(segment.x2, segment.y2)
        if one != other:
            one, other = min((one, other), (other, one), key=lambda ends: (ends[0].x, ends[0].y))
            self._free.setdefault((entry, one, other), closed)
        if len(self._free) > MOST_EDGES:
            raise _too_many()

    def _point(self, x: float, y: float) -> Point:
        return Point(round(x * self._space.cell), round(y * self._space.cell))

    def built(self, found: WallMap) -> tuple[Ground, MapReport]:
        """The ground and the report."""
        edges = tuple(self._edges())
        if len(edges) > MOST_EDGES:
            raise _too_many()
        scale = 1 if self._grid else self._space.cell
        used = {edge.entry for edge in edges}
        ground = Ground(
            space=Space(
                kind=self._space.kind,
                width=self._crop.width * scale,
                height=self._crop.height * scale,
                unit=self._space.unit,
                cell=self._space.cell,
            ),
            legend=tuple(entry for key, entry in LEGEND.items() if key in used),
            edges=edges,
        )
        doors = [edge for edge in edges if edge.entry == "door"]
        report = MapReport(
            width=self._crop.width,
            height=self._crop.height,
            on_grid=self._on_grid,
            moved=self._moved,
            for_the_eye=self._eye,
            free=self._stood,
            doors=len(doors) + self._doors_off,
            open_doors=sum(edge.state == "OPEN" for edge in edges),
            doors_for_the_eye=self._doors_off,
            outside=self._outside,
            lights=found.lights,
            picture=found.picture,
        )
        return ground, report

    def _edges(self) -> Iterator[GroundEdge]:
        taken = {side for sides in self._doors for side in sides}
        for (x1, y1, x2, y2), kind in lines_of_sides(self._sides, taken):
            yield self._edge(kind, self._point(x1, y1), self._point(x2, y2), "NONE")
        for sides, closed in self._doors.items():
            (across, x, y), count = sides[0], len(sides)
            end = (x + count, y) if across else (x, y + count)
            yield self._edge("door", self._point(x, y), self._point(*end), "SHUT" if closed else "OPEN")
        for (entry, one, other), closed in self._free.items():
            state = "NONE" if not entry.startswith("door") else "SHUT" if closed else "OPEN"
            yield self._edge(entry, one, other, state)

    @staticmethod
    def _edge(entry: str, one: Point, other: Point, state: Any) -> GroundEdge:
        return GroundEdge(
            key=f"{entry}-{one.x}-{one.y}-{other.x}-{other.y}", entry=entry, line=(one, other), state=state
        )


def _too_many() -> RuleRefusal:
    return RuleRefusal(
        f"more than {MOST_EDGES} walls lie there: name a smaller part of the map, as crop=x,y,width,height",
        field="crop",
    )


def _near(value: float) -> int | None:
    """The line of the grid that a coordinate is near to."""
    line = round(value)
    return line if abs(value - line) <= NEAR else None


def sides_of(segment: Segment) -> list[Side]:
    """The cells' sides that a segment covers whole, where it runs along a line of the grid; in order."""
    for across, (a, b), (c, d) in (
        (True, (segment.x1, segment.x2), (segment.y1, segment.y2)),
        (False, (segment.y1, segment.y2), (segment.x1, segment.x2)),
    ):
        line = _near(c)
        if line is None or _near(d) != line:
            continue
        along = range(math.ceil(min(a, b) - NEAR), math.floor(max(a, b) + NEAR))
        found: list[Side] = [(True, at, line) if across else (False, line, at) for at in along]
        if found:
            return found
    return []


def _rests(segment: Segment, sides: list[Side]) -> Iterator[Segment]:
    """The ends of a segment beyond the sides it covers whole."""
    across = sides[0][0]
    first = sides[0][1] if across else sides[0][2]
    last = (sides[-1][1] if across else sides[-1][2]) + 1
    line = sides[0][2] if across else sides[0][1]
    begin, end = (segment.x1, segment.x2) if across else (segment.y1, segment.y2)
    for one, other in ((min(begin, end), first), (last, max(begin, end))):
        if other - one > NEAR:
            yield Segment(one, line, other, line) if across else Segment(line, one, line, other)


def _is_off(segment: Segment) -> bool:
    """Whether a segment along the grid does not lie exactly on it."""
    return any(abs(value - round(value)) > 1e-6 for value in (segment.x1, segment.y1, segment.x2, segment.y2))


def lines_of_sides(
    sides: dict[Side, str], without: Iterable[Side] = ()
) -> Iterator[tuple[tuple[int, int, int, int], str]]:
    """Sides of one kind in a row, joined."""
    gone = set(without)
    left = {side: kind for side, kind in sides.items() if side not in gone}
    for (across, x, y), kind in sorted(left.items(), key=lambda item: (item[0][0], item[0][2], item[0][1])):
        before = (across, x - 1, y) if across else (across, x, y - 1)
        if left.get(before) == kind:
            continue
        length = 1
        while left.get((across, x + length, y) if across else (across, x, y + length)) == kind:
            length += 1
        yield ((x, y, x + length, y) if across else (x, y, x, y + length)), kind
