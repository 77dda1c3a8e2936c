"""Floating and flying: wind, falls, firm ground, and who hangs in the air.  [FF-ST-53 to FF-ST-57]"""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Place
from engine.kernel.state.events import ConditionLost, Moved
from engine.kernel.structs.messages import plain
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import CarriedOff, DamageTaken, Fell, StatusFailed
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup

WATER = (Patch(x=2, y=0, rows=3, firm=False),)
MAGE = sheet(mp=20, spells=("aero", "fire", "float"))


def field(where: Place | None = None, *, floats: bool = True, terrain: tuple[Patch, ...] = WATER) -> Bout:
    """A mage, and a foe who may float, on a board with water."""
    floating = ("float",) if floats else ()
    enemy = foe(place=where or cell(1, 0, "NORTH"), conditions=floating)
    return Bout(hero(figures=MAGE, place=cell(0, 0)), enemy, setup=Setup(grid=Grid(terrain=terrain)))


def cast(spell: str, target: str = "foe") -> o.Cast:
    return o.Cast(caster="hero", spell=spell, targets=(target,))


# -- wind
@pytest.mark.rule("FF-ST-53")
def test_ff_st_53_the_game_master_says_whether_the_wind_drags_him() -> None:
    """Asked once Aero has hit somebody who floats; by default he stays."""
    bout = field()
    bout.order(cast("aero"), 6, 5, 1, 1)
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["WindDrags"], ("gm",), "stays")
    bout.answer("stays")
    assert (bout.of(CarriedOff), bout.of(Moved)) == ([], [])


@pytest.mark.rule("FF-ST-53")
def test_ff_st_53_where_to_is_an_empty_cell_and_he_looks_where_he_looked() -> None:
    """Four cells to the east; not onto the mage, nor into a wall."""
    bout = field(terrain=(Patch(x=1, y=1, wall=True),))
    bout.order(cast("aero"), 6, 5, 1, 1)
    (to,) = bout.waiting[0].offers[1].fields
    cells = {(place.cell.x, place.cell.y) for place in to.picks if place.cell}
    assert (5, 0) in cells
    assert not {(0, 0), (1, 0), (1, 1), (12, 0)} & cells
    bout.answer("dragged", to=plain(cell(5, 0)))
    assert bout.the(CarriedOff).cause == "hero"
    assert bout.who("foe").place == cell(5, 0, "NORTH")


@pytest.mark.rule("FF-ST-53")
def test_ff_st_53_only_strong_wind_that_hits_somebody_who_floats() -> None:
    """Not Fire, not a miss, not somebody on his feet."""
    for spell, faces, floats in (("fire", (6, 5, 1, 1), True), ("aero", (1, 2), True), ("aero", (6, 5, 1, 1), False)):
        bout = field(floats=floats)
        bout.order(cast(spell), *faces)
        assert bout.asked == []


@pytest.mark.rule("FF-ST-53")
def test_ff_st_53_with_points_and_without_places() -> None:
    """To any point; without places he is just carried off, and what he held lets go."""
    bout = Bout(hero(figures=MAGE, place=at(0)), foe(place=at(3), conditions=("float",)))
    bout.order(cast("aero"), 6, 5, 1, 1)
    bout.answer("dragged", to={"point": {"x": 900, "y": 0}})
    assert bout.who("foe").place == at(9)
    bout = Bout(hero(figures=MAGE), foe(conditions=("float",)))
    bout.correct("combatants.hero.conditions", [{"key": "grappled", "kind": "grappled", "source": "foe"}])
    bout.order(cast("aero"), 6, 5, 1, 1)
    bout.answer("dragged")
    assert bout.the(CarriedOff).combatant == "foe"
    assert not bout.has("hero", "grappled")


# -- falls
@pytest.mark.rule("FF-ST-54")
@pytest.mark.parametrize(("conditions", "damage"), [(("float",), 4), ((), 9), (("float", "defending"), 2)])
def test_ff_st_54_floating_halves_the_damage_of_a_fall(conditions: tuple[str, ...], damage: int) -> None:
    """3 m and a 3 are 9: 4 for who floats, 2 with defending besides; other damage is whole."""
    bout = Bout(foe(), hero(conditions=conditions))
    bout.order(o.LetFall(combatant="hero", metres=3), 3, seat="gm")
    assert bout.the(DamageTaken).damage == damage
    bout = Bout(foe(), hero(conditions=("float",)))
    bout.order(o.SpringTrap(target="hero", trap="dart_trap"), 6, 6, 3, seat="gm")
    assert bout.the(DamageTaken).damage == 3


# -- firm ground
@pytest.mark.rule("FF-ST-55")
def test_ff_st_55_it_does_not_work_above_water() -> None:
    """It fails there; beside it, it works."""
    bout = field(cell(2, 0), floats=False)
    bout.order(cast("float"))
    bout.answer("willing")
    assert (bout.the(StatusFailed).reason, bout.rule_of(StatusFailed)) == ("no_ground", "FF-ST-55")
    bout = field(floats=False)
    bout.order(cast("float"))
    bout.answer("willing")
    assert bout.has("foe", "float")


@pytest.mark.rule("FF-ST-55")
def test_ff_st_55_it_ends_where_he_moves_above_water() -> None:
    """By a step, or by the wind; passing over it is enough only for who stays there."""
    bout = field()
    bout.end("hero")
    bout.order(o.Move(combatant="foe", to=cell(3, 0)))
    assert bout.has("foe", "float")
    bout.order(o.Move(combatant="foe", to=cell(2, 0)))
    assert (bout.the(ConditionLost).reason, bout.rule_of(ConditionLost)) == ("no_ground", "FF-ST-55")
    bout = field()
    bout.order(cast("aero"), 6, 5, 1, 1)
    bout.answer("dragged", to=plain(cell(2, 1)))
    assert not bout.has("foe", "float")


# -- in the air
@pytest.mark.rule("FF-ST-57")
def test_ff_st_57_an_immobilized_flyer_stays_where_he_is_in_the_air() -> None:
    """He cannot leave his cell nor turn there, keeps his height, and no pit opens under him; who lies falls into it."""
    bat = foe("bat", Sheet(ref="bat", hp=40), place=cell(1, 0, "NORTH", height=2), conditions=("immobilized",))
    bout = Bout(bat, hero(place=cell(9, 9)), setup=Setup(grid=Grid()))
    assert not [key for key in bout.keys("bat") if key.startswith(("move", "jump"))]
    refusal = bout.refuse(o.Move(combatant="bat", to=cell(1, 0), facing=Facing.EAST))
    assert refusal.rule == "FF-ST-16"
    bout.order(o.SpringTrap(target="bat", trap="pit_trap"), seat="gm")
    assert bout.of(Fell) == []
    assert bout.who("bat").place == cell(1, 0, "NORTH", height=2)
    bout.lay("bat", "immobilized", "prone")
    bout.order(o.SpringTrap(target="bat", trap="pit_trap"), 1, seat="gm")
    assert bout.the(Fell).metres == 3


@pytest.mark.rule("FF-ST-57", "FF-STAT-10")
def test_ff_st_57_who_walks_falls_into_a_pit_immobilized_or_not() -> None:
    """Flying is what keeps one out of it."""
    bout = Bout(foe(), hero(conditions=("immobilized",)))
    bout.order(o.SpringTrap(target="hero", trap="pit_trap"), 1, seat="gm")
    assert bout.hp("hero") == 17
