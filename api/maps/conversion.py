"""A map of walls and doors as the ground of a game's fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from api.maps.crop import Crop, crop_of
from api.maps.doorways import Doorways, drawn_out
from api.maps.report import MapReport
from api.maps.straightening import Ends, Straightener, whole_sides
from api.maps.universal_vtt import Segment, WallMap, read_universal_vtt
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.space.crossings import crossed_sides
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import EdgeState, Ground, GroundEdge, GroundEntry, Space
from engine.kernel.structs.errors import RuleRefusal

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
    )
}
"""What walls, objects and doors of a map are."""


class PicturePlace(Struct, frozen=True, kw_only=True, rename="camel"):
    """The `backdrop` that a map's picture makes. picture: "": where it is to be had is for you to fill in.

    at: its corner of least x and y; width, height: in hundredths of the unit.
    """

    picture: str = ""
    at: Point
    width: int
    height: int


class ConvertedMap(Struct, frozen=True, kw_only=True, rename="camel"):
    """A map as the ground of a fight, and what became of its parts. backdrop: of its picture, if it has one."""

    system: str
    ground: Ground
    backdrop: PicturePlace | None = None
    report: MapReport


def convert_map(book: Rulebook[Any], data: bytes, crop: str | None = None) -> ConvertedMap:
    """The ground for a game from the bytes of a Universal VTT file, of which long texts may be missing.

    crop: `x,y,width,height` in cells; None: all of it. RuleRefusal for an unreadable file, one that is too large, and
    what the game cannot use. A job of the pool: its time grows with the file.
    """
    space = _space(book)
    if not takes_maps(book):
        raise RuleRefusal(f"the fights of {book.system.name} have no use for a map of walls", field="system")
    found = read_universal_vtt(data)
    part = crop_of(crop, found.width, found.height)
    builder = _Builder(part, space, found)
    ground, report = builder.built()
    book.system.lay(ground)
    return ConvertedMap(system=book.system.id, ground=ground, backdrop=_backdrop(part, space, found), report=report)


def takes_maps(book: Rulebook[Any]) -> bool:
    """Whether the fights of a game have squares or an open table."""
    return _space(book).kind in ("GRID", "PLANE")


def _space(book: Rulebook[Any]) -> Space:
    bare = book.system.bare_ground
    return USUAL_SPACE if bare is None else bare.space


def _backdrop(part: Crop, space: Space, walls: WallMap) -> PicturePlace | None:
    if not walls.picture:
        return None
    cell = space.cell
    at = Point(-part.x * cell, -part.y * cell)
    return PicturePlace(at=at, width=round(walls.picture_width * cell), height=round(walls.picture_height * cell))


Side = tuple[bool, int, int]
"""A side of a cell: horizontal or not, and the least coordinates."""


class _Builder:
    """Makes the edges of a ground, in hundredths of its unit from its corner."""

    def __init__(self, crop: Crop, space: Space, wall_map: WallMap) -> None:
        self._crop, self._space, self._found = crop, space, wall_map
        self._grid, self._outside = space.kind == "GRID", 0
        walls = [
            (kind, ends)
            for kind, many in (("wall", wall_map.walls), ("object", wall_map.objects))
            for ends in self._inside(many)
        ]
        doors = [(self._whole(door.segment), door.closed) for door in wall_map.doors]
        self._outside += sum(ends is None for ends, _ in doors)
        self._walls, self._doors = walls, [(ends, closed) for ends, closed in doors if ends is not None]

    def _inside(self, segments: Iterable[Segment]) -> Iterator[Ends]:
        """What of these lies on the ground."""
        for segment in segments:
            ends = self._whole(segment)
            if ends is None:
                self._outside += 1
            elif ends[0] != ends[1]:
                yield ends

    def _whole(self, whole: Segment) -> Ends | None:
        """A segment in whole hundredths: as finely as a ground tells. None where nothing of it lies on the ground."""
        segment = self._crop.cut(whole)
        if segment is None:
            return None
        x1, y1, x2, y2 = (round(at * self._space.cell) for at in (segment.x1, segment.y1, segment.x2, segment.y2))
        return (x1, y1), (x2, y2)

    def built(self) -> tuple[Ground, MapReport]:
        """The ground and the report."""
        moved = self._straighten() if self._grid else 0
        doors = {_ordered(ends): closed for ends, closed in self._doors if ends[0] != ends[1]}
        gaps = Doorways(doors, self._space.cell)
        walls = [(kind, _ordered(part)) for kind, ends in self._walls for part in gaps.without(ends)]
        edges = tuple(self._edges(walls, doors))
        if len(edges) > MOST_EDGES:
            raise _too_many()
        return self._ground(edges), self._report(walls, doors, edges, moved)

    def _straighten(self) -> int:
        """Moves what lies close along the grid onto it, and draws doors out. Returns how many walls were moved."""
        cell = self._space.cell
        straight = Straightener([ends for _, ends in self._walls] + [ends for ends, _ in self._doors], cell)
        before = self._walls
        self._walls = [(kind, straight.moved(ends)) for kind, ends in before]
        self._doors = [(straight.moved(ends), closed) for ends, closed in self._doors]
        self._doors = [(drawn_out(e, cell) if e[0] != e[1] else e, closed) for e, closed in self._doors]
        return sum(old != new for old, new in zip(before, self._walls, strict=True))

    def _ground(self, edges: tuple[GroundEdge, ...]) -> Ground:
        scale = 1 if self._grid else self._space.cell
        used = {edge.entry for edge in edges}
        return Ground(
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

    def _report(
        self, walls: list[tuple[str, Ends]], doors: dict[Ends, bool], edges: tuple[GroundEdge, ...], moved: int
    ) -> MapReport:
        cell = self._space.cell
        on_grid = sum(_sides_of(ends, cell) is not None for _, ends in walls) if self._grid else 0
        crossed = [any(crossed_sides(*ends, cell)) for _, ends in walls] if self._grid else []
        return MapReport(
            width=self._crop.width,
            height=self._crop.height,
            on_grid=on_grid,
            moved=moved,
            off_grid=len(walls) - on_grid if self._grid else 0,
            uncrossed=crossed.count(False),
            free=0 if self._grid else len(walls),
            doors=len(doors),
            open_doors=sum(edge.state == "OPEN" for edge in edges),
            doors_off_grid=sum(_sides_of(ends, cell) is None for ends in doors) if self._grid else 0,
            outside=self._outside,
            lights=self._found.lights,
            picture=self._found.picture,
        )

    def _edges(self, walls: list[tuple[str, Ends]], doors: dict[Ends, bool]) -> Iterator[GroundEdge]:
        """Walls along the grid by whole sides, those of one kind in a row joined; then the others, then the doors."""
        cell, sides, free = self._space.cell, dict[Side, str](), dict[tuple[str, Ends], None]()
        for kind, ends in walls:
            along = _sides_of(ends, cell) if self._grid else None
            for side in along or ():
                sides.setdefault(side, kind)
            for rest in _rests(ends, along, cell) if along else (ends,):
                free[kind, rest] = None
            if len(free) > MOST_EDGES:
                raise _too_many()
        for line, kind in lines_of_sides(sides):
            x1, y1, x2, y2 = (at * cell for at in line)
            yield _edge(kind, ((x1, y1), (x2, y2)))
        for kind, ends in free:
            yield _edge(kind, ends)
        for ends, closed in doors.items():
            yield _edge("door", ends, "SHUT" if closed else "OPEN")


def _edge(entry: str, ends: Ends, state: EdgeState = "NONE") -> GroundEdge:
    point, other = (Point(*end) for end in ends)
    return GroundEdge(
        key=f"{entry}-{point.x}-{point.y}-{other.x}-{other.y}", entry=entry, line=(point, other), state=state
    )


def _ordered(ends: Ends) -> Ends:
    """From west to east, or from north to south."""
    return min(ends), max(ends)


def _too_many() -> RuleRefusal:
    return RuleRefusal(
        f"more than {MOST_EDGES} walls lie there: name a smaller part of the map, as crop=x,y,width,height",
        field="crop",
    )


def _sides_of(ends: Ends, cell: int) -> list[Side] | None:
    """The cells' sides that a piece covers whole, in order; None where it lies on no line of the grid."""
    (x1, y1), (x2, y2) = ends
    if y1 == y2 and y1 % cell == 0:
        return [(True, at, y1 // cell) for at in whole_sides(x1, x2, cell)] or None
    if x1 == x2 and x1 % cell == 0:
        return [(False, x1 // cell, at) for at in whole_sides(y1, y2, cell)] or None
    return None


def _rests(ends: Ends, sides: list[Side], cell: int) -> Iterator[Ends]:
    """The ends of a piece along the grid beyond the sides that it covers whole."""
    across, x, y = sides[0]
    first = (x * cell, y * cell)
    last = ((x + len(sides)) * cell, y * cell) if across else (x * cell, (y + len(sides)) * cell)
    for rest in ((ends[0], first), (last, ends[1])):
        if rest[0] != rest[1]:
            yield rest


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
