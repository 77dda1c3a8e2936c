"""From hundredths of a unit to pixels, and what a part of a space looks like as a path."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, hypot, pi, sin

from msgspec import Struct

from api.drawing.cells import outlines
from api.drawing.markup import number
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneArea, SceneRun, SceneSector

Spot = tuple[float, float]


class Box(Struct, frozen=True):
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Spot:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def least(self) -> float:
        """Its shorter side."""
        return min(self.width, self.height)

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies in it."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )


class Frame(Struct, frozen=True):
    """The board of a drawing. box: in pixels; x, y: the corner of least x and y in hundredths of the unit.

    scale: pixels of a hundredth. cell: a cell's side in hundredths; 0: there are no cells.
    """

    box: Box
    x: int
    y: int
    scale: float
    cell: int = 0

    @property
    def side(self) -> float:
        """A cell's side in pixels."""
        return self.cell * self.scale

    @property
    def at_origin(self) -> Spot:
        """Where the point (0, 0) is drawn."""
        return self.at(Point(0, 0))

    def at(self, point: Point) -> Spot:
        """Where a point is drawn."""
        return self.box.x + (point.x - self.x) * self.scale, self.box.y + (point.y - self.y) * self.scale

    def cells(self, x: int, y: int, width: int = 1, height: int = 1) -> Box:
        """Where a block of cells is drawn."""
        left, top = self.at(Point(x * self.cell, y * self.cell))
        return Box(left, top, width * self.side, height * self.side)

    def runs(self, runs: Iterable[SceneRun]) -> str:
        """The outline of cells."""
        return self.outlined({(x, run.y) for run in runs for x in self._seen(run)})

    def _seen(self, run: SceneRun) -> range:
        # A run may be a million cells long, and the board ends much sooner.
        left, top = self.x // self.cell, self.y // self.cell
        if not top <= run.y < top + round(self.box.height / self.side):
            return range(0)
        return range(max(run.x, left), min(run.x + run.length, left + round(self.box.width / self.side)))

    def outlined(self, cells: set[tuple[int, int]]) -> str:
        """The outline of a set of cells."""
        corner = self.at_origin
        return "".join(
            "M"
            + "L".join(f"{number(corner[0] + x * self.side)} {number(corner[1] + y * self.side)}" for x, y in ring)
            + "Z"
            for ring in outlines(cells)
        )

    def line(self, points: Iterable[Point]) -> str:
        """A line of straight pieces."""
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(self.at, points))

    def area(self, area: SceneArea) -> str:
        """The closed parts of an area, without its strip, which is a line with a width, and without its places."""
        parts = [self.runs(area.runs)] if area.runs and self.cell else []
        for outline in area.outlines:
            parts.append(self.line(outline.points) + "Z")
            parts += [self.line(hole.points) + "Z" for hole in outline.holes]
        if area.disc is not None:
            parts.append(round_path(*self.at(area.disc.centre), area.disc.radius * self.scale))
        if area.sector is not None:
            parts.append(self._sector(area.sector))
        return "".join(parts)

    def _sector(self, sector: SceneSector) -> str:
        (x, y), r = self.at(sector.centre), sector.radius * self.scale
        first, last = atan2(sector.from_.y, sector.from_.x), atan2(sector.to.y, sector.to.x)
        turn = (last - first) % (2 * pi)
        ends = [(x + r * cos(a), y + r * sin(a)) for a in (first, last)]
        (ax, ay), (bx, by) = ends
        return (
            f"M{number(x)} {number(y)}L{number(ax)} {number(ay)}"
            f"A{number(r)} {number(r)} 0 {int(turn > pi)} 1 {number(bx)} {number(by)}Z"
        )


def round_path(x: float, y: float, r: float) -> str:
    """A circle as a path."""
    half = f"a{number(r)} {number(r)} 0 1 0"
    return f"M{number(x - r)} {number(y)}{half} {number(2 * r)} 0{half} {number(-2 * r)} 0Z"


def way(point: Spot, other: Spot, short: float = 0) -> tuple[Spot, Spot]:
    """A straight way between two spots, shortened at both ends."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    length = hypot(dx, dy)
    if length <= 2 * short or not length:
        return point, other
    part = short / length
    return (point[0] + dx * part, point[1] + dy * part), (other[0] - dx * part, other[1] - dy * part)
