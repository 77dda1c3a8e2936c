"""No order passes what the legend calls NEVER, in any game: fights at random among walls, doors and windows.

What is compared against is worked out slowly, side by side (`tests/support/fights/regions.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.ground import SceneGround
from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import (
    EdgeState,
    Ground,
    GroundEdge,
    GroundEntry,
    GroundPatch,
    SceneLook,
    ScenePasses,
    Space,
)
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kit.testing import picks
from engine.systems.dozen_die import orders as dozen
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ground import faults as dd_faults
from engine.systems.dozen_die.board.sight import sees as dozen_sees
from engine.systems.dozen_die.events import ContactMade, WayDeclared
from engine.systems.dozen_die.rules.board import board as dozen_board
from engine.systems.fantasia import orders as fantasia
from engine.systems.fantasia.ground import faults as ff_faults
from engine.systems.fantasia.rules.board import board as fantasia_board
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.regions import region, shut_in, shut_in_scene, steps
from tests.support.fights.usage import Usage
from tests.support.fights.walls import edge, walled
from tests.support.slices.ready import seeded
from tests.systems.dozen_die import bout as dd
from tests.systems.fantasia import bout as ff

WIDTH, HEIGHT = 9, 6
FIGHTS, STEPS, WAYS = 4, 24, 12


def edges(rng: random.Random) -> tuple[GroundEdge, ...]:
    """A third of all sides have something, and so many more stand off the grid; some of it not everybody knows."""
    found: dict[tuple[tuple[int, int], ...], GroundEdge] = {}
    for x in range(WIDTH):
        for y in range(HEIGHT):
            for line in (((x, y), (x, y + 1)), ((x, y), (x + 1, y))):
                if rng.random() < 0.3:
                    found[line] = _one(rng, *line)
    # Off the grid, in lengths of a cell; none ends on the line between two middles.
    stray = [_one(rng, (100 + n, 100)) for n in range(WIDTH * HEIGHT // 3)]
    spots = [(_odd(rng, WIDTH), _odd(rng, HEIGHT)) for _ in stray]
    moved = [
        structs.replace(one, line=(Point(x, y), Point(_near(rng, x, WIDTH), _near(rng, y, HEIGHT))))
        for one, (x, y) in zip(stray, spots, strict=True)
    ]
    return (*found.values(), *moved)


def _odd(rng: random.Random, cells: int) -> int:
    return rng.randrange(cells) * 100 + rng.choice([7, 19, 33, 42, 58, 67, 81, 93])


def _near(rng: random.Random, at: int, cells: int) -> int:
    """Within a cell or so of a coordinate, on the board."""
    return min(max(_odd(rng, 3) + (at // 100 - 1) * 100, 3), cells * 100 - 3)


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
    """Whether no wall runs through a figure there, and no door, which may be too narrow for it."""
    shut = shut_in(structs.replace(ground, edges=tuple(structs.replace(one, state="NONE") for one in ground.edges)))
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
    for seat, offer in picks.offered(arena.book, arena.state):
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
                step = arena.order_step(ordered(who, way[1:]), seat)
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


# -- the legend
def entries() -> Iterator[GroundEntry]:
    """Whatever may stand between cells or fill one."""
    looks: tuple[SceneLook, ...] = ("WALL", "OBSTACLE", "DOOR", "WINDOW", "OTHER")
    passes: tuple[ScenePasses | None, ...] = (None, "FREE", "NEVER")
    states: tuple[EdgeState, ...] = ("NONE", "OPEN", "SHUT")
    for number, (look, step, sight, state, top) in enumerate(product(looks, passes, passes, states, (None, 1))):
        yield GroundEntry(key=f"e{number}", look=look, step=step, sight=sight, state=state, top=top)


def drawn(system: str, entries: Sequence[GroundEntry], *, beside: bool) -> tuple[Arena, SceneGround]:
    """A board with a row of three cells for each entry: beside the middle one, or on it. And how its GM sees it."""
    people = {
        "fantasia": [ff.hero(place=Place(cell=Cell(0, 0))), ff.foe(place=Place(cell=Cell(2, 0)))],
        "dozen_die": [dd.ana("a", place=Place(cell=Cell(0, 0))), dd.ben("x", place=Place(cell=Cell(2, 0)))],
    }
    space = Space(kind="GRID", width=3, height=len(entries) + 1)
    rows = [
        GroundPatch(key=one.key, entry=one.key, area=SceneArea(runs=(SceneRun(x=1, y=y),)))
        for y, one in enumerate(entries, 1)
    ]
    lines = [edge((2, y), (2, y + 1), entry=one.key) for y, one in enumerate(entries, 1)]
    ground = Ground(
        space=space,
        legend=tuple(entries),
        patches=() if beside else tuple(rows),
        edges=tuple(lines) if beside else (),
    )
    setup = {"fantasia": {"grid": {}}, "dozen_die": {"restored": True}}[system]
    book, seats = {"fantasia": (ff.BOOK, ff.SEATS), "dozen_die": (dd.BOOK, dd.SEATS)}[system]
    arena = Arena(book, people[system], seats=seats, setup=setup, ground=ground)
    return arena, scene_of(book.system, book.seen(arena.state, "gm"), "gm", "en").ground


def seen_across(arena: Arena, y: int, low: int) -> bool:
    """Whether somebody so high sees from the first cell of a row to the last."""
    if arena.book.system.id == "fantasia":
        return fantasia_board.edges(arena.state).sight((0, y, 1), (2, y, 1), low)
    return dozen_sees(dozen_board.land(arena.state), Footprint(0, y, height=low), Footprint(2, y, height=low))


def lets_in(arena: Arena, y: int, size: int) -> bool:
    """Whether a figure of a size gets past what is in a row."""
    if arena.book.system.id == "fantasia":
        cell = fantasia_board.open_to(arena.state, Cell(1, y))
        return cell and fantasia_board.edges(arena.state).lets(1, y, 1, 0) >= size
    land = dozen_board.land(arena.state)
    return land.open_to((1, y), size) and land.edges.lets(1, y, 1, 0) >= size


HIGH = 50
FITTING: dict[str, Callable[[Ground], Iterable[RuleRefusal]]] = {"fantasia": ff_faults, "dozen_die": dd_faults}


@pytest.mark.rule("DD-MOVE-05", "DD-MOVE-07", "DD-GAP-16", "FF-GRID-06")
@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("system", sorted(GAMES))
def test_the_legend_says_of_everything_what_the_rules_do(system: str, *, beside: bool) -> None:
    """NEVER lets nobody pass or see, FREE everybody, at any size and height; of a line it is exactly so."""
    space = Space(kind="GRID", width=3, height=3)
    known = [one for one in entries() if not list(FITTING[system](Ground(space=space, legend=(one,))))]
    assert len(known) > 60
    for start in range(0, len(known), 90):
        some = known[start : start + 90]
        arena, ground = drawn(system, some, beside=beside)
        legend = {one.key: one for one in ground.legend}
        for y, entry in enumerate(some, 1):
            told = legend[ground.edges[y - 1].entry if beside else entry.key]
            steps = [lets_in(arena, y, size) for size in (1, 3)]
            sights = [seen_across(arena, y, low) for low in (0, HIGH)]
            for said, truly in ((told.step, steps), (told.sight, sights)):
                if said == "NEVER":
                    assert not any(truly), (entry, told)
                elif said == "FREE":
                    assert all(truly), (entry, told)
                elif beside:
                    assert any(truly) is not all(truly), (entry, told)
