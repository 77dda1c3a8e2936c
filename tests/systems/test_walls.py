"""No order passes what the legend calls NEVER, in any game: fights at random among walls, doors and windows.

What is compared against is worked out slowly, side by side (`tests/support/regions.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.scene.compose import scene_of
from engine.kernel.state.areas import SceneArea, SceneRun
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground import Ground, GroundEdge, GroundPatch
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.dozen_die import commands as dozen
from engine.systems.dozen_die.events import ContactMade, WayDeclared
from engine.systems.fantasia import commands as fantasia
from engine.systems.fantasia.rules import board as fantasia_board
from tests.support import laws, playing
from tests.support.arena import Arena
from tests.support.regions import region, shut_in, shut_in_scene, steps
from tests.support.slices.ready import seeded
from tests.support.usage import Usage
from tests.support.walls import edge, walled
from tests.systems.dozen_die import bout as dd
from tests.systems.fantasia import bout as ff

WIDTH, HEIGHT = 9, 6
FIGHTS, STEPS, WAYS = 4, 24, 12


def edges(rng: random.Random) -> tuple[GroundEdge, ...]:
    """A third of all sides have something, and some of that not everybody knows."""
    found: dict[tuple[tuple[int, int], ...], GroundEdge] = {}
    for x in range(WIDTH):
        for y in range(HEIGHT):
            for line in (((x, y), (x, y + 1)), ((x, y), (x + 1, y))):
                if rng.random() < 0.3:
                    found[line] = _one(rng, *line)
    return tuple(found.values())


def _one(rng: random.Random, *line: tuple[int, int]) -> GroundEdge:
    entry = rng.choice(["wall", "wall", "wall", "window", "fence", "curtain", "door", "door"])
    state: Any = rng.choice(["NONE", "OPEN", "LOCKED"]) if entry == "door" else "NONE"
    seen_by = rng.choice([("gm",), ("gm",), ("gm", "ana")]) if rng.random() < 0.5 else None
    shown_as = rng.choice([None, None, "wall"]) if seen_by is not None else None
    return edge(*line, entry=entry, state=state, seen_by=seen_by, shown_as=shown_as)


def cells(rng: random.Random, amount: int) -> list[Cell]:
    """Places that do not touch, each with room for a figure of two by two."""
    spots = [Cell(x, y) for x in range(0, WIDTH - 1, 2) for y in range(0, HEIGHT - 1, 2)]
    return rng.sample(spots, amount)


def _free(ground: Ground, at: Cell, size: int) -> bool:
    """Whether no wall runs through a figure there."""
    shut = shut_in(ground)
    inside = [(at.x + x, at.y + y) for x in range(size) for y in range(size)]
    return not any(
        shut(one, other) for one in inside for other in ((one[0] + 1, one[1]), (one[0], one[1] + 1)) if other in inside
    )


def _ground(rng: random.Random, taken: list[Cell]) -> Ground:
    """Walls anywhere but through the first figure, which has two by two cells, and cells of wall where nobody is."""
    bare = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    kept = {(at.x + x, at.y + y) for at in taken for x in range(2) for y in range(2)}
    walls = [spot for spot in bare if spot not in kept and rng.random() < 0.15]
    known = [rng.choice([None, None, ("gm",)]) for _ in walls]
    patches = tuple(
        GroundPatch(key=f"p{n}", entry="wall", area=SceneArea(runs=(SceneRun(x=x, y=y),)), seen_by=seen_by)
        for n, ((x, y), seen_by) in enumerate(zip(walls, known, strict=True))
    )
    while True:
        ground = structs.replace(walled(*edges(rng), width=WIDTH, height=HEIGHT), patches=patches)
        if _free(ground, taken[0], 2):
            return ground


def of_fantasia(rng: random.Random) -> Arena:
    """An ogre and a bat, which flies, against three of Ana's and Bea's."""
    where = cells(rng, 5)
    entries = [
        ff.foe("ogre", ff.Sheet(ref="ogre"), place=Place(cell=where[0])),
        ff.foe("bat", ff.Sheet(ref="bat"), place=Place(cell=where[1])),
        ff.hero("asha", ff.Sheet(ref="soldier"), place=Place(cell=where[2])),
        ff.hero("bren", ff.Sheet(ref="thief"), place=Place(cell=where[3])),
        ff.foe("corin", ff.Sheet(ref="black_mage"), place=Place(cell=where[4]), seat="bea"),
    ]
    ground = _ground(rng, where)
    dice = seeded(str(rng.random()))
    return Arena(ff.BOOK, entries, dice=dice, seats=ff.SEATS, setup={"grid": {}}, ground=ground)


def of_dozen_die(rng: random.Random) -> Arena:
    """A large creature and two sides of two."""
    where = cells(rng, 5)
    people = [
        dd.creature("ogre", st=4, mv=4, size=2, place=Place(cell=where[0])),
        dd.ana("asha", mv=6, place=Place(cell=where[1])),
        dd.ben("bren", mv=6, place=Place(cell=where[2])),
        dd.ana("corin", mv=5, skills={"melee": 2, "shove": 2}, place=Place(cell=where[3])),
        dd.ben("dara", skills={"shooting": 2}, weapons=("longbow",), place=Place(cell=where[4])),
    ]
    ground = _ground(rng, where)
    dice = seeded(str(rng.random()))
    return Arena(dd.BOOK, people, dice=dice, seats=dd.SEATS, setup={"restored": True}, ground=ground)


def _by_cells(who: str, way: list[tuple[int, int]]) -> Order:
    return fantasia.Move(combatant=who, path=tuple(Place(cell=Cell(x, y)) for x, y in way))


def _by_squares(who: str, way: list[tuple[int, int]]) -> Order:
    return dozen.Move(combatant=who, path=tuple(dozen.Step(cell=Cell(x, y)) for x, y in way))


Made = tuple[Callable[[random.Random], Arena], bool, Callable[[str, list[tuple[int, int]]], Order]]
GAMES: dict[str, Made] = {
    "fantasia": (of_fantasia, False, _by_cells),
    "dozen_die": (of_dozen_die, True, _by_squares),
}


def size_of(arena: Arena, who: str) -> int:
    """Cells on a side of a figure."""
    if arena.book.system.id == "fantasia":
        return fantasia_board.side(arena.state, who)
    size: int = arena.state.own.figures[who].size
    return size


def places(arena: Arena) -> dict[str, Cell]:
    """Who stands where."""
    return {
        who: one.place.cell
        for who, one in arena.fight.combatants.items()
        if one.place is not None and one.place.cell is not None and one.out is None
    }


def offered_ends_are_reached(arena: Arena, *, diagonals: bool) -> int:
    """No offered move ends behind what its seat's scene calls NEVER. Returns how many ends there were."""
    ends = 0
    for seat, offer in laws.offered(arena.book, arena.state):
        who = getattr(offer.body, type(offer.body).actor or "", None)
        if not offer.key.startswith(("move", "march")) or who is None or seat is None:
            continue
        seen = arena.book.seen(arena.state, seat)
        shut = shut_in_scene(scene_of(arena.book.system, seen, seat, "en"))
        start = places(arena).get(who)
        if start is None:
            continue
        inside = region(shut, start, size_of(arena, who), (WIDTH, HEIGHT), diagonals=diagonals)
        for field in offer.fields:
            found = [one for one in field.picks if isinstance(one, Place)] if field.name == "to" else []
            ends += len(found)
            assert all(one.cell is not None and (one.cell.x, one.cell.y) in inside for one in found), (seat, offer.key)
    return ends


