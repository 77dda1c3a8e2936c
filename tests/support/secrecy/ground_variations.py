"""What of a hidden part of the ground can differ, field by field, derived from its type, so that no field is forgotten.

For every game on a grid: each field of a patch, of an edge that nobody sees, of one that looks like a wall, and of
their entries of the legend. For the toys of other spaces also each field of a zone and of a link. And whether there is
such a part at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.ground.areas import SceneArea, SceneDisc, SceneRun
from engine.kernel.state.ground.ground import (
    Ground,
    GroundEdge,
    GroundEntry,
    GroundLink,
    GroundPatch,
    GroundZone,
    Space,
    SpaceKind,
)
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.fields import fields_of
from engine.kernel.structs.messages import plain
from engine.service.encounters import NewEncounter
from tests.support.fights.playing import Examples
from tests.support.fights.wishes import changed, wish_of
from tests.support.secrecy.ground_secrets import UNBOUNDED, toy_wish, without_secrets
from tests.support.secrecy.secrets import outsiders, seen_by_all
from tests.support.secrecy.worlds import Secret
from tests.support.toys.grounds import GROUNDS

PART, ENTRY, LABEL = "zq7part", "zq7entry", "Zq7 of the Dark"
OTHER, OTHER_ENTRY, OTHER_LABEL = "zq8part", "zq8entry", "Zq8 of the Deep"
HIDDEN = (PART, ENTRY, LABEL, OTHER, OTHER_ENTRY, OTHER_LABEL)
WALL = GroundEntry(key="plain-wall", look="WALL", step="NEVER", sight="NEVER")
GM = "gm"

Part = GroundPatch | GroundEdge | GroundZone | GroundLink
Laid = tuple[Part | None, GroundEntry]
"""A hidden part, None where there is none, and the entry of the legend that only it names."""
Spot = Callable[[random.Random], tuple[int, int]]
"""A free cell near somebody."""
Vary = Callable[[Laid, Spot, int, random.Random], Laid]
"""What the part is in the other world. The number: the side of a cell."""


class GroundVariation(Struct, frozen=True):
    """One field of a hidden part that differs. make: two fights that differ only in it."""

    name: str
    make: Callable[[random.Random], Secret]


LIST = {"patch": "patches", "edge": "edges", "shown edge": "edges", "zone": "zones", "link": "links"}
TYPES: Mapping[str, type[Struct]] = {
    "patch": GroundPatch,
    "edge": GroundEdge,
    "shown edge": GroundEdge,
    "zone": GroundZone,
    "link": GroundLink,
}
SEEN = {
    ("edge", "shownAs"): "it is a shown edge then",
    ("shown edge", "line"): "everybody sees where the wall is",
    ("shown edge", "shownAs"): "everybody sees what it looks like",
}
"""Fields that tell what everybody sees, and why."""
KINDS: Mapping[SpaceKind, tuple[str, ...]] = {
    "GRID": ("patch", "edge", "shown edge"),
    "PLANE": ("patch", "edge", "shown edge"),
    "ZONES": ("patch", "zone", "link"),
}


# -- values
def _line(at: tuple[int, int], side: int, rng: random.Random) -> tuple[Point, ...]:
    """One of the four sides of a cell."""
    x, y = (n * side for n in at)
    corners = [Point(x, y), Point(x + side, y), Point(x + side, y + side), Point(x, y + side)]
    n = rng.randrange(4)
    return (corners[n], corners[(n + 1) % 4])


def _area(kind: SpaceKind, at: tuple[int, int], side: int) -> SceneArea:
    if kind == "ZONES":
        return SceneArea(places=(Place(zone="cellar" if at[0] % 2 else "hall"),))
    if kind == "PLANE":
        return SceneArea(disc=SceneDisc(centre=Point(at[0] * side, at[1] * side), radius=200))
    return SceneArea(runs=(SceneRun(x=at[0], y=at[1]),))


def first(part: str, kind: SpaceKind, spot: Spot, side: int, rng: random.Random) -> Laid:
    """A hidden part as it is in one world."""
    entry = GroundEntry(key=ENTRY, label=LABEL, look="HAZARD")
    doors = [{"look": "DOOR", "state": "SHUT"}, {"look": "DOOR", "state": "OPEN"}]
    walls = [{"look": "WALL", "step": "NEVER", "sight": "NEVER"}, {"look": "WINDOW", "step": "NEVER"}]
    ground = [{}, {"look": "PIT", "step": "NEVER"}, {"sight": "NEVER"}, {"look": "PIT", "height": -2}]
    match part:
        case "patch":
            entry = structs.replace(entry, **rng.choice(ground))
            return GroundPatch(key=PART, entry=ENTRY, area=_area(kind, spot(rng), side), label=LABEL, seen_by=()), entry
        case "edge" | "shown edge":
            entry = structs.replace(entry, **rng.choice([*doors, *walls]))
            shown = WALL.key if part == "shown edge" else None
            line = _line(spot(rng), side, rng)
            return GroundEdge(key=PART, entry=ENTRY, line=line, label=LABEL, seen_by=(), shown_as=shown), entry
        case "zone":
            return GroundZone(key=PART, label=LABEL, entries=(ENTRY,), seen_by=()), entry
        case _:
            ends = rng.choice([("yard", "cellar"), ("hall", "thicket"), ("thicket", "cellar")])
            return GroundLink(key=PART, from_=ends[0], to=ends[1], label=LABEL, entries=(ENTRY,), seen_by=()), entry


def other_value(field: str, was: Any, kind: SpaceKind, spot: Spot, side: int, rng: random.Random) -> Any:
    """Another value of a field of a part, or of an entry."""
    made: dict[str, Callable[[], Any]] = {
        "key": lambda: OTHER,
        "area": lambda: _area(kind, spot(rng), side),
        "line": lambda: _line(spot(rng), side, rng),
        "label": lambda: OTHER_LABEL,
        "state": lambda: rng.choice([one for one in ("NONE", "OPEN", "SHUT", "LOCKED", "BROKEN") if one != was]),
        "seenBy": lambda: (GM,),
        "at": lambda: Point(rng.randrange(900), rng.randrange(900)),
        "outline": lambda: tuple(Point(rng.randrange(900), rng.randrange(900)) for _ in range(3)),
        "entries": lambda: (),
        "from": lambda: "hall",
        "to": lambda: "yard",
        "both": lambda: not was,
        "sign": lambda: "Z",
        "terrain": lambda: rng.choice(["river", "tall_grass", "rocks", "bog"]),
        "look": lambda: rng.choice(["WALL", "DOOR", "FIRE", "WATER", "PIT"]),
        "step": lambda: rng.choice([one for one in ("FREE", "NEVER") if one != was]),
        "sight": lambda: rng.choice([one for one in ("FREE", "NEVER") if one != was]),
        "height": lambda: rng.choice([one for one in (-2, -1, 0, 1, 2) if one != was]),
        "top": lambda: rng.choice([1, 2]),
        "cover": lambda: rng.choice([1, 2]),
        "game": lambda: {rng.choice(["fantasia", "dozenDie"]): rng.choice([{"firm": False}, {"width": 2}])},
    }
    if field not in made:
        raise AssertionError(f"no other value of {field!r}: say here how one is made")
    return made[field]()


# -- variations
def fields(kind: SpaceKind) -> Iterator[tuple[str, str, Vary]]:
    """(name, part, how it differs): every field of each part that a space may hide, and of its entry."""
    for part in KINDS[kind]:
        yield f"{part}.there", part, lambda laid, spot, side, rng: (None, laid[1])
        for field in fields_of(TYPES[part]):
            if (part, field.encode_name) not in SEEN:
                yield f"{part}.{field.encode_name}", part, _of_part(field.name, field.encode_name, kind)
        for field in fields_of(GroundEntry):
            if field.encode_name != "key":  # as `entry` of the part
                yield f"{part}.entry.{field.encode_name}", part, _of_entry(field.name, field.encode_name, kind)


def _of_part(name: str, word: str, kind: SpaceKind) -> Vary:
    def vary(laid: Laid, spot: Spot, side: int, rng: random.Random) -> Laid:
        part, entry = laid
        assert part is not None
        if word == "entry":
            entry = structs.replace(entry, key=OTHER_ENTRY)
            return structs.replace(part, entry=OTHER_ENTRY), entry  # type: ignore[call-arg]
        value = other_value(word, getattr(part, name), kind, spot, side, rng)
        return structs.replace(part, **{name: value}), entry

    return vary


def _of_entry(name: str, word: str, kind: SpaceKind) -> Vary:
    def vary(laid: Laid, spot: Spot, side: int, rng: random.Random) -> Laid:
        part, entry = laid
        return part, structs.replace(entry, **{name: other_value(word, getattr(entry, name), kind, spot, side, rng)})

    return vary


def _with(ground: Ground, part: str, laid: Laid) -> Ground:
    """The ground with a hidden part. What looks like a wall stands there in any case."""
    there, entry = laid
    name = LIST[part]
    legend = (*ground.legend, WALL) if part == "shown edge" else ground.legend
    parts = (*getattr(ground, name), there) if there is not None else getattr(ground, name)
    if there is not None:
        legend = (*legend, entry)
    return structs.replace(ground, legend=legend, **{name: parts})


def _pair(
    wish: NewEncounter, part: str, kind: SpaceKind, vary: Vary, spot: Spot, rng: random.Random
) -> tuple[NewEncounter, NewEncounter, tuple[Any, Any]]:
    """Two wishes that differ in a hidden part, and orders of the GM that lay it anew."""
    ground = wish.ground
    assert ground is not None
    side = ground.space.cell if kind == "GRID" else 1
    one = first(part, kind, spot, side, rng)
    other = vary(one, spot, side, rng)
    if other[0] is None and isinstance(one[0], GroundEdge) and one[0].shown_as is not None:
        other = (GroundEdge(entry=WALL.key, line=one[0].line), one[1])
    if part == "zone":
        ground, wish = _somebody_within(ground, wish, rng)
    worlds: list[NewEncounter] = []
    for laid in (one, other):
        here = _with(ground, part, laid)
        if part == "zone":
            here = _linked(here, laid[0])
        worlds.append(_standing(structs.replace(wish, ground=here), laid[0]))
    tools = tuple(
        {LIST[part]: [plain(laid[0])]} if laid[0] is not None and laid[0].seen_by is not None else None
        for laid in (one, other)
    )
    return worlds[0], worlds[1], (tools[0], tools[1])


WITHIN = "c3"
"""Who may stand in a hidden zone."""


def _somebody_within(ground: Ground, wish: NewEncounter, rng: random.Random) -> tuple[Ground, NewEncounter]:
    return ground, changed(wish, WITHIN, place={"zone": PART}) if rng.random() < 0.6 else wish


def _linked(ground: Ground, zone: Any) -> Ground:
    """A way into a hidden zone."""
    if zone is None:
        return ground
    return structs.replace(ground, links=(*ground.links, GroundLink(key="way-in", from_="hall", to=zone.key)))


def _standing(wish: NewEncounter, zone: Any) -> NewEncounter:
    """Who stands in the hidden zone does so by its key in this world; nowhere where there is none."""
    within = next((one for one in wish.combatants if (one["place"] or {}).get("zone") == PART), None)
    if within is None or (zone is not None and zone.key == PART):
        return wish
    return changed(wish, WITHIN, place=None if zone is None else {"zone": zone.key})


def _secret(wish: NewEncounter, part: str, kind: SpaceKind, vary: Vary, spot: Spot, rng: random.Random) -> Secret:
    one, other, laid = _pair(wish, part, kind, vary, spot, rng)
    if rng.random() < 0.5:
        one, other, laid = other, one, (laid[1], laid[0])
    return Secret(one, other, outsiders(wish), hidden=HIDDEN, strict=False, laid=laid)


def of_game(book: Rulebook[Any], examples: Examples) -> Iterator[GroundVariation]:
    """Every field of hidden ground in which fights of a game can differ; what it refuses is none of its fields."""
    for name, part, vary in fields("GRID"):
        if _usable(book, part, vary):
            yield GroundVariation(name, _made_of(examples, part, vary))


def _made_of(examples: Examples, part: str, vary: Vary) -> Callable[[random.Random], Secret]:
    def make(rng: random.Random) -> Secret:
        wish = seen_by_all(wish_of(examples.make(rng)))
        ground = wish.ground
        cells = [place["cell"] for one in wish.combatants if (place := one["place"]) and place.get("cell")]
        if ground is None or ground.space.kind != "GRID" or not cells:
            return Secret(wish, wish, outsiders(wish))  # idle: there is no board
        spot = _near([(at["x"], at["y"]) for at in cells], ground.space)
        return _secret(wish, part, "GRID", vary, spot, rng)

    return make


def _near(cells: Sequence[tuple[int, int]], space: Space) -> Spot:
    taken = {(x + dx, y + dy) for x, y in cells for dx in (0, 1) for dy in (0, 1)}
    width, height = space.width or UNBOUNDED, space.height or UNBOUNDED

    def spot(rng: random.Random) -> tuple[int, int]:
        for _ in range(50):
            x, y = rng.choice(cells)
            found = (x + rng.randint(-2, 2), y + rng.randint(-2, 2))
            if found not in taken and 0 <= found[0] < width and 0 <= found[1] < height:
                return found
        return rng.randrange(width), rng.randrange(height)

    return spot


def _usable(book: Rulebook[Any], part: str, vary: Vary) -> bool:
    """Whether a game takes both worlds' ground."""
    rng = random.Random(f"usable {part}")
    bare = Ground(space=Space(kind="GRID", width=10, height=8))
    for _ in range(40):
        one = first(part, "GRID", lambda rng: (rng.randrange(9), rng.randrange(7)), 100, rng)
        other = vary(one, lambda rng: (rng.randrange(9), rng.randrange(7)), 100, rng)
        try:
            for laid in (one, other):
                book.require_ground(_with(bare, part, laid), [GM])
        except RuleRefusal:
            continue
        return True
    return False


def of_toy(kind: SpaceKind) -> Iterator[GroundVariation]:
    """Every field of hidden ground in a toy's space."""
    for name, part, vary in fields(kind):
        yield GroundVariation(name, _made_of_toy(kind, part, vary))


def _made_of_toy(kind: SpaceKind, part: str, vary: Vary) -> Callable[[random.Random], Secret]:
    def make(rng: random.Random) -> Secret:
        wish = toy_wish(kind, without_secrets(GROUNDS[kind]))
        cells = [
            at
            for one in wish.combatants
            if (at := (one["place"] or {}).get("cell") or (one["place"] or {}).get("point"))
        ]
        spot = _near([(at["x"], at["y"]) for at in cells] or [(0, 0)], GROUNDS[kind].space)
        return _secret(wish, part, kind, vary, spot, rng)

    return make
