"""The ground of a fight: how its space is divided, and what lies and stands on it. One setup for every rule system.

The kernel holds it, rule systems read it. A system refuses in words what it cannot use (`RuleSystem.lay`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import Line, SceneArea
from engine.kernel.structs.ids import Id, Seat
from engine.kernel.structs.named import SIDE
from engine.kernel.structs.numbers import Amount, Extent, Level, Rank, Square

SpaceKind = Literal["GRID", "PLANE", "ZONES", "RANKS", "NOWHERE"]
SceneLook = Literal[
    "FLOOR", "WALL", "DOOR", "WINDOW", "WATER", "ROUGH", "ROAD", "BRIDGE", "WOOD", "HEIGHT", "STAIRS", "PIT",
    "OBSTACLE", "COVER", "HAZARD", "FIRE", "SMOKE", "DARK", "OTHER",
]  # fmt: skip
ScenePasses = Literal["FREE", "HARD", "SOME", "NEVER"]
EdgeState = Literal["NONE", "OPEN", "SHUT", "LOCKED", "BROKEN"]

Label = Annotated[str, msgspec.Meta(max_length=80)]
Sign = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
Row = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
SeenBy = Annotated[tuple[Seat, ...], msgspec.Meta(max_length=100)]


class Space(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How places are told apart.

    width, height: of a grid in cells, else in hundredths of the unit; 0: without an edge, or as many as there are rows.
    unit: of length, such as m; "": the rule system's.
    cell: the side of a cell in hundredths of the unit.
    """

    kind: SpaceKind = "NOWHERE"
    width: Extent = 0
    height: Extent = 0
    unit: Annotated[str, msgspec.Meta(max_length=20)] = ""
    cell: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 100


class GroundEntry(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What something on the ground is.

    sign: its character in `rows`. terrain: a thing of the rule system's catalogue. game: the system's own properties,
    under the system's word as the only key. label: its name at the table; "": the system's.
    look, step, sight: null: as the terrain has it, else FLOOR and FREE. step, sight: how it passes a step, and sight.
    height: of its floor; top: how high it stands up, null: without end. state: of a door or window.
    cover: null: as the terrain has it.
    """

    key: Id
    sign: Sign | None = None
    terrain: Id | None = None
    label: Label = ""
    look: SceneLook | None = None
    step: ScenePasses | None = None
    sight: ScenePasses | None = None
    height: Level = 0
    top: Level | None = None
    state: EdgeState = "NONE"
    cover: Amount | None = None
    game: dict[str, Any] | None = None


class GroundPatch(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Laid over the rows, or over the plane; of two patches the later one counts.

    entry: key of the legend. seen_by: the only seats that know of it, besides the GM; null: everybody.
    """

    key: Id
    entry: Id
    area: SceneArea
    label: Label = ""
    seen_by: SeenBy | None = None


class GroundEdge(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A line that stands on the ground: a wall, door, window, bank or hedge along cells' sides, or free on a plane.

    key: absent: made from its line and entry. All but the GM read such a key for every edge without state and label, so
    that no key tells what only looks like a wall.
    entry: key of the legend. state: of a door or window; NONE: as the entry has it.
    seen_by: the only seats that know what it is, besides the GM; null: everybody. shown_as: key of the legend: what the
    others take it for (a wall); null: they see nothing there.
    """

    key: Id = ""
    entry: Id
    line: Line
    state: EdgeState = "NONE"
    label: Label = ""
    seen_by: SeenBy | None = None
    shown_as: Id | None = None


class GroundZone(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A named area. entries: keys of the legend. at, outline: where it is drawn; null, empty: laid out by Skald."""

    key: Id
    label: Label
    at: Point | None = None
    outline: Annotated[tuple[Point, ...], msgspec.Meta(max_length=1000)] = ()
    entries: Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)] = ()
    seen_by: SeenBy | None = None


class GroundLink(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A way between two zones. both: it can be gone back as well. entries: keys of the legend (difficult, a door)."""

    key: Id
    from_: Id = msgspec.field(name="from")
    to: Id
    both: bool = True
    label: Label = ""
    entries: Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)] = ()
    seen_by: SeenBy | None = None


class GroundPosition(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A position of a side; rank 1 is nearest to the other side. entries: keys of the legend."""

    side: Annotated[Id, SIDE]
    rank: Rank
    entries: Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)] = ()


class Ground(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, dict=True):
    """The ground as it is set up.

    rows: a grid drawn from north to south, one sign of the legend per cell; empty: plain ground. A system may know
    signs of its own. zones, links: of a space of zones; positions: of ranks.
    """

    space: Space = Space()
    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=1000)] = ()
    legend: Annotated[tuple[GroundEntry, ...], msgspec.Meta(max_length=200)] = ()
    patches: Annotated[tuple[GroundPatch, ...], msgspec.Meta(max_length=1000)] = ()
    edges: Annotated[tuple[GroundEdge, ...], msgspec.Meta(max_length=5000)] = ()
    zones: Annotated[tuple[GroundZone, ...], msgspec.Meta(max_length=200)] = ()
    links: Annotated[tuple[GroundLink, ...], msgspec.Meta(max_length=1000)] = ()
    positions: Annotated[tuple[GroundPosition, ...], msgspec.Meta(max_length=200)] = ()

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """Cache for values derived from this ground alone: it is immutable and queried often."""
        return {}


class GroundCells(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Cells side by side that get another sign: from (x, y) on, `length` of them in the direction of x."""

    x: Square
    y: Square
    length: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    sign: Sign


class GroundRank(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Names a position of a side."""

    side: Annotated[Id, SIDE]
    rank: Rank


Keys = Annotated[tuple[Id, ...], msgspec.Meta(max_length=5000)]


class GroundRemoved(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Parts of a ground that go, by key."""

    legend: Keys = ()
    patches: Keys = ()
    edges: Keys = ()
    zones: Keys = ()
    links: Keys = ()
    positions: Annotated[tuple[GroundRank, ...], msgspec.Meta(max_length=200)] = ()


class GroundChange(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What changes of a ground; the rest stays. It is applied in this order.

    ground: in place of all that was. removed: parts that go. space, rows: in place of what was; null: as they
    were. cells: of the rows. legend, patches, edges, zones, links, positions: those of the same key are replaced, the
    others are added behind.
    """

    ground: Ground | None = None
    removed: GroundRemoved | None = None
    space: Space | None = None
    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=1000)] | None = None
    cells: Annotated[tuple[GroundCells, ...], msgspec.Meta(max_length=10_000)] = ()
    legend: Annotated[tuple[GroundEntry, ...], msgspec.Meta(max_length=200)] = ()
    patches: Annotated[tuple[GroundPatch, ...], msgspec.Meta(max_length=1000)] = ()
    edges: Annotated[tuple[GroundEdge, ...], msgspec.Meta(max_length=5000)] = ()
    zones: Annotated[tuple[GroundZone, ...], msgspec.Meta(max_length=200)] = ()
    links: Annotated[tuple[GroundLink, ...], msgspec.Meta(max_length=1000)] = ()
    positions: Annotated[tuple[GroundPosition, ...], msgspec.Meta(max_length=200)] = ()


__all__ = [
    "EdgeState", "Ground", "GroundCells", "GroundChange", "GroundEdge", "GroundEntry", "GroundLink", "GroundPatch",
    "GroundPosition", "GroundRank", "GroundRemoved", "GroundZone", "Row", "SceneLook", "ScenePasses", "Space",
    "SpaceKind",
]  # fmt: skip
