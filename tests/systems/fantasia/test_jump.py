"""Jumps: far and high, with a run, over the board, and what comes of a failure.  [FF-MOVE-03 to FF-MOVE-05]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.events import Moved
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import ActionSpent, DamageTaken, Fell, JumpTried, MovedAbout
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup

FAR = foe(place=cell(50, 50))
DITCH = (Patch(x=1, y=-9, columns=2, rows=19, height=-3),)
"""Two cells wide, 3 m deep, from (1, 0) to (2, 0)."""


def jump(bout: Bout, order: o.Jump, *faces: int, by: str = "agility") -> JumpTried:
    """The order, and the game master's word on its attribute."""
    bout.order(order)
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["JumpAttribute"], ("gm",), "agility")
    bout.answer(by, *faces)
    return bout.the(JumpTried)


def leap(centimetres: int = 0, **more: Any) -> o.Jump:
    return o.Jump(combatant="hero", centimetres=centimetres, **more)


def to(x: int, y: int = 0, **more: Any) -> o.Jump:
    return o.Jump(combatant="hero", to=cell(x, y), **more)


def field(*others: Any, terrain: tuple[Patch, ...] = DITCH, where: Place | None = None, **figures: Any) -> Bout:
    mine = hero(figures=sheet(**figures), place=where or cell(0, 0, "NORTH"))
    return Bout(mine, *(others or (FAR,)), setup=Setup(grid=Grid(terrain=terrain)))


def ends(bout: Bout) -> set[tuple[int, int]]:
    """Where he can jump from where he stands."""
    found = [f for offer in bout.offers("hero") if offer.key == "jump" for f in offer.fields if f.name == "to"]
    return {(place.cell.x, place.cell.y) for f in found for place in f.picks}


def where(bout: Bout) -> Cell | None:
    place = bout.who("hero").place
    return place.cell if place else None


# -- how hard it is
@pytest.mark.rule("FF-MOVE-03", "FF-MOVE-04")
@pytest.mark.parametrize(
    ("centimetres", "difficulty"), [(300, 6), (250, 5), (100, 2), (225, 5), (201, 5), (1, 1), (500, 10)]
)
def test_ff_move_04_two_for_each_metre_of_a_long_jump(centimetres: int, difficulty: int) -> None:
    """The ledger's 3 m are 6 and 2.5 m are 5; a part of a point is reached by the next whole one."""
    tried = jump(Bout(hero(), foe()), leap(centimetres), 1, 1)
    assert (tried.difficulty, tried.high, tried.centimetres) == (difficulty, False, centimetres)


@pytest.mark.rule("FF-MOVE-05")
@pytest.mark.parametrize(("centimetres", "difficulty"), [(200, 8), (150, 6), (100, 4), (130, 6), (1, 1)])
def test_ff_move_05_four_for_each_metre_of_a_high_jump(centimetres: int, difficulty: int) -> None:
    """The ledger's 2 m are 8 and 1.5 m are 6; 1.3 m are 5.2, which takes 6."""
    tried = jump(Bout(hero(), foe()), leap(centimetres, high=True), 1, 1)
    assert (tried.difficulty, tried.high) == (difficulty, True)


@pytest.mark.rule("FF-MOVE-03")
@pytest.mark.parametrize(("faces", "passed"), [((2, 2), True), ((1, 2), False), ((6, 6), True), ((1, 1), False)])
def test_ff_move_03_agility_is_added_and_reaching_is_enough(faces: tuple[int, int], passed: bool) -> None:
    """3 m are 6: 4 and agility 2 reach it, 3 do not."""
    tried = jump(Bout(hero(figures=sheet(agility=2)), foe()), leap(300), *faces)
    assert (tried.total, tried.attribute, tried.passed) == (sum(faces) + 2, Attribute.AGILITY, passed)


@pytest.mark.rule("FF-MOVE-03")
def test_ff_move_03_the_game_master_may_say_another_attribute() -> None:
    """Strength this time."""
    tried = jump(Bout(hero(figures=sheet(agility=-3, strength=3)), foe()), leap(300), 1, 2, by="strength")
    assert (tried.total, tried.attribute, tried.passed) == (6, Attribute.STRENGTH, True)


# -- a part of a movement
@pytest.mark.rule("FF-MOVE-03", "FF-MOVE-01")
def test_ff_move_03_it_takes_a_movement_and_its_metres_count() -> None:
    """Five metres at most; the check takes no action of its own, so the normal action is left."""
    bout = Bout(hero(), foe())
    assert bout.refuse(leap(501)).field == "centimetres"
    assert bout.refuse(leap(0)).field == "centimetres"
    bout.order(leap(500))
    assert bout.the(ActionSpent).pay is o.Pay.MOVEMENT
    bout.answer("agility", 6, 6)
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (1, 0)
    bout.order(leap(100))
    assert bout.the(ActionSpent).pay is o.Pay.NORMAL


