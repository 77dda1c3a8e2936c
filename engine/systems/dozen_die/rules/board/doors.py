"""Doors between squares: which ones are shut, and how they open. Doors that are squares are in the state of the game.

[DD-MOVE-06, DD-ACT-12, DD-CON-04]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import structs

from engine.kit import Cell, Place, Reasons, Table
from engine.kit.ground import (
    OPENED,
    Ground,
    GroundChange,
    GroundEdge,
    GroundEntry,
    Named,
    Readers,
    both,
    change_ground,
    crossed,
    knows_all,
    line_key,
    show,
    state_of,
    steps_across,
)
from engine.systems.dozen_die.board import retreat
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ground import CELL, ENTRIES, doors_of, is_door, own_part
from engine.systems.dozen_die.board.steps import passes, rim_open
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content.kinds import Grade
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.rules.board.common_view import on_known_ground
from engine.systems.dozen_die.rules.board.events import DoorOpened
from engine.systems.dozen_die.state import DozenDieState


def _entries(state: DozenDieFight) -> dict[str, GroundEntry]:
    return {entry.key: entry for entry in (*ENTRIES, *board.ground(state).legend)}


def door(state: DozenDieFight, key: str) -> GroundEdge | None:
    """The door between squares of this key, as the ground or a seat's view of it has it; None where there is none."""
    entries = _entries(state)
    for edge in board.ground(state).edges:
        if key in (edge.key, line_key(edge.entry, edge.line)) and is_door(entries[edge.entry]):
            return edge
    return None


def shut(state: DozenDieFight, key: str) -> bool:
    """Whether there is such a door, and it is shut."""
    found = door(state, key)
    return found is not None and state_of(found, _entries(state)[found.entry]) not in OPENED


def lock(state: DozenDieFight, key: str) -> Grade | None:
    """How hard a door's lock is to pick by the map; None where the map does not say."""
    found = door(state, key)
    return None if found is None else own_part(_entries(state)[found.entry]).lock


def beside(state: DozenDieFight, stand: Footprint) -> tuple[str, ...]:
    """The shut doors on a side of a figure's squares, by the squares, then in the order of the ground."""
    found = _by_side(board.ground(state))
    keys = (key for x, y in stand.cells() for side in _sides(x, y) for key in found.get(side, ()))
    return tuple(key for key in dict.fromkeys(keys) if shut(state, key))


Side = tuple[bool, int, int]
"""The west side of a square (True), or its north side: with its column and row."""


def _sides(x: int, y: int) -> tuple[Side, ...]:
    return (True, x, y), (False, x, y), (True, x + 1, y), (False, x, y + 1)


def _by_side(ground: Ground) -> dict[Side, list[str]]:
    """The doors on each side of a square, wherever they stand: those that the step over it crosses.

    Kept with the ground.
    """
    found: dict[Side, list[str]] | None = ground.kept.get("doors by side")
    if found is None:
        found = ground.kept["doors by side"] = {}
        entries = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}
        for edge in doors_of(ground):
            for sides in steps_across(edge, entries[edge.entry], CELL):
                for at in range(sides.start, sides.end):
                    side = (True, sides.line, at) if sides.upright else (False, at, sides.line)
                    found.setdefault(side, []).append(edge.key)
    return found


# -- what happens to them
def open_up(table: Table[DozenDieState], key: str, who: str, *, rule: str, because: Reasons | None = None) -> None:
    """The door stands open from now on; an open one stays as it is. All who see the figure that opens it know of it."""
    reveal(table, who, door=key, rule=rule, because=because)
    found = door(table.state, key)
    if found is not None and shut(table.state, key):
        change_ground(table, GroundChange(edges=(structs.replace(found, state="OPEN"),)), rule=rule, because=because)
        at, beyond = _either_side(table.state, found)
        table.emit(DoorOpened(at=at, beyond=beyond), rule=rule, to=found.seen_by, because=because)


def _either_side(state: DozenDieFight, edge: GroundEdge) -> tuple[Place, Place]:
    """The squares on both sides of a door, at the first step that leads through it; one on the board comes first."""
    for sides in steps_across(edge, _entries(state)[edge.entry], CELL):
        at = sides.start
        pairs = ((sides.line - 1, at), (sides.line, at)) if sides.upright else ((at, sides.line - 1), (at, sides.line))
        break
    else:
        inside = (edge.line[0].x // CELL, edge.line[0].y // CELL)
        pairs = (inside, inside)
    land = board.land(state)
    cell, other = sorted(pairs, key=lambda pair: land.square(pair) is None)
    return Place(cell=Cell(*cell)), Place(cell=Cell(*other))


def open_square(table: Table[DozenDieState], at: Place, who: str, *, rule: str, because: Reasons | None = None) -> None:
    """As `open_up`, for a door that is a square."""
    reveal(table, who, at=at, rule=rule, because=because)
    readers: Readers = None
    for _, part in _at_door(table.state, None, at):
        readers = both(readers, part.seen_by)
    table.emit(DoorOpened(at=at), rule=rule, to=readers, because=because)


def reveal(
    table: Table[DozenDieState],
    who: str,
    *,
    door: str | None = None,
    at: Place | None = None,
    rule: str,
    because: Reasons | None = None,
) -> None:
    """A figure is busy at a door: all seats that see the figure know of the door from now on.

    door: between squares, by its key. at: a door that is a square.
    """
    show(table, who, _at_door(table.state, door, at), rule=rule, because=because)


def passed(table: Table[DozenDieState], who: str, way: Sequence[Footprint], *, rule: str) -> None:
    """A figure has gone this way: where others took part of it for impassable, all who see it know better from now on.

    way: its places in order, from that before the first step; one off the board is first or last.
    """
    state = table.state
    if knows_all(state.fight.ground, None):
        return
    land, laid = board.land(on_known_ground(state)), board.ground(state)
    found: dict[str, Named] = {}
    for before, after in pairwise(way):
        if not _open(land, before, after):
            found |= {part[1].key: part for part in crossed(laid, tuple(before.cells()), tuple(after.cells()), ENTRIES)}
    show(table, who, found.values(), rule=rule)


def _open(land: TerrainMap, before: Footprint, after: Footprint) -> bool:
    """Whether nothing shuts a step; of one onto the board or off it, nothing along the rim."""
    if land.on_board(before) and land.on_board(after):
        return land.fits(after) and passes(land, before, after)
    inside, outside = (before, after) if land.on_board(before) else (after, before)
    return land.fits(inside) and rim_open(land, inside, outside)


def retreated(table: Table[DozenDieState], who: str, start: Footprint, to: Footprint, *, rule: str) -> None:
    """As `passed`, for a figure that is no longer where it has been pushed from, or has fallen to.

    It shows nothing if there is a way that is known to all, and no longer.
    """
    state = table.state
    if knows_all(state.fight.ground, None):
        return
    way = retreat.way(board.land(state), start, to)
    open_way = retreat.way(board.land(on_known_ground(state)), start, to)
    if not open_way or len(open_way) > len(way):
        passed(table, who, way, rule=rule)


def _at_door(state: DozenDieFight, key: str | None, at: Place | None) -> Iterator[Named]:
    """The parts of the ground that a door is made of: its edge, or the patches that lay it on a square."""
    found = door(state, key) if key is not None else None
    if found is not None:
        yield "edges", found
    if at is None or at.cell is None:
        return
    entries = _entries(state)
    for patch in board.ground(state).patches:
        on_it = any(run.y == at.cell.y and run.x <= at.cell.x < run.x + run.length for run in patch.area.runs)
        if on_it and is_door(entries[patch.entry]):
            yield "patches", patch
