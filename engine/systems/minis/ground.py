"""What a fight's ground means in this game: a table in inches with roads, water and what blocks.  [MN-GAP-29]

Points are hundredths of an inch; x grows to the east, y to the south.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from math import isqrt

import msgspec
from msgspec import Struct

from engine.kit import Point, RuleRefusal, dotted_path, explain_decode_error
from engine.kit.ground import Ground, GroundEntry, GroundPatch, SceneArea, Space
from engine.kit.plane import MOST_CORNERS, Blockers, Outline, Part, Region, Table, beyond_rim, line_beyond_rim
from engine.systems.minis.content.kinds import Inches

INCH = 100
"""Hundredths in an inch."""
UNITS = ("", "in", "inch")
KEY = "minis"
MOST_POINTS = 2000
"""Corners of all that lies and stands on a table: every way is judged against them."""
LEAST, MOST = 400, 100_000
"""Bounds of the sides of a table, in hundredths of an inch."""
_FINE = 1 << 20


class FeatureKind(Enum):
    """What a feature of the table is.

    ROAD: movement that begins and ends on it is longer.  [MN-ROAD-01]
    WATER: it stops and slows.  [MN-WAT-07]
    PLAIN: nothing but what it blocks: woods, walls, hills, buildings.
    """

    ROAD = "ROAD"
    WATER = "WATER"
    PLAIN = "PLAIN"


class OwnGround(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What only this game knows of an entry. width: of water, hundredths of an inch; absent: its shortest crossing.

    [MN-GAP-13]
    """

    width: Inches | None = None


class Feature(Struct, frozen=True):
    """A feature of the table. key: of its patch. region: where it lies.

    width: of water, hundredths of an inch; None: its shortest crossing. blocks_sight, blocks_move: whether it does.
    """

    key: str
    kind: FeatureKind
    region: Region
    width: int | None = None
    blocks_sight: bool = False
    blocks_move: bool = False


class Terrain(Struct, frozen=True):
    """What a ground comes to. sight, moves: what blocks them; edges are among it."""

    features: tuple[Feature, ...]
    sight: Blockers
    moves: Blockers


def _entry(key: str, look: str, label: str, *, step: str = "FREE", sight: str = "FREE", width: int = 0) -> GroundEntry:
    own = {KEY: {"width": width}} if width else None
    return GroundEntry(key=key, look=look, step=step, sight=sight, label=label, game=own)  # type: ignore[arg-type]


ENTRIES: tuple[GroundEntry, ...] = (
    _entry("open", "FLOOR", "Clear terrain"),
    _entry("road", "ROAD", "Road"),
    _entry("brook", "WATER", "Brook", width=50),
    _entry("stream", "WATER", "Stream", width=100),
    _entry("river", "WATER", "River", width=250),
    _entry("wood", "WOOD", "Wood", sight="NEVER"),
    _entry("wall", "WALL", "Wall", step="NEVER", sight="NEVER"),
    _entry("hill", "HEIGHT", "Hill"),
)
"""What a ground may name without a legend."""

BARE = Ground(space=Space(kind="PLANE", width=48 * INCH, height=48 * INCH, unit="inch"))
"""The table of a fight that sets none up: 48" by 48".  [MN-GAP-29]"""


# -- features
def terrain_of(ground: Ground | None) -> Terrain:
    """What a ground comes to, computed once per ground."""
    ground = BARE if ground is None else ground
    found: Terrain | None = ground.kept.get(KEY)
    if found is None:
        found = ground.kept[KEY] = _terrain(ground)
    return found


def _terrain(ground: Ground) -> Terrain:
    entries = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}
    table = Table(ground.space.width, ground.space.height)
    features = tuple(_feature(patch.key, entries[patch.entry], patch.area, table) for patch in ground.patches)
    lines = [(entries[edge.entry], line_beyond_rim(edge.line, table)) for edge in ground.edges]
    return Terrain(
        features=features,
        sight=Blockers(
            [feature.region for feature in features if feature.blocks_sight],
            [line for entry, line in lines if entry.sight == "NEVER"],
        ),
        moves=Blockers(
            [feature.region for feature in features if feature.blocks_move],
            [line for entry, line in lines if entry.step == "NEVER"],
        ),
    )


def _feature(key: str, entry: GroundEntry, area: SceneArea, table: Table) -> Feature:
    """What reaches the edge of the table goes on beyond it: nobody walks round its end."""
    kind = {"ROAD": FeatureKind.ROAD, "BRIDGE": FeatureKind.ROAD, "WATER": FeatureKind.WATER}.get(entry.look or "")
    return Feature(
        key=key,
        kind=kind or FeatureKind.PLAIN,
        region=Region(tuple(Part(beyond_rim(part.outline, table), part.holes) for part in parts_of(area))),
        width=own_part(entry).width,
        blocks_sight=entry.sight == "NEVER",
        blocks_move=entry.step == "NEVER",
    )


def own_part(entry: GroundEntry) -> OwnGround:
    """What only this game knows of an entry. RuleRefusal where it cannot be read."""
    if entry.game is None:
        return OwnGround()
    if set(entry.game) != {KEY}:
        raise RuleRefusal(f"it has one key here, {KEY!r}", rule="MN-GAP-23", field="game")
    raw = entry.game[KEY]
    try:
        return msgspec.convert(raw, OwnGround)
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, raw, OwnGround)
        raise RuleRefusal(what, rule="MN-GAP-23", field=dotted_path(("game", KEY, *where))) from error


