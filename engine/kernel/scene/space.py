"""How the places of a scene are told apart: cells, an open plane, zones, ranks, or nothing."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import Point

CellShape = Literal["SQUARE"]
SceneMeasure = Literal["CHEBYSHEV", "MANHATTAN", "ALTERNATING", "EUCLIDEAN"]


class SceneGrid(Struct, frozen=True, kw_only=True, rename="camel", tag_field="kind", tag="GRID"):
    """Cells. width, height: in cells; 0: without an edge. cell: the side of a cell in hundredths of the unit.

    diagonals: whether a step may go diagonally; measure: how far a diagonal is.
    """

    width: int
    height: int
    unit: str
    cell: int
    shape: CellShape = "SQUARE"
    diagonals: bool
    measure: SceneMeasure


class ScenePlane(Struct, frozen=True, kw_only=True, rename="camel", tag_field="kind", tag="PLANE"):
    """An open table. width, height: in hundredths of the unit; 0: without an edge."""

    width: int
    height: int
    unit: str


class SceneZone(Struct, frozen=True, kw_only=True, rename="camel"):
    """A named area. at: where its tokens are drawn; outline: its edge in the drawing. entries: keys of the legend."""

    key: str
    label: str
    at: Point
    outline: tuple[Point, ...]
    entries: tuple[str, ...] = ()


class SceneLink(Struct, frozen=True, kw_only=True, rename="camel"):
    """A way between two zones. from, to: zones, by key. both: it can be gone back as well. entries: of the legend.

    cost, cost_back: what it costs to go there, and back, in words; "": what a way usually costs.
    """

    key: str
    from_: str = msgspec.field(name="from")
    to: str
    both: bool
    label: str
    entries: tuple[str, ...] = ()
    cost: str = ""
    cost_back: str = ""


class SceneZones(Struct, frozen=True, kw_only=True, rename="camel", tag_field="kind", tag="ZONES"):
    """Named areas and what links them. width, height: of the drawing, in hundredths."""

    width: int
    height: int
    zones: tuple[SceneZone, ...]
    links: tuple[SceneLink, ...]


class ScenePosition(Struct, frozen=True, kw_only=True, rename="camel"):
    """A position of a side. rank: 1 is nearest to the other side. open: a combatant may stand there."""

    side: str
    rank: int
    at: Point
    open: bool
    entries: tuple[str, ...] = ()


class SceneRanks(Struct, frozen=True, kw_only=True, rename="camel", tag_field="kind", tag="RANKS"):
    """Lines of positions that face each other. bands: the words for distances, nearest first.

    farthest: the index in `bands` of the greatest distance that this field allows.
    width, height: of the drawing, in hundredths.
    """

    width: int
    height: int
    positions: tuple[ScenePosition, ...]
    bands: tuple[str, ...]
    farthest: int


class SceneNowhere(Struct, frozen=True, kw_only=True, rename="camel", tag_field="kind", tag="NOWHERE"):
    """There are no places: show tokens by their sides. why: in words."""

    why: str = ""


SceneSpace = SceneGrid | ScenePlane | SceneZones | SceneRanks | SceneNowhere
