"""Climbing up and down, and losing one's hold."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import Moved
from engine.systems.dozen_die.board.steps import Mode
from engine.systems.dozen_die.events import FallRolled, Fell, TerrainTested
from engine.systems.dozen_die.orders import Move
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.grounds import ground, path
from tests.systems.dozen_die.laid import Ground, Piece, Setup

UP = path((0, 0, 1), (0, 0, 2), (1, 0, 2))
"""Up an inn's wall of two levels, and onto its roof."""


def before(row: str = ".2.......", *, place: Any = None, **figures: Any) -> Bout:
    """One of Ana's at the foot of a wall, or where he is placed."""
    entry = ana("a", place=place or at(0), **figures)
    bout = Bout(".........", entry, ben("b", place=at(8)), setup=ground(row))
    bout.start("a")
    return bout


@pytest.mark.rule("DD-TERR-05", "DD-TERR-11")
def test_each_level_costs_a_square_and_so_does_the_step_onto_the_top() -> None:
    """Two levels up and onto the roof: three squares; one test, since it is one face."""
    bout = before(dx=4)
    bout.order(Move(combatant="a", path=UP), 3)
    assert [m.to for m in bout.of(Moved)] == [at(0, 0, 1), at(0, 0, 2), at(1, 0, 2)]
    assert bout.rolls() == ["1d12 climbing"]
    assert bout.the(TerrainTested).mode is Mode.CLIMBING


@pytest.mark.rule("DD-FALL-05", "DD-EX-09")
@pytest.mark.parametrize(("face", "falls"), [(5, False), (8, False), (9, True), (12, True)])
def test_a_climber_falls_when_he_fails_by_more_than_double(face: int, falls: bool) -> None:
    """Dexterity 4 on an inn's wall: 5 to 8 just fail, and he gets one square up; 9 and more, and he is down."""
    bout = before(dx=4)
    bout.order(Move(combatant="a", path=UP), face)
    if bout.asked:
        bout.answer("keep")
    assert bout.place("a") == (at(0) if falls else at(0, 0, 1))
    assert bout.asked == []


@pytest.mark.rule("DD-FALL-06", "DD-EX-09")
def test_he_falls_from_where_the_order_began() -> None:
    """Three levels up a castle's wall he falls three; at its foot he falls none, however high he wanted."""
    high = before("..3......", place=at(1, 0, 3), dx=4)
    high.order(Move(combatant="a", path=path((2, 0, 3))), 9, 1, 2, 12)
    assert high.the(Fell).levels == 3
    assert high.the(FallRolled).lost == 1
    assert high.place("a") == at(1)
    low = before("..3......", place=at(1), dx=4)
    low.order(Move(combatant="a", path=path((1, 0, 1), (1, 0, 2))), 9)
    assert low.of(Fell) == []
    assert low.place("a") == at(1)


@pytest.mark.rule("DD-FALL-06")
def test_the_height_of_a_fall_is_that_of_the_start_whatever_lies_between() -> None:
    """Up the stairs and over the far edge he falls none; down the stairs and up a wall he falls from the roof."""
    up = before(".s2......", dx=4, mv=4)
    up.order(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0, 2), (3, 0, 1))), 9)
    assert up.place("a") == at(3)
    assert up.of(Fell) == []
    down = before("2s..3....", place=at(0, 0, 2), dx=4, mv=4)
    down.order(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0), (3, 0, 1))), 9, 1, 1)
    assert down.place("a") == at(3)
    assert down.the(Fell).levels == 2


@pytest.mark.rule("DD-FALL-06", "DD-TERR-05")
def test_over_the_edge_he_tests_before_he_hangs_there() -> None:
    """Down from a roof: the foot of its wall is where he falls, from the roof's height."""
    bout = before("..2......", place=at(2, 0, 2), dx=4)
    bout.order(Move(combatant="a", path=path((1, 0, 2), (1, 0, 1), (1, 0, 0))), 10, 12, 4)
    assert bout.place("a") == at(1)
    assert bout.the(Fell).levels == 2
    assert bout.the(FallRolled) == FallRolled(combatant="a", needed=4, lost=1)
    slow = before("..2......", place=at(2, 0, 2), dx=4)
    slow.order(Move(combatant="a", path=path((1, 0, 2), (1, 0, 1), (1, 0, 0))), 8)
    slow.answer("keep")
    assert slow.place("a") == at(1, 0, 2), "one square: over the edge, and there he hangs"


@pytest.mark.rule("DD-FALL-07", "DD-DICE-03", "DD-EX-10")
def test_a_twelve_fails_and_falls_only_if_it_is_more_than_double() -> None:
    """A rock slope with dexterity 3: value 9, so that nothing on a die makes him fall."""
    bout = before(".1.......", dx=3)
    bout.order(Move(combatant="a", path=path((0, 0, 1), (1, 0, 1))), 12)
    assert bout.the(TerrainTested).passed is False
    assert bout.the(TerrainTested).needed == 9
    assert bout.place("a") == at(1, 0, 1), "half of three is two"
    assert bout.of(Fell) == []


