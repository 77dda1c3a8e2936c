"""Reach: all places that may be picked, compactly. Cells are runs of a row and a height; zones, ranks and the rest as
they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground.areas import SceneArea, SceneRun


def area_of(places: Iterable[Place], *, floors: bool = False) -> SceneArea:
    """The area of these places, each once, in order of height, row and column.

    floors: a cell is picked without a height: it stands for its floor, and its height is 0.
    """
    rows: dict[tuple[int, int], set[int]] = {}
    others: dict[Place, None] = {}
    for place in places:
        if place.cell is not None and place == Place(cell=place.cell, height=place.height):
            rows.setdefault((place.height, place.cell.y), set()).add(place.cell.x)
        else:
            others[place] = None
    runs = [run for (height, y), xs in sorted(rows.items()) for run in _runs(y, sorted(xs), None if floors else height)]
    return SceneArea(runs=tuple(runs), places=tuple(others))


def _runs(y: int, xs: list[int], height: int | None) -> Iterator[SceneRun]:
    first = last = xs[0]
    for x in xs[1:]:
        if x != last + 1:
            yield SceneRun(x=first, y=y, length=last - first + 1, height=height)
            first = x
        last = x
    yield SceneRun(x=first, y=y, length=last - first + 1, height=height)


def places_in(area: SceneArea) -> tuple[Place, ...]:
    """Every place of an area that can be counted: its cells, each as it is picked, then its other places."""
    cells = (
        Place(cell=Cell(x, run.y), height=run.height or 0)
        for run in area.runs
        for x in range(run.x, run.x + run.length)
    )
    return (*cells, *area.places)


def count_in(area: SceneArea) -> int:
    """The number of these places."""
    return sum(run.length for run in area.runs) + len(area.places)


def place_at(area: SceneArea, index: int) -> Place:
    """One of these places, without making the others. index: from 0; IndexError behind the last."""
    for run in area.runs:
        if index < run.length:
            return Place(cell=Cell(run.x + index, run.y), height=run.height or 0)
        index -= run.length
    return area.places[index]


def holds(area: SceneArea, place: Place) -> bool:
    """Whether a place may be picked of an area that can be counted."""
    cell = place.cell
    if cell is None or place != Place(cell=cell, height=place.height):
        return place in area.places
    return any(
        run.y == cell.y and run.x <= cell.x < run.x + run.length and (run.height or 0) == place.height
        for run in area.runs
    )