@pytest.mark.rule("FF-MOVE-03")
def test_ff_move_03_nobody_jumps_who_lies_or_is_held() -> None:
    """Neither is offered it."""
    for conditions in ([{"key": "prone", "kind": "prone"}], [{"key": "grappled", "kind": "grappled", "source": "foe"}]):
        bout = Bout(hero(), foe())
        assert {"jump-far", "jump-high"} <= set(bout.keys("hero"))
        bout.correct("combatants.hero.conditions", conditions)
        assert not {"jump-far", "jump-high"} & set(bout.keys("hero"))
        assert bout.refuse(leap(100)).rule in ("FF-MOVE-03", "FF-GRAP-03")


@pytest.mark.rule("FF-MOVE-04")
@pytest.mark.parametrize(("faces", "lands"), [((3, 3), Point(0, 300)), ((3, 2), Point(0, 0))])
def test_ff_move_04_to_a_point(faces: tuple[int, int], lands: Point) -> None:
    """3 m away: there, or where he was; a high jump leads nowhere else."""
    bout = Bout(hero(place=at(0)), foe(place=at(9)))
    assert jump(bout, leap(to=at(0, 3)), *faces).centimetres == 300
    place = bout.who("hero").place
    assert place is not None
    assert place.point == lands
    assert bout.refuse(leap(300)).field == "centimetres"
    assert bout.refuse(leap(to=at(0, 30))).field == "to"
    assert bout.refuse(leap(100, high=True, to=at(1))).field == "to"
    assert bout.refuse(leap(to=at(1, 3), facing=Facing.EAST)).rule == "FF-GRID-16"
    jump(bout, leap(100, high=True), 6, 6)
    assert bout.of(Moved) == []


@pytest.mark.rule("FF-MOVE-03", "FF-ST-16")
def test_ff_move_03_the_immobilized_do_not_jump() -> None:
    """It is moving: neither offered nor allowed."""
    bout = Bout(hero(conditions=("immobilized",)), foe())
    assert not {"jump-far", "jump-high"} & set(bout.keys("hero"))
    assert bout.refuse(leap(100)).rule == "FF-ST-16"


@pytest.mark.rule("FF-MOVE-03", "FF-ST-38")
def test_ff_move_03_the_berserk_jump_towards_enemies_only() -> None:
    """As they move; in a fever the game master says whether a jump was an effort."""
    bout = Bout(hero(place=cell(0, 0), conditions=("berserk",)), foe(place=cell(9, 0)), setup=Setup(grid=Grid()))
    assert ends(bout) == {(2, 0), (3, 0), (4, 0), (5, 0)}
    assert bout.refuse(to(-3)).rule == "FF-ST-38"
    bout = Bout(hero(conditions=("fever",), figures=sheet(agility=9)), foe())
    bout.order(leap(100))
    bout.answer("agility", 1, 1)
    assert bout.asked == ["CountsAsEffort"]


# -- over the board
@pytest.mark.rule("FF-MOVE-04")
def test_ff_move_04_over_a_ditch() -> None:
    """From (0, 0) to (3, 0): three metres, 6; walking does not get there, and beyond 5 m he does not jump."""
    bout = field()
    assert (3, 0) in ends(bout)
    assert (6, 0) not in ends(bout)
    assert (3, 1) not in ends(bout)
    assert bout.refuse(o.Move(combatant="hero", to=cell(3, 0))).rule == "FF-MOVE-01"
    tried = jump(bout, to(3), 3, 3)
    assert (tried.centimetres, tried.difficulty, tried.passed) == (300, 6, True)
    assert (where(bout), bout.who("hero").place) == (Cell(3, 0), cell(3, 0, "EAST"))
    assert bout.of(DamageTaken) == []


@pytest.mark.rule("FF-MOVE-03", "FF-MOVE-06")
def test_ff_move_03_who_jumps_too_short_falls_into_the_drop() -> None:
    """Three metres down: 3 times a die of 4 are 12; he stands in the ditch."""
    bout = field()
    assert not jump(bout, to(3), 3, 2, 4).passed
    assert (where(bout), bout.the(Fell).metres, bout.hp("hero")) == (Cell(1, 0), 3, 8)
    assert bout.who("hero").place == cell(1, 0, "EAST", height=-3)


