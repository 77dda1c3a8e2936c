"""Quiet marks on the ground for what no colour tells: how high it is, and that it gives cover."""

from __future__ import annotations

from collections.abc import Iterator

from api.drawing.frame import Box, Frame, Spot
from api.drawing.markup import element, number, text
from engine.kernel.scene.ground import SceneEntry
from engine.kernel.state.ground.areas import SceneArea

SIZE = 9.0
"""Of a mark, in pixels."""
LEAST_SIDE = 14.0
"""Of a cell, in pixels, that has room for marks."""

Cells = set[tuple[int, int]]


def noted(entry: SceneEntry, x: float, y: float, width: float) -> Iterator[str]:
    """The marks of an entry in a box that begins at (x, y): its height at the left, a shield for cover at the right."""
    if entry.height:
        said = f"{entry.height:+d}".replace("-", "−")
        yield text(x + 2, y + SIZE, said, SIZE, "quiet halo", data_part="height", data_height=entry.height)
    if entry.cover:
        yield element("path", d=shield(x + width - SIZE, y + 2), class_="quiet cover", data_part="cover")


def shield(x: float, y: float) -> str:
    """The path of a shield of 7 by 8.5 pixels."""
    return f"M{number(x)} {number(y)}h7v3.5c0 2.500 -1.500 4 -3.500 5c-2 -1 -3.500 -2.500 -3.500 -5Z"


def groups_noted(cells: Cells, entry: SceneEntry, frame: Frame) -> Iterator[str]:
    """The marks of each group of cells, once."""
    if frame.side < LEAST_SIDE or not (entry.height or entry.cover):
        return
    for cell in _first_ones(cells):
        box = frame.cells(*cell)
        yield from noted(entry, box.x, box.y, box.width)


def _first_ones(cells: Cells) -> Iterator[tuple[int, int]]:
    """Of each group of cells that touch the first one, row by row."""
    rest = set(cells)
    for cell in sorted(cells, key=lambda square: (square[1], square[0])):
        if cell not in rest:
            continue
        yield cell
        wave = [cell]
        rest.discard(cell)
        for x, y in wave:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in rest:
                    rest.discard(near)
                    wave.append(near)


def area_noted(area: SceneArea, entry: SceneEntry, frame: Frame) -> Iterator[str]:
    """The marks of what is laid over the ground: in its first cell, or in its middle."""
    if not (entry.height or entry.cover) or (frame.cell and frame.side < LEAST_SIDE):
        return
    if area.runs and frame.cell:
        first = min(area.runs, key=lambda run: (run.y, run.x))
        box = frame.cells(first.x, first.y)
    elif (spot := _middle(area, frame)) is not None:
        box = Box(spot[0] - SIZE, spot[1] - SIZE / 2, 2 * SIZE, SIZE)
    else:
        return
    yield from noted(entry, box.x, box.y, box.width)


def _middle(area: SceneArea, frame: Frame) -> Spot | None:
    if area.disc is not None:
        return frame.at(area.disc.centre)
    if area.strip is not None:
        return frame.at(area.strip.line[len(area.strip.line) // 2])
    if area.outlines:
        points = [frame.at(point) for point in area.outlines[0].points]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return None
