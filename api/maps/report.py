"""What became of a map, and what was dropped."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class MapReport(Struct, frozen=True, kw_only=True, rename="camel"):
    """What became of a map's parts. width, height: of the ground, in cells.

    on_grid: pieces of walls and objects along cells' sides, and those that were moved there from within a tenth of a
    cell. for_the_eye: pieces off the grid, which stop sight but no step. free: pieces that stand where they stood, on a
    plane. doors, open_doors: of these open. doors_for_the_eye: off the grid. outside: pieces that lie outside of the
    ground. lights: lights that were dropped. picture: whether a picture was dropped.
    """

    width: int
    height: int
    on_grid: int = 0
    moved: int = 0
    for_the_eye: int = 0
    free: int = 0
    doors: int = 0
    open_doors: int = 0
    doors_for_the_eye: int = 0
    outside: int = 0
    lights: int = 0
    picture: bool = False


def lines_of(report: MapReport) -> Iterator[str]:
    """The report as lines of text."""
    yield f"{report.width} x {report.height} cells"
    if report.free:
        yield f"{report.free} pieces of walls and objects, where they stood"
    else:
        yield f"{report.on_grid} pieces of walls and objects along cells' sides, {report.moved} of them moved there"
        yield f"{report.for_the_eye} pieces off the grid, which stop sight but no step"
    yield f"{report.doors} doors, {report.open_doors} of them open, {report.doors_for_the_eye} off the grid"
    yield f"dropped: {report.outside} pieces outside of the ground, {report.lights} lights, " + (
        "the picture" if report.picture else "no picture"
    )