def parts_of(area: SceneArea) -> Iterator[Part]:
    """The parts of an area: its outlines, and its strip."""
    for outline in area.outlines:
        yield Part(outline.points, tuple(hole.points for hole in outline.holes))
    if area.strip is not None:
        yield Part(strip(area.strip.line, area.strip.width))


def strip(line: tuple[Point, ...], width: int) -> Outline:
    """The outline of a strip: mitred at its corners, flat at its ends, its points rounded to hundredths."""
    half = width * _FINE // 2
    normals = [_normal(spot, other, half) for spot, other in pairwise(line) if spot != other]
    points = [point for number, point in enumerate(line) if number == 0 or point != line[number - 1]]
    left: list[Point] = []
    right: list[Point] = []
    for number, point in enumerate(points):
        before, after = normals[max(number - 1, 0)], normals[min(number, len(normals) - 1)]
        for nx, ny in _mitred(before, after, half):
            left.append(Point(point.x + _rounded(nx), point.y + _rounded(ny)))
            right.append(Point(point.x - _rounded(nx), point.y - _rounded(ny)))
    return (*left, *reversed(right))


def _normal(point: Point, other: Point, half: int) -> tuple[int, int]:
    dx, dy = other.x - point.x, other.y - point.y
    length = isqrt((dx * dx + dy * dy) * _FINE * _FINE) or 1
    return -dy * half * _FINE // length, dx * half * _FINE // length


def _mitred(before: tuple[int, int], after: tuple[int, int], half: int) -> list[tuple[int, int]]:
    """Where the sides of two pieces meet; where they turn back sharply, the ends of both."""
    along = before[0] * after[0] + before[1] * after[1]
    below = half * half + along
    if before == after or below * 4 < half * half:
        return [before] if before == after else [before, after]
    return [((before[0] + after[0]) * half * half // below, (before[1] + after[1]) * half * half // below)]


def _rounded(fine: int) -> int:
    return (2 * fine + _FINE) // (2 * _FINE)


# -- faults
def faults(ground: Ground) -> Iterator[RuleRefusal]:
    """What this game cannot use of a ground."""
    space = ground.space
    if space.kind != "PLANE":
        yield RuleRefusal("this game is played on a table in inches: PLANE", rule="MN-GAP-29", field="space.kind")
        return
    if space.unit not in UNITS:
        yield RuleRefusal("this game measures in inches: inch", rule="MN-GAP-29", field="space.unit")
    for name, side in (("width", space.width), ("height", space.height)):
        if not LEAST <= side <= MOST:
            reason = f"a table measures {LEAST} to {MOST} hundredths of an inch"
            yield RuleRefusal(reason, rule="MN-GAP-29", field=f"space.{name}")
    if _points(ground) > MOST_POINTS:
        reason = f"patches and edges of a table have at most {MOST_POINTS} corners in all"
        yield RuleRefusal(reason, rule="MN-GAP-47", field="patches")
    for number, entry in enumerate(ground.legend):
        for refusal in _entry_faults(entry):
            yield refusal.below(f"legend.{number}")
    for number, patch in enumerate(ground.patches):
        area = patch.area
        if area.runs or area.disc or area.sector or area.places or area.empty:
            reason = "on this table outlines and strips: outlines, strip"
            yield RuleRefusal(reason, rule="MN-GAP-13", field=f"patches.{number}.area")
        elif not _measurable(ground, patch):
            reason = f"water of more than {MOST_CORNERS} corners needs a width in its entry"
            yield RuleRefusal(reason, rule="MN-GAP-13", field=f"patches.{number}.entry")


def _points(ground: Ground) -> int:
    """How many corners there are; a strip has two for each point of its line."""
    found = sum(len(edge.line) for edge in ground.edges)
    for patch in ground.patches:
        for outline in patch.area.outlines:
            found += len(outline.points) + sum(len(hole.points) for hole in outline.holes)
        if patch.area.strip is not None:
            found += 2 * len(patch.area.strip.line)
    return found


def _measurable(ground: Ground, patch: GroundPatch) -> bool:
    """Whether the width of water is told or can be found; of anything else it does not matter."""
    entry = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}.get(patch.entry)
    if entry is None or entry.look != "WATER" or (entry.game or {}).get(KEY, {}).get("width") is not None:
        return True
    return all(len(part.outline) <= MOST_CORNERS for part in parts_of(patch.area))


def _entry_faults(entry: GroundEntry) -> Iterator[RuleRefusal]:
    try:
        own = own_part(entry)
    except RuleRefusal as refusal:
        yield refusal
        return
    if entry.terrain is not None:
        yield RuleRefusal("this game has no table of terrain: leave it out", rule="MN-GAP-23", field="terrain")
    if entry.step in ("HARD", "SOME"):
        yield RuleRefusal("in this game ground lets pass or does not: FREE or NEVER", rule="MN-GAP-47", field="step")
    if entry.sight in ("HARD", "SOME"):
        yield RuleRefusal("in this game ground lets see or does not: FREE or NEVER", rule="MN-GAP-07", field="sight")
    if entry.cover is not None:
        yield RuleRefusal("in this game ground gives no cover: leave it out", rule="MN-RNG-06", field="cover")
    if own.width is not None and entry.look != "WATER":
        yield RuleRefusal("only water has a width: look WATER", rule="MN-GAP-13", field=f"game.{KEY}")