def declared_ways_obey(arena: Arena, rng: random.Random, ordered: Callable[..., Order], *, diagonals: bool) -> int:
    """No declared way that is accepted crosses what its seat's scene calls NEVER, or ends behind a wall that it hides.

    Returns how many were refused.
    """
    refused = 0
    if arena.pending or arena.fight.open is not None:
        return 0
    for who in arena.fight.acting:
        start = places(arena).get(who)
        if start is None:
            continue
        seat, size = arena.fight.holders(who)[0], size_of(arena, who)
        shut = shut_in_scene(scene_of(arena.book.system, arena.book.seen(arena.state, seat), seat, "en"))
        for _ in range(WAYS):
            way = [(start.x, start.y)]
            for _ in range(rng.randint(1, 3)):
                moves = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
                dx, dy = rng.choice(moves if diagonals else moves[:4])
                way.append((way[-1][0] + dx, way[-1][1] + dy))
            try:
                step = laws.order_step(arena, seat, ordered(who, way[1:]))
            except RuleRefusal:
                refused += 1
                continue
            # A way that comes into contact ends there, whatever was declared beyond.
            gone = [one.event.way for one in step.new if isinstance(one.event, WayDeclared)]
            for at, to in pairwise(way[: 1 + (len(gone[0]) if gone else len(way))]):
                assert to in steps(shut, at, size, diagonals=diagonals), f"{who} of {seat} went {way}"
            truly = shut_in(arena.fight.ground)
            ended = step.position.state.fight.combatants[who].place
            if any(isinstance(one.event, ContactMade) for one in step.new) or ended is None or ended.cell is None:
                continue
            reached = [way[0]]
            for at, to in pairwise(way):
                if to not in steps(truly, at, size, diagonals=diagonals):
                    break
                reached.append(to)
            assert (ended.cell.x, ended.cell.y) in reached, f"{who} of {seat} came {way}"
    return refused


@pytest.mark.rule("DD-MOVE-05", "FF-GRID-06")
@pytest.mark.parametrize("seed", range(FIGHTS))
@pytest.mark.parametrize("system", sorted(GAMES))
def test_no_order_passes_what_the_legend_calls_never(system: str, seed: int) -> None:
    """By offers, by declared ways, and by what comes of orders for anybody: nobody ever leaves the walls around him."""
    make, diagonals, ordered = GAMES[system]
    rng = random.Random(seed)
    arena = make(rng)
    playing.examples_of(system).begin(arena)
    usage = Usage(arena.book, playing.examples_of(system).WORN)
    ends = refused = moved = 0
    for number in range(STEPS):
        ends += offered_ends_are_reached(arena, diagonals=diagonals) if number % 3 == 0 else 0
        refused += declared_ways_obey(arena, rng, ordered, diagonals=diagonals)
        before, ground = places(arena), arena.fight.ground
        assert ground is not None
        play = playing.chosen(arena, rng, usage)
        if play is None:
            break
        playing.perform(arena, play)
        for who, at in places(arena).items():
            if who in before and before[who] != at:
                inside = region(shut_in(ground), before[who], size_of(arena, who), (WIDTH, HEIGHT), diagonals=diagonals)
                assert (at.x, at.y) in inside, f"{who} came from {before[who]} to {at}"
                moved += 1
    assert ends > 0
    assert refused > 10
    assert moved > 0
