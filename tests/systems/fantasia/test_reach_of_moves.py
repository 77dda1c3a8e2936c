"""The reach of a movement and of a jump holds every cell that is accepted, and no other."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.playing.preview import preview_order
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.reach import places_in
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.rules.board import leaps, route
from engine.systems.fantasia.rules.movement import jump, movement, rage
from engine.systems.fantasia.rules.statuses import order_handlers
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import Bout, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup

GROUND = (Patch(x=1, y=1, wall=True), Patch(x=2, y=-2, columns=2, height=1), Patch(x=-3, y=0, rows=3, height=-3))


@pytest.mark.parametrize("key", ["move-walk", "move-climb", "move-stealth", "jump"])
def test_every_single_cell_is_tried(key: str) -> None:
    """Around walls, up and down, not onto others."""
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(2, 0)), setup=Setup(grid=Grid(terrain=GROUND)))
    offer = next(one for one in bout.offers("hero") if one.key == key)
    field = next(one for one in offer.fields if one.name == "to")
    assert field.exact
    assert field.reach is not None
    accepted, rules = set(), jump.check if key == "jump" else movement.check
    for y in range(-12, 13):
        for x in range(-12, 13):
            for height in (0, 1):
                place = Place(cell=Cell(x, y), height=height)
                order = o.Jump(combatant="hero", to=place)
                if key != "jump":
                    order = o.Move(combatant="hero", to=place, manner=offer.body.manner)
                try:
                    rules(bout.arena.state, order)
                except RuleRefusal:
                    continue
                accepted.add(place)
    assert set(places_in(field.reach)) == accepted
    assert len(accepted) > 3


# -- a run and a jump
WINDOW = [Cell(x, y) for y in range(-4, 5) for x in range(-4, 5) if abs(x) + abs(y) <= 4]
"""Every cell that a run and a jump of 3 m can come to, and all around them."""

QUICK = sheet(movement=3)


def _field(*entries: Any, terrain: tuple[Patch, ...]) -> Bout:
    return Bout(*entries, setup=Setup(grid=Grid(terrain=terrain)))


FIELDS: dict[str, Callable[[], Bout]] = {
    "walls and heights": lambda: _field(hero(figures=QUICK, place=cell(0, 0)), foe(place=cell(2, 0)), terrain=GROUND),
    "friends and a ditch": lambda: _field(
        hero(figures=QUICK, place=cell(0, 0)),
        hero("friend", place=cell(1, 0)),
        hero("other", place=cell(0, -2)),
        foe(place=cell(-1, -1)),
        terrain=(Patch(x=-4, y=1, columns=9, height=-2), Patch(x=-2, y=-3, height=2)),
    ),
    "somebody large": lambda: _field(
        hero(figures=Sheet(ref="ogre", movement=3), place=cell(0, 0)),
        foe(place=cell(3, 3)),
        terrain=(Patch(x=-2, y=1, wall=True), Patch(x=2, y=-2, columns=2, height=1), Patch(x=-1, y=3, height=-3)),
    ),
    "somebody who rages": lambda: _field(
        hero(figures=QUICK, place=cell(0, 0), conditions=("berserk",)), foe(place=cell(3, -2)), terrain=GROUND
    ),
    "somebody who obeys, and spares his life": lambda: _field(
        hero(figures=QUICK, place=cell(0, 0), conditions=("charmed",), vitals={"hp": 10}),
        foe(place=cell(4, 4)),
        terrain=(Patch(x=-4, y=2, columns=9, height=-3), Patch(x=-1, y=-2, height=2)),
    ),
}


def _accepted(bout: Bout, start: Cell, to: Cell) -> bool:
    order = o.Jump(combatant="hero", start=Place(cell=start), to=Place(cell=to))
    try:
        rage.require(bout.arena.state, order)
        jump.check(bout.arena.state, order)
    except RuleRefusal:
        return False
    return order_handlers.sacrifice(bout.arena.state, order) is None


def _cells(area: SceneArea | None) -> set[Cell]:
    assert area is not None
    return {place.cell for place in places_in(area) if place.cell is not None}


@pytest.mark.parametrize("field", FIELDS)
def test_every_take_off_is_tried_with_every_end(field: str) -> None:
    """Each field holds what is legal with some pick of the other; of a take-off the preview tells each of its ends."""
    bout = FIELDS[field]()
    pairs = {(start, to) for start in WINDOW for to in WINDOW if _accepted(bout, start, to)}
    offer = next(one for one in bout.offers("hero") if one.key == "jump-run")
    fields = {one.name: one for one in offer.fields}
    assert _cells(fields["start"].reach) == {start for start, _ in pairs}
    assert _cells(fields["to"].reach) == {to for _, to in pairs}
    assert {(offer.body.start.cell, place.cell) for place in fields["to"].among} <= pairs
    for start in {start for start, _ in pairs}:
        begun = o.Jump(combatant="hero", start=Place(cell=start))
        told = preview_order(bout.arena.book, bout.arena.position, "gm", begun, "en")
        assert told.unfinished
        assert not told.tests
        assert _cells(told.next[0].area) == {to for one, to in pairs if one == start}


def test_no_areas_could_hold_for_a_take_off_and_an_end_independently() -> None:
    """Of two legal jumps neither may take the end of the other: so both fields say that they are not exact."""
    bout = FIELDS["walls and heights"]()
    offer = next(one for one in bout.offers("hero") if one.key == "jump-run")
    assert [one.exact for one in offer.fields if one.name in ("start", "to")] == [False, False]
    assert _accepted(bout, Cell(0, -1), Cell(0, -3))
    assert _accepted(bout, Cell(0, 1), Cell(0, 3))
    assert not _accepted(bout, Cell(0, -1), Cell(0, 3))
    assert not _accepted(bout, Cell(0, 1), Cell(0, -3))


@pytest.mark.parametrize("seed", range(12))
def test_going_along_each_line_once_finds_what_every_jump_from_every_take_off_finds(seed: int) -> None:
    """On rough ground by chance."""
    rng = random.Random(f"leaps {seed}")
    spots = [(x, y) for x in range(-6, 7) for y in range(-6, 7) if (x, y) != (0, 0)]
    terrain = tuple(
        Patch(x=x, y=y, wall=True) if rng.random() < 0.3 else Patch(x=x, y=y, height=rng.choice((-3, -2, 1, 2, 3)))
        for x, y in rng.sample(spots, 60)
    )
    bout = _field(hero(place=cell(0, 0)), foe(place=cell(20, 20)), terrain=terrain)
    walk, most = route.Walk(bout.arena.state, "hero", o.Manner.WALK), rng.randint(2, 8)
    runs = walk.ways(most)
    one_by_one = {to for start, run in runs.items() for to, _ in leaps.leaps(walk, start, most - run)}
    assert leaps.landings(walk, runs, most) == one_by_one


@pytest.mark.parametrize("seed", range(6))
def test_searches_that_are_kept_with_the_ground_find_what_a_fresh_one_does(seed: int) -> None:
    """A shorter way after a longer one, a climber after a walker, and others once somebody stands elsewhere."""
    rng = random.Random(f"searches {seed}")
    spots = rng.sample(
        [(x, y) for x in range(-5, 6) for y in range(-5, 6) if (x, y) not in ((0, 0), (0, 1), (1, 0))], 40
    )
    terrain = tuple(
        Patch(x=x, y=y, wall=True) if n % 3 else Patch(x=x, y=y, height=n % 4) for n, (x, y) in enumerate(spots)
    )
    bouts = [
        _field(hero(place=cell(0, 0)), foe(place=cell(*at)), terrain=terrain) for at in [(0, 1), (1, 0), (9, 9), (0, 1)]
    ]
    ground = bouts[0].arena.state.fight.ground
    for bout in bouts:
        state = structs.replace(bout.arena.state, fight=structs.replace(bout.arena.state.fight, ground=ground))
        for most in (6, 3, 8, 8):
            for manner in (o.Manner.WALK, o.Manner.CLIMB):
                fresh = route.Walk(bout.arena.state, "hero", manner)
                fresh._searches = OrderedDict()
                assert list(route.Walk(state, "hero", manner).ways(most).items()) == list(fresh.ways(most).items())


def test_four_facings_are_directions_too() -> None:
    """In the order of their words; none for the direction of the last step."""
    bout = Bout(hero(place=cell(0, 0)), setup=Setup(grid=Grid()))
    offer = next(one for one in bout.offers("hero") if one.key == "move-walk")
    field = next(one for one in offer.fields if one.name == "facing")
    towards = {one.value if one else None: at for one, at in zip(field.among, field.towards, strict=True)}
    assert {word: (at.x, at.y) for word, at in towards.items() if at} == {
        "NORTH": (0, -1), "EAST": (1, 0), "SOUTH": (0, 1), "WEST": (-1, 0),
    }  # fmt: skip
    assert towards[None] is None
