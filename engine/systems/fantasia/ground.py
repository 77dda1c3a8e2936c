"""What a fight's ground means in this game, and which rules of the board apply.  [FF-GRID-01 to FF-GRID-16]

One cell is one metre. x grows to the east, y to the south.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import groupby, islice

from msgspec import Struct

from engine.kit import Cell, RuleRefusal, spend
from engine.kit.board import ANYBODY, NOWHERE, Barrier, Edges, Runs
from engine.kit.ground import Ground, GroundEntry, edges_of, hides, own_part_of, step_of

MOST_SCREENS = 10_000
"""Runs of cells that hide, on one ground: what everybody sees past in a part of the work that a step may take."""


class Facing(Enum):
    """The direction a combatant looks in on the board; no diagonals.  [FF-GRID-07]"""

    NORTH = "NORTH"
    EAST = "EAST"
    SOUTH = "SOUTH"
    WEST = "WEST"


class GridRule(Enum):
    """The rules of the board, each of which the game master may switch off.  [FF-GRID-16]"""

    FOUR_CELLS = "FOUR_CELLS"
    NO_DIAGONAL = "NO_DIAGONAL"
    THROUGH_ALLIES = "THROUGH_ALLIES"
    NOT_THROUGH_ENEMIES = "NOT_THROUGH_ENEMIES"
    THROUGH_HUGE = "THROUGH_HUGE"
    END_ON_EMPTY = "END_ON_EMPTY"
    CHOOSE_FACING = "CHOOSE_FACING"
    FACE_LAST_STEP = "FACE_LAST_STEP"
    BACK_MELEE = "BACK_MELEE"
    HEIGHT_MELEE = "HEIGHT_MELEE"
    BACK_RANGED = "BACK_RANGED"
    ONE_CELL = "ONE_CELL"
    LARGE_REACH = "LARGE_REACH"
    DIAGONAL_TWICE = "DIAGONAL_TWICE"
    METRE_IS_CELL = "METRE_IS_CELL"


class Grid(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The rules of a board of squares, where the fight's ground is one.  [FF-GRID-16]

    ignored: rules that do not apply.
    """

    ignored: tuple[GridRule, ...] = ()


