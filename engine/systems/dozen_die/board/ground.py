"""What a fight's ground means in this game: the properties of its squares.  [DD-TERR-06, DD-FALL-08]

A square is an inch; x grows to the east, y to the south, heights are levels of an inch. Each square has one floor: what
lies below a deck or a roof is not played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import RuleRefusal, Thing
from engine.kit.board import Runs, straight
from engine.kit.ground import Ground, GroundEdge, GroundEntry, GroundPatch, Space, own_part_of
from engine.systems.dozen_die.content.catalogue import TERRAIN
from engine.systems.dozen_die.content.kinds import Grade, Terrain

INCH = "in"
"""The unit of length: a square is an inch."""
CELL = 100
"""The side of a square, in the hundredths in which lines are given."""
UNITS = ("", INCH, "inch")
MOST = 100
"""Squares on a side of the board."""
LEVELS = 20
"""The greatest height and depth."""
KEY = "dozenDie"


class Door(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A door. width: squares; larger figures do not fit through.  [DD-MOVE-06, DD-MOVE-07, DD-GAP-31]

    A figure that fits passes it like open ground.  [DD-MOVE-17]
    open: whether it is open when the fight begins; while shut it is a wall.
    lock: how hard it is to pick; None: it has none.
    """

    width: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    open: bool = False
    lock: Grade | None = None