@pytest.mark.rule("DD-FALL-05")
def test_with_a_value_of_nothing_every_failure_falls() -> None:
    """Dexterity 1 on a castle's wall: value 0, double of it 0."""
    bout = before(".3.......", dx=1, co=6)
    bout.order(Move(combatant="a", path=path((0, 0, 1))), 1)
    assert bout.the(TerrainTested).needed == 0
    assert bout.place("a") == at(0)
    hanging = before(".3.......", place=at(0, 0, 2), dx=1, co=6)
    hanging.order(Move(combatant="a", path=path((0, 0, 3))), 1, 6, 7)
    assert hanging.the(Fell).levels == 2


@pytest.mark.rule("DD-TERR-07")
def test_who_hangs_on_a_face_is_in_it_as_his_order_begins() -> None:
    """The test comes before the step onto the top, and failing it he comes down on his own square."""
    bout = before(place=at(0, 0, 2), dx=4)
    bout.order(Move(combatant="a", path=path((1, 0, 2))), 9, 1, 1)
    assert bout.place("a") == at(0)
    assert bout.the(Fell).levels == 2
    fine = before(place=at(0, 0, 2), dx=4)
    fine.order(Move(combatant="a", path=path((1, 0, 2))), 5)
    assert fine.place("a") == at(1, 0, 2), "a failure pays a square, and it is one"


@pytest.mark.rule("DD-FALL-01", "DD-FALL-08")
def test_dropping_on_purpose() -> None:
    """One level is a square of the move; more is a fall, and the order is over, but the next one remains."""
    bout = before("1........", place=at(0, 0, 1))
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0))))
    assert bout.place("a") == at(2)
    assert bout.rolls() == []
    fall = before("2........", place=at(0, 0, 2))
    assert fall.refuse(Move(combatant="a", path=path((1, 0, 0), (2, 0)))).rule == "DD-MOVE-14"
    fall.order(Move(combatant="a", path=path((1, 0, 0))), 1, 2)
    assert fall.the(Fell).levels == 2
    fall.order(Move(combatant="a", to=at(2)), draws="heroes")


@pytest.mark.rule("DD-TERR-15")
def test_there_is_no_climbing_where_nothing_can_be_climbed() -> None:
    """Flooded ground a level up has no side to climb."""
    setup = Setup(ground=Ground(rows=(".,.......",), pieces=(Piece(x=1, y=0, terrain="flooded_ground", height=1),)))
    bout = Bout("a.......b", ana("a"), ben("b"), setup=setup)
    bout.start("a")
    assert bout.refuse(Move(combatant="a", path=path((0, 0, 1)))).rule == "DD-TERR-15"


@pytest.mark.rule("DD-TERR-08")
def test_stairs_are_no_test_and_no_climb() -> None:
    """Up to a roof of two levels by a stair between: two squares."""
    bout = before(".s2......")
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0))))
    assert bout.place("a") == at(2, 0, 2)
    assert bout.rolls() == []


@pytest.mark.rule("DD-TERR-14", "DD-TERR-09")
def test_a_climb_and_a_river_are_two_tests() -> None:
    """Wading to the foot of a ladder, and up: the hardest decides."""
    setup = ground(".~......", "..2.....")
    bout = Bout("a......b\n........", ana("a", mv=4), ben("b"), setup=setup)
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 0), (1, 1), (1, 1, 1), (1, 1, 2))), 1, 5)
    assert [(t.mode, t.allowance) for t in bout.of(TerrainTested)] == [(Mode.WADING, 4), (Mode.CLIMBING, 1)]
    assert bout.place("a") == at(1, 1)


# -- where the fallen lie
@pytest.mark.rule("DD-PUSH-01", "DD-FALL-08")
def test_who_falls_beside_a_foe_comes_to_lie_clear_of_him() -> None:
    """On the nearest square that is free and clear; of several his player picks one."""
    rows = ("2....", ".....", ".....")
    bout = Bout(".....\n.....\n...b.", ana("a", place=at(0, 0, 2)), ben("b"), setup=ground(*rows))
    bout.start("a")
    crowded = Bout(".....\n.....\n..b..", ana("a", place=at(0, 0, 2)), ben("b"), setup=ground(*rows))
    crowded.start("a")
    bout.order(Move(combatant="a", path=path((1, 1, 0))), 1, 1)
    assert bout.place("a") == at(1, 1)
    crowded.order(Move(combatant="a", path=path((1, 1, 0))))
    assert crowded.asked == ["LandWhere"]
    assert crowded.waiting[0].default == "1-0"
    assert crowded.choices == ["1-0", "2-0", "0-1", "0-2"]
    crowded.answer("1-0", 1, 1)
    assert crowded.place("a") == at(1, 0)
    assert crowded.the(Fell).levels == 2
