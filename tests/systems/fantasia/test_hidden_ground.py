"""Ground that not everybody knows of: orders are judged as it looks, what happens is as it is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.events import GroundSet, LineBarred, Moved, WayBarred
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import AbilityLaunched, AttackRolled, ItemUsed, MagicRolled, ShotFired
from engine.systems.fantasia.sheet import Stock
from tests.support.fights.walls import edge, walled
from tests.systems.fantasia.bout import BOOK, Bout, cell, foe, hero
from tests.systems.fantasia.laid import Grid, Setup
from tests.systems.fantasia.test_edges import field, where

FAR = foe(place=cell(50, 50))
FORCE = edge((2, -9), (2, 9), key="force", seen_by=())
"""A wall to the east of the column x = 1 of which only the game master knows."""
NEAR = edge((1, -9), (1, 9), key="near", seen_by=())


def worlds(*others: Any, wall: Any = FORCE, **more: Any) -> tuple[Bout, Bout]:
    """A fight with an unseen wall, and one without."""
    return field(*others, edges=(wall,), **more), field(*others, edges=(), **more)


# -- ways
@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_an_event_says_where_an_unseen_wall_ends_a_way() -> None:
    """Nothing says so before, nor where there is none."""
    walled, bare = worlds()
    assert walled.offers("hero") == bare.offers("hero")
    for bout in (walled, bare):
        bout.order(o.Move(combatant="hero", to=cell(4, 0)))
    assert walled.the(WayBarred) == WayBarred(combatant="hero", ahead=cell(2, 0))
    assert walled.the(Moved).to == cell(1, 0, "EAST")
    assert bare.of(WayBarred) == []
    assert where(bare) == (4, 0)


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_at_the_first_step_nobody_moves_and_the_event_says_why() -> None:
    """The movement is spent."""
    walled, _ = worlds(wall=NEAR)
    walled.order(o.Move(combatant="hero", to=cell(2, 0)))
    assert walled.the(WayBarred).ahead == cell(1, 0)
    assert where(walled) == (0, 0)
    turn = walled.state.own.turn
    assert turn is not None
    assert not turn.movement


# -- shots, spells, blows
@pytest.mark.rule("FF-ATK-01", "FF-EQ-03")
@pytest.mark.parametrize("weapon", ["bow", "pistol"])
def test_ff_atk_01_a_shot_at_somebody_behind_an_unseen_wall_is_spent_without_a_roll(weapon: str) -> None:
    """Offered as without the wall; bullet and action are gone."""
    walled, bare = worlds(foe(place=cell(3, 1)), weapons=(weapon,))
    assert walled.offers("hero") == bare.offers("hero")
    walled.order(o.Attack(attacker="hero", target="foe", weapon=weapon))
    assert walled.the(LineBarred) == LineBarred(combatant="hero", target="foe")
    assert walled.rolls() == []
    assert len(walled.of(ShotFired)) == (weapon == "pistol")
    assert f"attack-{weapon}" not in walled.keys("hero")
    bare.order(o.Attack(attacker="hero", target="foe", weapon=weapon), 1, 2)
    assert bare.of(LineBarred) == []
    assert bare.of(AttackRolled)


@pytest.mark.rule("FF-ATK-01")
def test_ff_atk_01_who_knows_of_the_wall_is_refused_as_ever() -> None:
    """His orders are judged by what he sees."""
    bout = field(foe(place=cell(3, 1)), edges=(edge((2, -9), (2, 9), seen_by=("ana",)),), weapons=("bow",))
    assert bout.refuse(o.Attack(attacker="hero", target="foe", weapon="bow")).rule == "FF-ATK-01"


@pytest.mark.rule("FF-GRID-01")
def test_ff_grid_01_a_blow_does_not_reach_through_an_unseen_wall() -> None:
    """Neither a fist nor a hold."""
    for order in (
        o.Attack(attacker="hero", target="foe", weapon="unarmed"),
        o.Grapple(attacker="hero", target="foe"),
    ):
        walled, bare = worlds(foe(place=cell(1, 0)), wall=NEAR, weapons=("unarmed",))
        assert walled.offers("hero") == bare.offers("hero")
        walled.order(order)
        assert walled.the(LineBarred).target == "foe"
        assert walled.rolls() == []
        assert not walled.who("foe").has("grappled")


@pytest.mark.rule("FF-MAG-01", "FF-MAG-09")
def test_ff_mag_09_a_spell_that_an_unseen_wall_stops_costs_its_points() -> None:
    """It has been launched; whoever is in sight is met all the same."""
    walled, bare = worlds(foe(place=cell(3, 0)), mp=20, spells=("fire",))
    assert walled.offers("hero") == bare.offers("hero")
    walled.order(o.Cast(caster="hero", spell="fire", targets=("foe",)))
    assert walled.the(AbilityLaunched).targets == ("foe",)
    assert walled.the(LineBarred).target == "foe"
    assert walled.mp("hero") < 20
    assert walled.of(MagicRolled) == []


@pytest.mark.rule("FF-TURN-02")
def test_ff_turn_02_an_item_that_does_not_reach_its_target_is_kept() -> None:
    """The action is spent."""
    walled, bare = worlds(foe(place=cell(1, 0)), wall=NEAR, items=(Stock(item="potion"),))
    assert walled.offers("hero") == bare.offers("hero")
    walled.order(o.UseItem(combatant="hero", item="potion", target="foe"))
    assert walled.the(LineBarred).target == "foe"
    assert walled.of(ItemUsed) == []
    assert walled.fighter("hero").stock == {"potion": 1}


# -- secret doors
OPEN = edge((1, -9), (1, 9), entry="door", key="secret", state="OPEN", seen_by=("ana",), shown_as="wall")


def known_edges(bout: Bout, seat: str) -> list[str]:
    """The entries of the edges that a seat sees."""
    ground = BOOK.seen(bout.state, seat).fight.ground
    assert ground is not None
    return [one.entry for one in ground.edges]


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_who_goes_through_a_secret_door_shows_it_to_all_who_see_him() -> None:
    """An event says so; before that it is a wall to the others."""
    bout = field(edges=(OPEN,))
    assert known_edges(bout, "bea") == ["wall"]
    bout.order(o.Move(combatant="hero", to=cell(2, 0)))
    assert where(bout) == (2, 0)
    assert known_edges(bout, "bea") == ["door"]
    assert len(bout.of(GroundSet)) == 2


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_a_way_beside_a_secret_door_shows_nothing() -> None:
    """Nor does one through what others do not see at all: there is nothing to wonder at."""
    beside = edge((1, 1), (1, 9), entry="door", key="secret", state="OPEN", seen_by=("ana",), shown_as="wall")
    unseen = edge((1, -9), (1, 9), entry="door", key="secret", state="OPEN", seen_by=("ana",))
    for secret in (beside, unseen):
        bout = field(edges=(secret,))
        before = known_edges(bout, "bea")
        bout.order(o.Move(combatant="hero", path=(cell(1, 0), cell(2, 0))))
        assert bout.of(GroundSet) == []
        assert known_edges(bout, "bea") == before


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_a_hidden_mover_shows_the_door_to_those_alone_who_see_him() -> None:
    """The others go on seeing a wall."""
    door = edge((1, -9), (1, 9), entry="door", key="secret", state="OPEN", seen_by=("ana",), shown_as="wall")
    mine = structs.replace(hero(place=cell(0, 0)), seen_by=("ana", "eye"))
    bout = Bout(mine, hero("ally", place=cell(9, 9)), FAR, setup=Setup(grid=Grid()), ground=walled(door))
    bout.order(o.Move(combatant="hero", to=cell(2, 0)))
    assert known_edges(bout, "eye") == ["door"]
    assert known_edges(bout, "bea") == ["wall"]
