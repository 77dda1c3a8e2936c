"""Who is driven towards somebody over the board: the berserk to an enemy, the confused to an ally."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Cell
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Tag
from engine.systems.fantasia.events import DamageTaken, MovedAbout
from tests.systems.fantasia.bout import Bout, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup
from tests.systems.fantasia.test_status import blow, lying

CELLAR = (
    Patch(x=-1, y=-1, columns=3, wall=True),
    Patch(x=-1, y=1, columns=3, wall=True),
    Patch(x=-1, y=0, wall=True),
    Patch(x=1, y=0, wall=True),
)
"""Walls around (0, 0)."""
WALL = (Patch(x=1, y=-1, rows=3, wall=True),)
"""Between (0, 0) and (2, 0)."""


def field(*others: Any, terrain: tuple[Patch, ...] = ()) -> Bout:
    return Bout(*others, setup=Setup(grid=Grid(terrain=terrain)))


def confused(*friends: Any, terrain: tuple[Patch, ...] = (), conditions: tuple[Any, ...] = (), **more: Any) -> Bout:
    """The foe ends his turn; the hero on (0, 0) throws an odd die."""
    mine = hero(place=cell(0, 0, "NORTH"), conditions=("confused", *conditions), **more)
    bout = field(foe(place=cell(-9, 0)), mine, *friends, terrain=terrain)
    bout.end("foe", 1)
    return bout


def raging(*foes: Any, terrain: tuple[Patch, ...] = (), conditions: tuple[Any, ...] = (), **more: Any) -> Bout:
    mine = hero(place=cell(0, 0, "NORTH"), conditions=("berserk", *conditions), **more)
    return field(mine, *foes, terrain=terrain)


def stands(bout: Bout) -> Cell | None:
    place = bout.who("hero").place
    return place.cell if place else None


# -- confused
@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_he_goes_next_to_the_nearest_ally_and_attacks_him() -> None:
    """Four cells of his five; then the one deed."""
    bout = confused(hero("friend", place=cell(5, 0)), hero("far", place=cell(0, 7)))
    assert (stands(bout), bout.the(MovedAbout).metres) == (Cell(4, 0), 4)
    assert (bout.asked, bout.waiting[0].offers[1].fields[0].among) == (["ConfusedDeed"], ("friend",))
    bout.answer("attack-unarmed", 6, 5, 1)
    assert bout.the(DamageTaken).target == "friend"


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_of_two_equally_near_he_goes_for_the_first_who_joined() -> None:
    """Three cells to the south and to the east."""
    bout = confused(hero("first", place=cell(0, 3)), hero("second", place=cell(3, 0)))
    assert stands(bout) == Cell(0, 2)
    bout = confused(hero("first", place=cell(3, 0)), hero("second", place=cell(0, 3)))
    assert stands(bout) == Cell(2, 0)


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_whom_he_cannot_get_nearer_to_he_passes_over_for_the_next() -> None:
    """The nearest stands behind a wall that he does not get round; the other is six steps off."""
    bar = (Patch(x=1, y=-8, rows=17, wall=True),)
    bout = confused(hero("near", place=cell(2, 0)), hero("other", place=cell(0, 6)), terrain=bar)
    assert stands(bout) == Cell(0, 5)
    assert bout.waiting[0].offers[1].fields[0].among == ("other",)


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_where_nobody_can_be_reached_the_turn_is_over() -> None:
    """Walls all around, or too far: nothing to decide, and no attack on himself, for he has allies."""
    bout = confused(hero("friend", place=cell(3, 0)), terrain=CELLAR)
    assert (stands(bout), bout.of(MovedAbout), bout.of(DamageTaken)) == (Cell(0, 0), [], [])
    assert (bout.asked, bout.acting) == ([], "friend")
    bout = confused(hero("friend", place=cell(20, 0)))
    assert (stands(bout), bout.asked, bout.acting) == (Cell(5, 0), [], "friend")


@pytest.mark.rule("FF-ST-06", "FF-GRAP-03", "FF-ST-16")
@pytest.mark.parametrize("what", ["grappled", "immobilized"])
def test_ff_st_06_who_is_held_stays_where_he_is(what: str) -> None:
    """No step, and no deed out of reach; an ally beside him is struck all the same."""
    holds = lying("grappled", source="foe") if what == "grappled" else what
    for x, there in ((3, False), (1, True)):
        mine = hero(place=cell(0, 0), conditions=("confused", holds))
        bout = field(foe(place=cell(-1, 0)), mine, hero("friend", place=cell(x, 0)))
        bout.end("foe", 1)
        assert (stands(bout), bout.of(MovedAbout)) == (Cell(0, 0), [])
        assert bool(bout.asked) is there


@pytest.mark.rule("FF-ST-06", "FF-GRID-13")
def test_ff_st_06_somebody_large_is_measured_from_his_nearest_cells() -> None:
    """Two by two from (0, 0): he reaches two cells, and stands so that the fewest steps are left."""
    bout = confused(hero("friend", place=cell(6, 1)), figures=sheet(size_percent=200))
    assert stands(bout) == Cell(4, 0)
    assert bout.waiting[0].offers[1].fields[0].among == ("friend",)


@pytest.mark.rule("FF-ST-06", "FF-MOVE-02")
def test_ff_st_06_who_lies_crawls() -> None:
    """Half as far: two cells."""
    bout = confused(hero("friend", place=cell(3, 0)), conditions=("prone",))
    assert (stands(bout), bout.asked) == (Cell(2, 0), ["ConfusedDeed"])


# -- berserk
@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_over_the_board_he_goes_only_where_fewer_steps_are_left() -> None:
    """To either of two equally near; neither away nor round in a circle."""
    bout = raging(foe("first", place=cell(0, 4)), foe("second", place=cell(4, 0)))
    (walk,) = [offer for offer in bout.offers("hero") if offer.key == "move-walk"]
    cells = {place.cell for place in walk.fields[0].picks}
    assert {Cell(0, 3), Cell(3, 0), Cell(1, 0)} <= cells
    assert not {Cell(0, 0), Cell(-1, 0), Cell(0, -1)} & cells
    assert bout.refuse(o.Move(combatant="hero", to=cell(-1, 0))).rule == "FF-ST-38"
    assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"
    bout.order(o.Move(combatant="hero", to=cell(3, 0)))
    assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"
    bout.order(blow(target="second"), 1, 2)
    bout.end("hero")


@pytest.mark.rule("FF-ST-38")
@pytest.mark.parametrize("why", ["walls", "too far", "held"])
def test_ff_st_38_who_can_get_at_nobody_ends_his_turn_without_an_attack(why: str) -> None:
    """Walled in there is no way; too far he may go there or not; held he may only stay."""
    enemy = foe(place=cell(20 if why == "too far" else 3, 0))
    holds = (lying("grappled", source="foe"),) if why == "held" else ()
    bout = raging(enemy, terrain=CELLAR if why == "walls" else (), conditions=holds)
    walks = [offer for offer in bout.offers("hero") if isinstance(offer.body, o.Move)]
    assert bool(walks) is (why == "too far")
    assert "end-turn" in bout.keys("hero")
    bout.end("hero")
    assert bout.acting == "foe"


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_round_a_wall_he_must_go_where_one_movement_brings_him_there() -> None:
    """Behind it stands his enemy, five steps away: with four he need not."""
    for movement, must in ((5, True), (4, False)):
        bout = raging(foe(place=cell(2, 0)), terrain=WALL, figures=sheet(movement=movement))
        if must:
            assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"
        else:
            bout.end("hero")


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_over_heads_a_flyer_takes_the_short_way() -> None:
    """Nothing but a wall keeps him off; a ledge of three metres does not."""
    ledge = (Patch(x=1, y=-9, columns=1, rows=19, height=3),)
    figures = {"flying": sheet(tags=(Tag.FLYING,)), "on foot": sheet()}
    for how, must in (("flying", True), ("on foot", False)):
        bout = raging(foe(place=cell(3, 0)), terrain=ledge, figures=figures[how])
        assert ("end-turn" not in bout.keys("hero")) is must
