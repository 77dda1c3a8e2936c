"""Fights to try the laws on, made from the catalogue: whoever, on a small table with some of every terrain."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import structs

from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.ground.areas import SceneArea, SceneOutline, SceneStrip
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundPatch, Space
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.messages import plain
from engine.systems.minis.content import catalogue as c
from engine.systems.minis.content.kinds import Kind, Resistance, Size
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.sheet import OpenCombat, OpportunityAttacks, Setup, Sheet
from tests.support.fights.arena import Arena
from tests.support.fights.wishes import changed, wish_of
from tests.support.secrecy.secrets import outsiders, seen_by_all
from tests.support.secrecy.worlds import Secret
from tests.support.slices.ready import seeded
from tests.systems.minis.bout import BLUE, BOOK, RED, SEATS

T = TypeVar("T")

WORN = ("armor", "bands", "melee_chances", "minis", "resistances", "summoned")
"""Tables of the catalogue whose entries are used by entering with them, or show only in what numbers are made of."""

UNUSED: frozenset[str] = frozenset()
"""What no fight uses, as `usage` names it, each with its reason. Nothing may come onto this list."""

NAMES = ("asha", "bren", "corin", "dara", "elow", "faye")
SIDE = 1200
"""The table measures so many hundredths of an inch on each side."""
APART = 60


def make(rng: random.Random, unused: Collection[str] = ()) -> Arena:
    """Four to six of two sides; some are not placed yet. unused: entries of the catalogue that are wanted most."""
    ground = _ground(rng)
    spots = _spots(rng, len(NAMES), ground)
    entries: list[Entry] = []
    for number, name in enumerate(NAMES[: rng.randint(4, len(NAMES))]):
        place = None if rng.random() < 0.1 else Place(point=spots[number])
        entries.append(_somebody(name, (RED, BLUE)[number % 2], rng, unused, place))
    if rng.random() < 0.3:
        entries[-1] = structs.replace(entries[-1], seen_by=(), place=Place(point=spots[-1]))
    return _arena(rng, entries, ground)


def close(rng: random.Random) -> Arena:
    """All within reach of each other, in the open."""
    middle = SIDE // 2
    spots = [Point(middle + dx, middle + dy) for dx, dy in ((-40, -40), (40, -40), (-40, 40), (40, 40))]
    entries = [
        _somebody(name, (RED, BLUE)[number % 2], rng, (), Place(point=spot))
        for number, (name, spot) in enumerate(zip(NAMES, spots, strict=False))
    ]
    return _arena(rng, entries, _bare())


def frail(rng: random.Random) -> Arena:
    """The same with one life point each: the end is near."""
    arena = close(rng)
    weak = [structs.replace(entry, vitals={"life": 1}) for entry in arena.creation.combatants]
    return _arena(rng, weak, _bare())


def at_once(rng: random.Random) -> Arena:
    """Six casters of one initiative: a spell may cost one that is declared its place."""
    entries = []
    for number, name in enumerate(NAMES):
        at = Place(point=Point(SIDE // 2 + 70 * (number // 2), SIDE // 2 + 70 * (number % 2)))
        towards = Point(0, 1 - 2 * (number % 2))
        side, seat = ((RED, "ana"), (BLUE, "ben"))[number % 2]
        sheet = Sheet(
            level=9,
            initiative=3,
            movement=0,
            life=9,
            spells=("slow", "statue"),
            attacks=0,
            spell_attacks=4,
            towards=towards,
        )
        entries.append(
            BOOK.enter(id=name, name=name.title(), side=side, seat=seat, place=at, sheet=sheet)  # type: ignore[call-arg]
        )
    return _arena(rng, entries, _bare())


def nobody_near(rng: random.Random) -> Arena:
    """Two who are far apart, with nothing that reaches: turns pass."""
    corners = (Point(60, 60), Point(SIDE - 60, SIDE - 60))
    entries = [
        BOOK.enter(id=name, name=name.title(), side=side, seat=seat, place=Place(point=at), sheet=Sheet(ref="footman"))
        for name, side, seat, at in zip(NAMES, (RED, BLUE), ("ana", "ben"), corners, strict=False)
    ]  # type: ignore[call-arg]
    return _arena(rng, entries, _bare())


def bound(rng: random.Random) -> Arena:
    """A golem beside its caster, who soon falls, and enemies who are near both."""
    middle = SIDE // 2
    life = {"life": 1}
    sheets = (
        ("asha", RED, "ana", (0, 0), life, Sheet(ref="battle_mage")),
        ("bren", BLUE, "ben", (80, 0), life, Sheet(ref="footman")),
        ("corin", RED, "ana", (0, 80), None, Sheet(ref="golem", kind=Kind.GOLEM, summoner="asha")),
        ("dara", BLUE, "ben", (80, 80), None, Sheet(ref="knight")),
    )
    entries = [
        BOOK.enter(
            id=name,
            name=name.title(),
            side=side,
            seat=seat,
            place=Place(point=Point(middle + x, middle + y)),
            vitals=vitals,
            sheet=sheet,
        )  # type: ignore[call-arg]
        for name, side, seat, (x, y), vitals, sheet in sheets
    ]
    return _arena(rng, entries, _bare())


def begin(arena: Arena) -> None:
    """The fight begins."""
    arena.order("gm", Begin())


SCENES: tuple[Callable[[random.Random], Arena], ...] = (close, frail, at_once, nobody_near, bound)


def sealed(rng: random.Random) -> Secret:
    """What Ana declares, and picks in open combat, is otherwise until all have answered."""
    wish = seen_by_all(wish_of(close(rng)))
    for one in wish.combatants[:2]:
        wish = changed(wish, one["id"], place=None)
    wish = structs.replace(wish, setup={**wish.setup, "openCombat": "CHOICE"})
    return Secret(wish, wish, tuple(seat for seat in outsiders(wish) if seat != "ana"), twins=True)


SECRETS: Mapping[str, Callable[[random.Random], Secret]] = {"what Ana declares and picks": sealed}
"""What can be hidden in this system besides what can in every one."""


# -- parts
def _arena(rng: random.Random, entries: Sequence[Entry], ground: Ground) -> Arena:
    open_combat, luck = rng.choice([OpenCombat.CHOICE, OpenCombat.CHOICE, OpenCombat.DIE]), rng.random()
    provoking = OpportunityAttacks.SHOOTING_TOO if luck < 0.4 else OpportunityAttacks.LEAVING
    setup = Setup(open_combat=open_combat, opportunity_attacks=provoking, depth=300)
    return Arena(
        BOOK, entries, dice=seeded(str(luck)), seats=SEATS, setup=plain(setup), ground=ground, figures_open=True
    )


def _bare() -> Ground:
    return Ground(space=Space(kind="PLANE", width=SIDE, height=SIDE, unit="inch"))


def _ground(rng: random.Random) -> Ground:
    """A road, water, a wood and a wall, each now and then."""
    pieces: list[GroundPatch] = []
    if rng.random() < 0.5:
        line = (Point(0, rng.randint(200, 1000)), Point(SIDE, rng.randint(200, 1000)))
        width = rng.choice([50, 100, 200])
        entry = {50: "brook", 100: "stream", 200: "river"}[width]
        pieces.append(GroundPatch(key="water", entry=entry, area=SceneArea(strip=SceneStrip(line=line, width=width))))
    if rng.random() < 0.5:
        x = rng.randint(200, 1000)
        line = (Point(x, 0), Point(x, SIDE))
        pieces.append(GroundPatch(key="way", entry="road", area=SceneArea(strip=SceneStrip(line=line, width=100))))
    for key, entry in (("grove", "wood"), ("ruin", "wall"), ("knoll", "hill")):
        if rng.random() < 0.4:
            x, y = rng.randint(100, 1000), rng.randint(100, 1000)
            corners = (Point(x, y), Point(x + 90, y), Point(x + 90, y + 30), Point(x, y + 30))
            pieces.append(GroundPatch(key=key, entry=entry, area=SceneArea(outlines=(SceneOutline(points=corners),))))
    edges: tuple[GroundEdge, ...] = ()
    if rng.random() < 0.3:
        x, y = rng.randint(100, 900), rng.randint(100, 900)
        edges = (GroundEdge(key="hedge", entry="wall", line=(Point(x, y), Point(x + 200, y + 35))),)
    return structs.replace(_bare(), patches=tuple(pieces), edges=edges)


def _spots(rng: random.Random, count: int, ground: Ground) -> list[Point]:
    """Points that are far enough from each other, in a cluster; nobody stands in a wall."""
    found: list[Point] = []
    walls = terrain_of(ground).moves
    while len(found) < count:
        at = Point(rng.randint(350, 850), rng.randint(350, 850))
        if not walls.bars(at) and all((at.x - o.x) ** 2 + (at.y - o.y) ** 2 >= APART * APART for o in found):
            found.append(at)
    return found


def _one(rng: random.Random, table: Mapping[str, T], unused: Collection[str]) -> str:
    """An entry of a table, one that is unused if there is any."""
    wanted = [name for name in table if name in unused]
    return rng.choice(wanted or list(table))


def _somebody(name: str, side: str, rng: random.Random, unused: Collection[str], place: Place | None) -> Entry:
    """One of the catalogue, with some gear of its own choice now and then."""
    ref = _one(rng, c.MINIS, unused)
    weapon = _one(rng, c.WEAPONS, unused)
    figures: dict[str, Any] = {}
    if rng.random() < 0.5:
        figures["weapons"] = (weapon,)
        figures["armor"] = ("leather",) if c.WEAPONS[weapon].hands > 1 else (_one(rng, c.ARMOR, unused),)
    if rng.random() < 0.2:
        figures["resistances"] = (rng.choice(list(Resistance)),)
    if rng.random() < 0.2:
        figures["size"] = rng.choice(list(Size))
    figures["initiative"] = rng.randint(-1, 4)
    sheet = Sheet(ref=ref, towards=Point(rng.randint(-9, 9), rng.choice([-5, 5])), **figures)
    return BOOK.enter(
        id=name,
        name=name.capitalize(),
        side=side,
        seat={RED: "ana", BLUE: "ben"}[side],
        place=place,
        vitals={"life": rng.randint(1, BOOK.system.enter(sheet, None).vitals["life"].max or 1)},
        sheet=sheet,
    )  # type: ignore[call-arg]
