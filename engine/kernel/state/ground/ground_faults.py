"""What is wrong with a ground as it was sent: every fault, with its field. No rule system is asked here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.space.crossings import count
from engine.kernel.space.edges import straight
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.ground import Ground, GroundEntry, Space
from engine.kernel.structs.errors import RuleRefusal

MOST = 100
"""How many faults are told at once."""
MOST_SIDES = 100_000
"""Sides of cells that slanting edges may cross in all: each is looked at when the ground is used."""

_PARTS = ("patches", "edges", "zones", "links")
_OF = {"rows": ("GRID",), "zones": ("ZONES",), "links": ("ZONES",), "positions": ("RANKS",)}
_OF_AREA = {"runs": ("GRID",), "places": ("ZONES", "RANKS")}


class Known(Struct, frozen=True):
    """What a ground may name: the seats of the table, and what the system has without a legend."""

    seats: Collection[str] = ()
    entries: Sequence[GroundEntry] = ()


def refuse(faults: Sequence[RuleRefusal]) -> None:
    """RuleRefusal with all these faults, if there are any: the first, and the others beside it."""
    if faults:
        first, *others = faults
        first.others = tuple(others)
        raise first


def faults_of(ground: Ground, known: Known) -> list[RuleRefusal]:
    """What is wrong with a finished ground; [] where nothing is. At most so many that somebody can read them."""
    found = []
    for fault in _faults(ground, known):
        found.append(fault)
        if len(found) == MOST:
            break
    return found


def _fault(field: str, reason: str) -> RuleRefusal:
    return RuleRefusal(f"{field}: {reason}", field=field)


def _faults(ground: Ground, known: Known) -> Iterator[RuleRefusal]:
    yield from _strange(ground)
    yield from _twice(ground)
    yield from _rows(ground, known)
    yield from _entries(ground, known)
    yield from _areas(ground)
    yield from _edges(ground)
    yield from _zones(ground)
    yield from _seats(ground, known)


def _strange(ground: Ground) -> Iterator[RuleRefusal]:
    """Parts of another space."""
    kind = ground.space.kind
    for name, kinds in _OF.items():
        if getattr(ground, name) and kind not in kinds:
            yield _fault(name, f"a space of {kind} has none")
    if ground.edges and kind not in ("GRID", "PLANE"):
        yield _fault("edges", f"a space of {kind} has none")
    if ground.patches and kind == "NOWHERE":
        yield _fault("patches", f"a space of {kind} has none")


def _twice(ground: Ground) -> Iterator[RuleRefusal]:
    for name in ("legend", *_PARTS):
        seen = set[str]()
        for number, part in enumerate(getattr(ground, name)):
            if part.key in seen:
                yield _fault(f"{name}.{number}.key", f"{part.key} twice")
            seen.add(part.key)
    signs = set[str]()
    for number, entry in enumerate(ground.legend):
        if entry.sign is not None and entry.sign in signs:
            yield _fault(f"legend.{number}.sign", f"{entry.sign!r} twice")
        signs.add(entry.sign or "")
    ranks = set[tuple[str, int]]()
    for number, position in enumerate(ground.positions):
        if (position.side, position.rank) in ranks:
            yield _fault(f"positions.{number}", f"rank {position.rank} of {position.side} twice")
        ranks.add((position.side, position.rank))


def _rows(ground: Ground, known: Known) -> Iterator[RuleRefusal]:
    space, rows = ground.space, ground.rows
    if not rows or space.kind != "GRID":
        return
    if len(rows) != space.height:
        yield _fault("rows", f"{len(rows)} rows on a grid of {space.height}")
    signs = {entry.sign for entry in (*known.entries, *ground.legend)}
    told = set[str]()
    for number, row in enumerate(rows):
        if len(row) != space.width:
            yield _fault(f"rows.{number}", f"{len(row)} cells on a grid of {space.width}")
        for sign in sorted(set(row) - told):
            if sign not in signs:
                yield _fault(f"rows.{number}", f"what does {sign!r} stand for? It is not in the legend")
            told.add(sign)


def _entries(ground: Ground, known: Known) -> Iterator[RuleRefusal]:
    legend = {entry.key: entry for entry in (*known.entries, *ground.legend)}
    for name, number, field, key in _named(ground):
        if key not in legend:
            yield _fault(f"{name}.{number}.{field}", f"there is no {key} in the legend")
        elif field == "shownAs" and legend[key].state != "NONE":
            yield _fault(f"{name}.{number}.{field}", f"{key} has a state, and what only looks so has none")


def _named(ground: Ground) -> Iterator[tuple[str, int, str, str]]:
    for number, patch in enumerate(ground.patches):
        yield "patches", number, "entry", patch.entry
    for number, edge in enumerate(ground.edges):
        yield "edges", number, "entry", edge.entry
        if edge.shown_as is not None:
            yield "edges", number, "shownAs", edge.shown_as
    several: Iterable[tuple[str, Sequence[Any]]] = (
        ("zones", ground.zones),
        ("links", ground.links),
        ("positions", ground.positions),
    )
    for name, parts in several:
        for number, part in enumerate(parts):
            for entry in part.entries:
                yield name, number, "entries", entry


def _areas(ground: Ground) -> Iterator[RuleRefusal]:
    kind, zones = ground.space.kind, {zone.key for zone in ground.zones}
    for number, patch in enumerate(ground.patches):
        field, area = f"patches.{number}.area", patch.area
        if area.empty:
            yield _fault(field, "it is nowhere")
        for name, kinds in _OF_AREA.items():
            if getattr(area, name) and kind not in kinds:
                yield _fault(f"{field}.{name}", f"a space of {kind} has none")
        if kind == "GRID":
            for index, run in enumerate(area.runs):
                if not _inside_cells(ground.space, run.x, run.y, run.length):
                    yield _fault(f"{field}.runs.{index}", "it reaches off the board")
        elif kind == "ZONES":
            for index, place in enumerate(area.places):
                if place.zone not in zones:
                    yield _fault(f"{field}.places.{index}", "it is in no zone of this ground")
        if any(not _inside(ground.space, point) for point in _points(area)):
            yield _fault(field, "it reaches off the board")


def _points(area: SceneArea) -> Iterator[Point]:
    for outline in area.outlines:
        yield from outline.points
        for hole in outline.holes:
            yield from hole.points
    yield from area.strip.line if area.strip else ()
    for round_ in (area.disc, area.sector):
        if round_ is not None:
            yield round_.centre


def _inside_cells(space: Space, x: int, y: int, length: int) -> bool:
    if not space.width or not space.height:
        return True
    return x >= 0 and x + length <= space.width and 0 <= y < space.height


def _inside(space: Space, point: Point) -> bool:
    """Whether a point lies on the ground, its rim included. Only grids and planes have a rim."""
    if not space.width or not space.height or space.kind not in ("GRID", "PLANE"):
        return True
    unit = space.cell if space.kind == "GRID" else 1
    return 0 <= point.x <= space.width * unit and 0 <= point.y <= space.height * unit


def _edges(ground: Ground) -> Iterator[RuleRefusal]:
    for number, edge in enumerate(ground.edges):
        for index, point in enumerate(edge.line):
            if not _inside(ground.space, point):
                yield _fault(f"edges.{number}.line.{index}", "it reaches off the board")
        if len(set(edge.line)) < 2:
            yield _fault(f"edges.{number}.line", "it has no length")
    if ground.space.kind == "GRID" and _sides(ground) > MOST_SIDES:
        yield _fault("edges", f"they cross more than {MOST_SIDES} sides of cells")


def _sides(ground: Ground) -> int:
    """About how many sides of cells the edges cross, so far as each of them has to be looked at."""
    lines = (straight([(at.x, at.y) for at in edge.line]) for edge in ground.edges)
    return sum(count(cell, two, ground.space.cell) for line in lines for cell, two in line)


def _zones(ground: Ground) -> Iterator[RuleRefusal]:
    zones = {zone.key for zone in ground.zones}
    for number, zone in enumerate(ground.zones):
        if 0 < len(zone.outline) < 3:
            yield _fault(f"zones.{number}.outline", "it needs three points")
    for number, link in enumerate(ground.links):
        for field, key in (("from", link.from_), ("to", link.to)):
            if key not in zones:
                yield _fault(f"links.{number}.{field}", f"there is no zone {key}")
        if link.from_ == link.to:
            yield _fault(f"links.{number}.to", "it leads back to where it comes from")


def _seats(ground: Ground, known: Known) -> Iterator[RuleRefusal]:
    for name in _PARTS:
        for number, part in enumerate(getattr(ground, name)):
            for seat in part.seen_by or ():
                if seat not in known.seats:
                    yield _fault(f"{name}.{number}.seenBy", f"there is no seat {seat!r}")
            if name == "edges" and part.shown_as is not None and part.seen_by is None:
                yield _fault(f"{name}.{number}.shownAs", "everybody knows what it is")