class OwnGround(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What this game adds to an entry of a legend, as `game: {"fantasia": {...}}`.

    firm: False: water, thin air.
    """

    firm: bool = True


class Floor(Struct, frozen=True, kw_only=True):
    """What a cell is. height: of its surface, in metres; a pit is below 0. wall: nobody can enter.

    firm: False: water, thin air. hides: the height up to which nobody sees through it, or into it.
    """

    height: int = 0
    wall: bool = False
    firm: bool = True
    hides: int = NOWHERE


PLAIN = Floor()
"""Unspecified ground: level, open and firm."""
KEY = "fantasia"
METRE = "m"
CELL = 100
"""The side of a cell, in hundredths of a metre."""
HIGHEST = 100
"""The greatest height and depth, in metres."""
ENTRIES = (
    GroundEntry(key="open", sign="."),
    GroundEntry(key="wall", sign="#", look="WALL", step="NEVER"),
    GroundEntry(key="not-firm", sign="~", look="WATER", game={KEY: {"firm": False}}),
)
"""What every ground may name without a legend."""


def own_part(entry: GroundEntry) -> OwnGround:
    """This game's part of an entry. RuleRefusal where it cannot be read."""
    return own_part_of(entry, KEY, OwnGround) or OwnGround()


def _refusal(reason: str, field: str, rule: str = "") -> RuleRefusal:
    told = f"{field}: {reason}"
    return RuleRefusal(told, rule=rule, field=field)


def floor_of(entry: GroundEntry) -> Floor:
    """What an entry is as a cell."""
    wall = step_of(entry, entry.state) == "NEVER"
    return Floor(height=entry.height, wall=wall, firm=own_part(entry).firm, hides=hides(entry, entry.state))


class Floors:
    """The cells of a ground."""

    def __init__(self, ground: Ground) -> None:
        known = (*ENTRIES, *ground.legend)
        self._signs = {entry.sign: floor_of(entry) for entry in known if entry.sign is not None}
        keys = {entry.key: floor_of(entry) for entry in known}
        self._rows = ground.rows
        self._laid = Runs((run.y, run.x, run.length, keys[p.entry]) for p in ground.patches for run in p.area.runs)

    def at(self, cell: Cell) -> Floor:
        """What a cell is; plain, where nothing is laid."""
        laid = self._laid.at(cell.x, cell.y)
        if laid is not None:
            return laid
        if 0 <= cell.y < len(self._rows) and 0 <= cell.x < len(self._rows[cell.y]):
            return self._signs[self._rows[cell.y][cell.x]]
        return PLAIN

    def screens(self) -> Iterator[Barrier]:
        """The rims of the cells that hide, run by run."""
        for y, row in enumerate(self._rows):
            x = 0
            for sign, run in groupby(row):
                length = len(list(run))
                spend(1)
                if self._signs[sign].hides > NOWHERE:
                    yield from self._rims(y, x, x + length, self._signs[sign])
                x += length
        for y, start, end, floor in self._laid.pieces():
            if floor.hides > NOWHERE:
                yield _rim(y, start, end, floor.hides)

    def _rims(self, y: int, start: int, end: int, floor: Floor) -> Iterator[Barrier]:
        """Of a run of drawn cells those that nothing is laid over."""
        bare = [x for x in range(start, end) if self._laid.at(x, y) is None]
        for _, cells in groupby(enumerate(bare), key=lambda cell: cell[1] - cell[0]):
            run = [x for _, x in cells]
            yield _rim(y, run[0], run[-1] + 1, floor.hides)


def _rim(y: int, start: int, end: int, hides: int) -> Barrier:
    corners = ((start, y), (end, y), (end, y + 1), (start, y + 1), (start, y))
    return Barrier(tuple((CELL * at, CELL * row) for at, row in corners), ANYBODY, hides)


def edges_on(ground: Ground) -> Edges:
    """What stands between cells, and what cells hide."""
    return edges_of(ground, ENTRIES, more=lambda: floors_of(ground).screens())


def floors_of(ground: Ground) -> Floors:
    """The cells of a ground, kept with it."""
    found: Floors | None = ground.kept.get(KEY)
    if found is None:
        found = ground.kept[KEY] = Floors(ground)
    return found


# -- what this game cannot use
def faults(ground: Ground) -> Iterator[RuleRefusal]:
    """Why this game cannot use a ground, which is whole by itself."""
    unfit = tuple(_unfit(ground))
    yield from unfit
    if not unfit and sum(1 for _ in islice(floors_of(ground).screens(), MOST_SCREENS + 1)) > MOST_SCREENS:
        yield _refusal(f"cells that hide lie in more than {MOST_SCREENS} runs", "rows", "FF-GRID-16")


def _unfit(ground: Ground) -> Iterator[RuleRefusal]:
    space = ground.space
    if space.kind not in ("GRID", "PLANE", "NOWHERE"):
        yield _refusal("this game knows cells, a plane in metres, or no places", "space.kind", "FF-GRID-16")
        return
    if space.kind == "GRID" and space.cell != 100:
        yield _refusal("a cell is a metre: 100", "space.cell", "FF-GRID-15")
    if space.kind != "NOWHERE" and space.unit not in ("", METRE):
        yield _refusal("this game measures in metres: m", "space.unit", "FF-GRID-15")
    for number, entry in enumerate(ground.legend):
        for fault in _entry_faults(entry):
            yield fault.below(f"legend.{number}")
    if space.kind == "GRID":
        for number, patch in enumerate(ground.patches):
            area = patch.area
            if area.outlines or area.strip or area.disc or area.sector:
                yield _refusal("on a board of cells it lies on cells: runs", f"patches.{number}.area", "FF-GRID-16")


def _entry_faults(entry: GroundEntry) -> Iterator[RuleRefusal]:
    try:
        own_part(entry)
    except RuleRefusal as refusal:
        yield refusal
    if entry.terrain is not None:
        yield _refusal(f"there is no terrain {entry.terrain!r} in this game", "terrain")
    for field in ("step", "sight"):
        if getattr(entry, field) in ("HARD", "SOME"):
            yield _refusal("in this game ground lets pass or does not: FREE or NEVER", field, "FF-GRID-06")
    if entry.cover is not None:
        yield _refusal("in this game ground gives no cover: leave it out", "cover", "FF-GRID-16")
    if not -HIGHEST <= entry.height <= HIGHEST:
        yield _refusal(f"a height is {-HIGHEST} to {HIGHEST} metres", "height", "FF-GRID-10")
