"""Open ground with an edge: nobody is offered, or allowed, a place off it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.ground.ground import Ground, GroundEntry, Space
from engine.kernel.structs.budget import STEP, bounded
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.rules.board import distances
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet
from tests.systems.fantasia.test_status import cast, mage

ROOM = Ground(space=Space(kind="PLANE", width=1000, height=600))
"""Ten metres by six."""


def room(*others: Any, where: Place | None = None, ground: Ground = ROOM, **figures: Any) -> Bout:
    where = where or at(0)
    return Bout(hero(figures=sheet(**figures), place=where), *(others or (foe(place=at(9, 5)),)), ground=ground)


def samples(bout: Bout, key: str) -> set[tuple[int, int]]:
    found = [f for offer in bout.offers("hero") if offer.key == key for f in offer.fields if f.name == "to"]
    return {(place.point.x, place.point.y) for f in found for place in f.among}


@pytest.mark.rule("FF-TURN-03")
def test_a_movement_ends_on_the_ground() -> None:
    """From a corner only two of four samples lie on it; the edge itself does; each is accepted."""
    bout = room()
    assert samples(bout, "move-walk") == {(500, 0), (0, 500)}
    assert samples(bout, "jump-far") == {(100, 0), (0, 100)}
    for order in (o.Move(combatant="hero", to=at(-1)), o.Jump(combatant="hero", to=at(0, -1))):
        refusal = bout.refuse(order)
        assert (refusal.rule, refusal.field) == ("FF-TURN-03", "to")
    bout.order(o.Move(combatant="hero", to=at(0, 5)))
    assert bout.refuse(o.Move(combatant="hero", to=at(0, 7), pay=o.Pay.NORMAL)).field == "to"
    bout.order(o.Move(combatant="hero", to=at(0, 6), pay=o.Pay.NORMAL))


@pytest.mark.rule("FF-TURN-03")
def test_where_a_whole_movement_leads_off_it_nearer_places_are_named() -> None:
    """Sixty metres in a room of ten; and without an extent everything is ground."""
    bout = room(where=at(5, 3), movement=60)
    near = samples(bout, "move-walk")
    assert near
    assert all(0 <= x <= 1000 and 0 <= y <= 600 for x, y in near)
    bout = room(where=at(5, 3), movement=60, ground=Ground(space=Space(kind="PLANE")))
    assert (500, -5700) in samples(bout, "move-walk")


@pytest.mark.rule("FF-TURN-03")
def test_who_stands_off_the_ground_cannot_begin() -> None:
    """It says who; on the edge is on it."""
    with pytest.raises(RuleRefusal) as refused:
        Bout(hero(place=at(10, 6)), foe("out", place=at(11)), begin=False, ground=ROOM)
    assert (refused.value.field, refused.value.reason.split()[0]) == ("combatants.1.place", "out")


@pytest.mark.rule("FF-ST-53")
def test_ff_st_53_the_wind_drags_nobody_off_it() -> None:
    """Neither by what is named nor by another point of the game master's."""
    bout = Bout(hero(figures=mage("aero"), place=at(3)), foe(place=at(0), conditions=("float",)), ground=ROOM)
    bout.order(cast("aero", "foe"), 6, 5, 1, 1)
    (to,) = bout.waiting[0].offers[1].fields
    assert {(p["point"]["x"], p["point"]["y"]) for p in to.among} == {(100, 0), (0, 100)}
    with pytest.raises(RuleRefusal, match="a point on the board"):
        bout.answer("dragged", to=plain(at(-1)))
    bout.answer("dragged", to=plain(at(2, 2)))
    assert bout.who("foe").place == at(2, 2)


def test_two_may_stand_at_one_point() -> None:
    """Nothing blocks in open ground, and they are at arm's length."""
    bout = room(foe(place=at(2)))
    bout.order(o.Move(combatant="hero", to=Place(point=Point(200, 0))))
    assert distances.beside(bout.state, "hero", "foe")
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 1, 2)


@pytest.mark.parametrize(("field", "value"), [("step", "HARD"), ("sight", "SOME"), ("cover", 2)])
def test_what_this_game_cannot_use_of_an_entry_is_refused_in_words(field: str, value: Any) -> None:
    """It knows no ground that is hard to cross, and none that gives cover."""
    entry = GroundEntry(key="mud", sign="m", **{field: value})
    with pytest.raises(RuleRefusal) as refused:
        Bout(hero(), foe(), begin=False, ground=Ground(space=Space(kind="GRID", width=2, height=1), legend=(entry,)))
    assert refused.value.field == f"ground.legend.0.{field}"


def speckled(width: int, height: int) -> Ground:
    """Every second cell is a hedge."""
    rows = tuple(("h." * width)[y % 2 : width + y % 2] for y in range(height))
    hedge = GroundEntry(key="hedge", sign="h", look="WOOD", sight="NEVER")
    return Ground(space=Space(kind="GRID", width=width, height=height), rows=rows, legend=(hedge,))


@pytest.mark.rule("FF-GRID-16")
def test_so_many_cells_hide_as_can_be_seen_past_in_one_step() -> None:
    """The most that is taken is looked through within the budget; one more is refused as it comes."""
    here, there = Place(cell=Cell(1, 0)), Place(cell=Cell(196, 99))
    bout = room(foe(place=there), where=here, ground=speckled(200, 100))
    with bounded(STEP):
        assert not distances.in_sight(bout.arena.state, "hero", "foe", 1000)
    with pytest.raises(RuleRefusal, match="more than 10000 runs") as refused:
        room(foe(place=there), where=here, ground=speckled(200, 101))
    assert refused.value.field == "ground.rows"
