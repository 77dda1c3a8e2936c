"""Grounds of tests, told shorter than a client tells them: rectangles of cells."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel.state.ground.ground import Ground, Space
from engine.kernel.structs.messages import plain
from engine.systems.fantasia import ground, sheet
from engine.systems.fantasia.upcast import laid


class Patch(Struct, frozen=True, kw_only=True, rename="camel"):
    """A rectangle of cells that are not plain ground."""

    x: int
    y: int
    columns: int = 1
    rows: int = 1
    height: int = 0
    wall: bool = False
    firm: bool = True


class Grid(ground.Grid, frozen=True, kw_only=True, rename="camel"):
    """The rules of a board, and what lies on it."""

    terrain: tuple[Patch, ...] = ()


class Setup(sheet.Setup, frozen=True, kw_only=True, rename="camel"):
    """A setup; its grid makes the ground a board of cells."""

    grid: Grid | None = None


def halves(setup: sheet.Setup, on: Ground | None = None) -> tuple[dict[str, Any], Ground | None]:
    """(the setup as it is sent, the ground). on: what the cells are laid on."""
    told, grid = plain(setup), setup.grid
    terrain = (told["grid"] or {}).pop("terrain", [])
    if grid is None:
        return told, on
    board = on if on is not None and on.space.kind == "GRID" else Ground(space=Space(kind="GRID"))
    more = msgspec.convert({"space": plain(board.space), **laid({"terrain": terrain})}, Ground)
    there = {entry.key for entry in board.legend}
    legend = (*board.legend, *(entry for entry in more.legend if entry.key not in there))
    return told, structs.replace(board, legend=legend, patches=(*board.patches, *more.patches))