class Square(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Properties of a square.

    terrain: of its floor. height: of its floor, or of a wall's top, where 0 means without end.
    wall: nobody can enter it. door: absent: there is none.  [DD-MOVE-05]
    blocks_sight: nobody sees through.  [DD-GAP-16]
    faces: terrain of its sides for climbing up from a lower square, or down; absent: as its terrain.
    leans: what leads from it up to the higher adjacent squares: a ladder, a rope, stairs.  [DD-GAP-35]
    """

    terrain: Thing = "open"
    height: int = 0
    wall: bool = False
    door: Door | None = None
    blocks_sight: bool = False
    faces: Thing | None = None
    leans: Thing | None = None


class OwnGround(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What this game adds to an entry of a legend, as `game: {"dozenDie": {...}}`.

    terrain: in full, where it is none of the catalogue. faces, leans: as of a `Square`, of the catalogue or in full.
    width: of a door, in squares. lock: how hard it is to pick.
    """

    terrain: Terrain | None = None
    faces: Thing | Terrain | None = None
    leans: Thing | Terrain | None = None
    width: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    lock: Grade | None = None


NOTHING = OwnGround()
SIGNS = {
    '"': "tall_grass", "t": "sparse_forest", "T": "dense_forest", ",": "flooded_ground", "~": "river", "b": "bog",
    "q": "quicksand", "m": "deep_mud", "x": "thorn_hedge", "r": "rocks",
}  # fmt: skip
"""Terrain that has a sign."""
_SIGN_OF = {terrain: sign for sign, terrain in SIGNS.items()}
ENTRIES = (
    GroundEntry(key="open", sign="."),
    GroundEntry(key="wall", sign="#", look="WALL", step="NEVER", sight="NEVER"),
    GroundEntry(key="door-shut", sign="+", look="DOOR", state="SHUT"),
    GroundEntry(key="door-open", sign="'", look="DOOR", state="OPEN"),
    *(
        GroundEntry(key=name, sign=_SIGN_OF.get(name), terrain=name, look=terrain.look)
        for name, terrain in TERRAIN.items()
        if name != "open"
    ),
)
"""What every ground may name without a legend: open ground, wall, doors, and the terrain of the catalogue."""
BARE = Ground(space=Space(kind="GRID", width=24, height=24, unit=INCH))
"""Open ground, where none is set up.  [DD-TERR-06]"""


def _refusal(reason: str, field: str, rule: str = "") -> RuleRefusal:
    told = f"{field}: {reason}"
    return RuleRefusal(told, rule=rule, field=field)


def own_part(entry: GroundEntry) -> OwnGround:
    """This game's part of an entry. RuleRefusal where it cannot be read."""
    return own_part_of(entry, KEY, OwnGround) or NOTHING


def square_of(entry: GroundEntry, own: OwnGround) -> Square:
    """What an entry is as a square. own: its part of this game."""
    terrain = own.terrain.id if own.terrain else entry.terrain
    wall, unseen = entry.step == "NEVER", entry.sight == "NEVER"
    if wall:
        return Square(terrain=terrain or "open", height=entry.top or 0, wall=True, blocks_sight=unseen)
    return Square(
        terrain=terrain or "open",
        height=entry.height,
        door=Door(width=own.width, open=entry.state in ("OPEN", "BROKEN"), lock=own.lock) if is_door(entry) else None,
        blocks_sight=unseen,
        faces=_id(own.faces),
        leans=_id(own.leans),
    )


def _id(named: str | Terrain | None) -> str | None:
    return named.id if isinstance(named, Terrain) else named


def is_door(entry: GroundEntry) -> bool:
    """Whether an entry is a door that can be opened."""
    return entry.look == "DOOR"


def own_terrain(ground: Ground) -> dict[str, Terrain]:
    """The terrain that a ground brings along, by id."""
    found: dict[str, Terrain] = {}
    for entry in ground.legend:
        own = own_part(entry)
        found |= {
            terrain.id: terrain for terrain in (own.terrain, own.faces, own.leans) if isinstance(terrain, Terrain)
        }
    return found


def doors_of(ground: Ground) -> tuple[GroundEdge, ...]:
    """The doors between squares."""
    if not ground.edges:
        return ()
    found = {entry.key for entry in (*ENTRIES, *ground.legend) if is_door(entry)}
    return tuple(edge for edge in ground.edges if edge.entry in found)


# -- square by square
def squares(ground: Ground) -> tuple[tuple[Square, ...], ...]:
    """All squares of a ground, row by row."""
    by_key, by_sign = entries(ground)
    width, height = size(ground)
    rows = ground.rows or ("." * width,) * height
    laid = [[by_sign[sign] for sign in row] for row in rows]
    runs = Runs((run.y, run.x, run.length, patch.entry) for patch in ground.patches for run in patch.area.runs)
    for y, start, end, entry in runs.pieces():
        if 0 <= y < height:
            start, end = max(start, 0), min(end, width)
            laid[y][start:end] = [by_key[entry]] * (end - start)
    return tuple(tuple(row) for row in laid)


def size(ground: Ground) -> tuple[int, int]:
    """Width and height of a ground, in squares."""
    if ground.rows:
        return len(ground.rows[0]), len(ground.rows)
    return ground.space.width, ground.space.height


def entries(ground: Ground) -> tuple[dict[str, Square], dict[str, Square]]:
    """What the entries of a ground are as squares, by key and by sign: its own, and those of this game."""
    by_key, by_sign = dict(USUAL_KEYS), dict(USUAL)
    for entry in ground.legend:
        by_key[entry.key] = square = square_of(entry, own_part(entry))
        if entry.sign is not None:
            by_sign[entry.sign] = square
    return by_key, by_sign


USUAL_KEYS = {entry.key: square_of(entry, NOTHING) for entry in ENTRIES}
USUAL = {entry.sign: square_of(entry, NOTHING) for entry in ENTRIES if entry.sign is not None}
"""Signs that every drawn board may use."""


# -- what this game cannot use
def faults(ground: Ground) -> Iterator[RuleRefusal]:
    """Why this game cannot use a ground, which is whole by itself."""
    space = ground.space
    if space.kind != "GRID":
        yield _refusal("this game is played on squares: GRID", "space.kind", "DD-MOVE-01")
        return
    if space.cell != 100:
        yield _refusal("a square is an inch: 100", "space.cell", "DD-MOVE-01")
    if space.unit not in UNITS:
        yield _refusal(f"a square is an inch: {INCH}", "space.unit", "DD-MOVE-01")
    for name in ("width", "height"):
        if not 1 <= getattr(space, name) <= MOST:
            yield _refusal(f"a board has 1 to {MOST} squares on a side", f"space.{name}", "DD-TERR-06")
    known: dict[str, Terrain] = {}
    for number, entry in enumerate(ground.legend):
        for fault in _entry_faults(entry, known):
            yield fault.below(f"legend.{number}")
    for number, patch in enumerate(ground.patches):
        yield from _patch_faults(patch, f"patches.{number}.area")
    yield from _edge_faults(ground)


def _entry_faults(entry: GroundEntry, known: dict[str, Terrain]) -> Iterator[RuleRefusal]:
    """known: terrain that the ground has brought along, by id; what the entry brings along is added to it."""
    try:
        own = own_part(entry)
    except RuleRefusal as refusal:
        yield refusal
        return
    for terrain in (own.terrain, own.faces, own.leans):
        if isinstance(terrain, Terrain):
            if known.get(terrain.id, terrain) != terrain:
                yield _refusal(f"two terrains are called {terrain.id}", f"game.{KEY}")
            known[terrain.id] = terrain
    known = {**TERRAIN, **known}
    if own.terrain is not None and entry.terrain not in (None, own.terrain.id):
        yield _refusal(f"it is {own.terrain.id} in full already", "terrain")
    elif own.terrain is None and entry.terrain is not None and entry.terrain not in known:
        yield _refusal(f"there is no terrain {entry.terrain!r}", "terrain")
    for field, named in (("faces", own.faces), ("leans", own.leans)):
        found = named if isinstance(named, Terrain) else known.get(named or "")
        if named is not None and found is None:
            yield _refusal(f"there is no terrain {named!r}", f"game.{KEY}.{field}")
        elif found is not None and found.climbing is None:
            yield _refusal(f"nobody climbs {found.id!r}", f"game.{KEY}.{field}", "DD-TERR-15")
    for field in ("step", "sight"):
        if getattr(entry, field) in ("HARD", "SOME"):
            yield _refusal("the terrain says how hard it is: name one", field, "DD-TERR-01")
    if entry.cover is not None:
        yield _refusal("the terrain says what cover it gives: name one", "cover", "DD-TERR-02")
    yield from _height_faults(entry)
    yield from _door_faults(entry, own)


def _height_faults(entry: GroundEntry) -> Iterator[RuleRefusal]:
    for field, height in (("height", entry.height), ("top", entry.top)):
        if height is not None and not -LEVELS <= height <= LEVELS:
            yield _refusal(f"a height is {-LEVELS} to {LEVELS} levels", field)
    wall = entry.step == "NEVER"
    if wall and entry.height:
        yield _refusal("of a wall only the top counts: top", "height", "DD-MOVE-05")
    if entry.top is not None and (entry.top != entry.height if not wall else entry.top < 1):
        yield _refusal("only a wall has a top above its floor", "top", "DD-MOVE-05")


def _door_faults(entry: GroundEntry, own: OwnGround) -> Iterator[RuleRefusal]:
    door = is_door(entry)
    if door and entry.step == "NEVER":
        yield _refusal("a door can be passed when it is open", "step", "DD-MOVE-06")
    if not door and entry.state != "NONE":
        yield _refusal("only a door has a state: look DOOR", "state", "DD-MOVE-06")
    if not door and (own.lock is not None or own.width != 1):
        yield _refusal("only a door has a width and a lock: look DOOR", f"game.{KEY}", "DD-MOVE-06")
    if door and (own.lock is not None) != (entry.state == "LOCKED"):
        yield _refusal(f"LOCKED, and how hard it is to pick: game.{KEY}.lock; or neither", "state", "DD-MOVE-06")


def _patch_faults(patch: GroundPatch, field: str) -> Iterator[RuleRefusal]:
    area = patch.area
    if area.outlines or area.strip or area.disc or area.sector:
        yield _refusal("this game is played on squares: runs", field, "DD-MOVE-01")
    for number, run in enumerate(area.runs):
        if run.height is not None:
            yield _refusal("an entry of the legend has the height", f"{field}.runs.{number}.height")


def _edge_faults(ground: Ground) -> Iterator[RuleRefusal]:
    entries = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}
    for number, edge in enumerate(ground.edges):
        entry = entries.get(edge.entry)
        if entry is not None and not is_door(entry) and edge.state != "NONE":
            yield _refusal("only a door has a state: look DOOR", f"edges.{number}.state", "DD-MOVE-06")
        if entry is not None and is_door(entry) and len(list(straight([(at.x, at.y) for at in edge.line]))) != 1:
            yield _refusal("a door is one straight line", f"edges.{number}.line", "DD-MOVE-06")
        if entry is not None and _is_terrain(entry):
            reason = "terrain lies on squares: patches, or rows"
            yield _refusal(reason, f"edges.{number}.entry", "DD-TERR-01")


def _is_terrain(entry: GroundEntry) -> bool:
    try:
        return entry.terrain is not None or own_part(entry).terrain is not None
    except RuleRefusal:
        return False
