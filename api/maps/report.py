"""What became of a map, and what was dropped."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class MapReport(Struct, frozen=True, kw_only=True, rename="camel"):
    """What became of a map's parts. width, height: of the ground, in cells.

    on_grid: pieces of walls and objects along cells' sides; moved: those that were moved onto lines of the grid, from
    within a tenth of a cell. off_grid: pieces that stand elsewhere, and stop the steps that cross them. uncrossed:
    pieces that no step along a row or column crosses, such as a post. free: pieces that stand where they stood, on a
    plane. doors, open_doors: of these open. doors_off_grid: one door on every side that it crosses. outside: pieces
    that lie outside of the ground. lights: lights that were dropped. picture: whether there is one; `backdrop` says
    where it lies.
    """

    width: int
    height: int
    on_grid: int = 0
    moved: int = 0
    off_grid: int = 0
    uncrossed: int = 0
    free: int = 0
    doors: int = 0
    open_doors: int = 0
    doors_off_grid: int = 0
    outside: int = 0
    lights: int = 0
    picture: bool = False


def lines_of(report: MapReport) -> Iterator[str]:
    """The report as lines of text."""
    yield f"{report.width} x {report.height} cells"
    if report.free:
        yield f"{report.free} pieces of walls and objects, where they stood"
    else:
        yield f"{report.on_grid} pieces of walls and objects along cells' sides; {report.moved} were moved there"
        yield f"{report.off_grid} pieces off the grid; {report.uncrossed} pieces stand where no step leads"
    yield f"{report.doors} doors, {report.open_doors} of them open, {report.doors_off_grid} off the grid"
    yield f"dropped: {report.outside} pieces outside of the ground, {report.lights} lights"