@pytest.mark.rule("FF-MOVE-03")
def test_ff_move_03_without_a_drop_he_stays_where_he_took_off() -> None:
    """No distance gained; nor where somebody stands in the ditch below."""
    bout = field(terrain=())
    assert not jump(bout, to(3), 3, 2).passed
    assert (where(bout), bout.of(Fell), bout.of(Moved)) == (Cell(0, 0), [], [])
    bout = field(hero("below", place=cell(1, 0, height=-3)))
    jump(bout, to(3), 3, 2)
    assert (where(bout), bout.of(Fell)) == (Cell(0, 0), [])


@pytest.mark.rule("FF-MOVE-05")
@pytest.mark.parametrize(("faces", "lands"), [((4, 4), Cell(1, 0)), ((4, 3), Cell(0, 0))])
def test_ff_move_05_up_to_a_neighbour(faces: tuple[int, int], lands: Cell) -> None:
    """A box of 2 m: 8. One of 1 m is stepped on; one two cells away is out of such a jump."""
    box = (Patch(x=1, y=0, height=2), Patch(x=0, y=1, height=1), Patch(x=-2, y=0, height=2))
    bout = field(terrain=box)
    assert (1, 0) in ends(bout)
    assert not {(0, 1), (-2, 0), (2, 0)} & ends(bout)
    tried = jump(bout, to(1), *faces)
    assert (tried.high, tried.centimetres, tried.difficulty) == (True, 200, 8)
    assert where(bout) == lands


@pytest.mark.rule("FF-MOVE-06")
def test_ff_move_06_who_jumps_down_falls_after_it() -> None:
    """From a ledge of 3 m to the neighbouring cell: 1 m far, then 3 m down."""
    bout = field(terrain=(Patch(x=0, y=0, height=3),), where=cell(0, 0, "NORTH"))
    assert jump(bout, to(1), 1, 1, 2).difficulty == 2
    assert (where(bout), bout.the(Fell).metres, bout.hp("hero")) == (Cell(1, 0), 3, 14)


@pytest.mark.rule("FF-MOVE-03")
def test_ff_move_03_a_run_and_a_jump_are_one_movement() -> None:
    """Two metres to the edge and three across are five; three and three are one too many."""
    bout = field(where=cell(-2, 0, "NORTH"))
    assert "jump-run" in bout.keys("hero")
    tried = jump(bout, to(3, start=cell(0, 0), facing=Facing.SOUTH), 6, 6)
    assert (tried.centimetres, bout.the(MovedAbout).metres, bout.who("hero").place) == (300, 2, cell(3, 0, "SOUTH"))
    bout = field(where=cell(-3, 0))
    assert bout.refuse(to(3, start=cell(0, 0))).rule == "FF-MOVE-03"
    bout = field(where=cell(-2, 0))
    jump(bout, to(3, start=cell(0, 0)), 1, 1, 1)
    assert (where(bout), bout.hp("hero")) == (Cell(1, 0), 17)


@pytest.mark.parametrize("order", [to(3, start=cell(40, 0)), to(2, 2), to(0, 0), leap(300), to(3, high=True), leap()])
def test_over_the_board_a_jump_names_a_cell_in_a_straight_line(order: o.Jump) -> None:
    """From a cell he reaches; and neither centimetres nor high."""
    assert field().refuse(order).field == "to"


def test_nobody_jumps_through_a_wall_an_enemy_or_onto_somebody() -> None:
    """Over an ally he does; over a box of 1 m too, not over one of 2 m."""
    wall = (Patch(x=2, y=0, wall=True), Patch(x=0, y=-2, height=2), Patch(x=0, y=2, height=1))
    bout = field(foe(place=cell(-1, 0)), terrain=wall)
    assert not {(3, 0), (2, 0), (-2, 0), (-3, 0), (0, -3)} & ends(bout)
    assert {(0, 3)} <= ends(bout)
    assert (2, 0) in ends(field(hero("ally", place=cell(1, 0)), FAR, terrain=()))
    assert (2, 0) not in ends(field(hero("ally", place=cell(2, 0)), FAR, terrain=()))


def test_a_large_one_needs_room_for_the_landing() -> None:
    """An ogre of 2 by 2 cells over a ditch of two: both its rows must be free beyond."""
    for wall, free in (((), True), ((Patch(x=5, y=1, wall=True),), False)):
        ogre = hero(figures=Sheet(ref="ogre"), place=cell(-1, 0))
        bout = Bout(ogre, FAR, setup=Setup(grid=Grid(terrain=(*DITCH, *wall))))
        assert ((4, 0) in ends(bout)) is free
