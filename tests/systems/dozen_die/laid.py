"""Grounds of tests, told shorter than a client tells them: signs and rectangles of squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.state.ground import ground as kernel
from engine.kernel.state.ground.ground_change import finished
from engine.kernel.structs.messages import plain
from engine.systems.dozen_die import sheet
from engine.systems.dozen_die.board.ground import Square
from engine.systems.dozen_die.content.kinds import Terrain
from engine.systems.dozen_die.upcast import ground_of

Laid = kernel.Ground


class Sign(Square, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The meaning of a sign."""

    sign: str


class Piece(Square, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A rectangle of equal squares."""

    x: int
    y: int
    columns: int = 1
    lines: int = 1


def Ground(
    rows: Sequence[str] = (),
    legend: Sequence[Sign] = (),
    width: int = 24,
    depth: int = 24,
    pieces: Sequence[Piece] = (),
    own_terrain: Sequence[Terrain] = (),
) -> kernel.Ground:
    """A ground of the kernel, as a board of old was told."""
    board: dict[str, Any] = {"rows": list(rows), "width": width, "depth": depth}
    board |= {"legend": plain(legend), "pieces": plain(pieces), "ownTerrain": plain(own_terrain)}
    return finished(msgspec.convert(ground_of(board), kernel.Ground))


class Setup(sheet.Setup, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A setup, and the ground beside it."""

    ground: kernel.Ground | None = None


def halves(setup: sheet.Setup) -> tuple[dict[str, Any], kernel.Ground | None]:
    """(the setup as it is sent, the ground)."""
    told, ground = plain(setup), getattr(setup, "ground", None)
    told.pop("ground", None)
    return told, ground
