"""Pushes and separations: whereto, who picks, and what lies there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.state.events import Moved
from engine.systems.dozen_die.events import FallRolled, Pushed, Separated
from engine.systems.dozen_die.rules.actions import contact
from engine.systems.dozen_die.rules.conflict import push
from engine.systems.dozen_die.state import DozenDieState
from tests.systems.dozen_die.bout import Bout, ana, at, ben, creature
from tests.systems.dozen_die.deed import answered, instead, played
from tests.systems.dozen_die.laid import Ground, Laid, Piece, Setup


def beside(**setup: Any) -> Setup:
    """A position in the middle of a fight: figures may stand in contact."""
    return Setup(restored=True, **setup)


def thrust(table: Table[DozenDieState]) -> None:
    """`a` pushes `x`."""
    push.push(table, "a", "x", rule="DD-PUSH-02", cause=1)


def apart(table: Table[DozenDieState]) -> None:
    """`a` has fought `x`, and must leave contact."""
    push.separate(table, ("a",), "x")


def placed(rows: str, *more: Any, ground: Laid | None = None, **defender: Any) -> Bout:
    """`a` is activated, `x` is a foe."""
    bout = Bout(rows, ana("a"), ben("x", **defender), *more, setup=beside(ground=ground))
    bout.start("a")
    return bout


@pytest.mark.rule("DD-PUSH-01", "DD-PUSH-02", "DD-PUSH-03", "DD-PUSH-12")
def test_dd_push_03_12_the_pusher_picks_one_of_the_squares_away_from_him() -> None:
    """Those beside the pushed that do not touch the pusher: straight away is what he gets without choosing."""
    bout = placed("..... .ax.. .....")
    played(bout, "a", thrust)
    assert bout.asked == ["PushWhere"]
    assert bout.waiting[0].seats == ("ana",)
    assert bout.choices == ["3-0", "3-1", "3-2"]
    assert bout.waiting[0].default == "3-1"
    answered(bout, thrust, "3-2")
    assert bout.place("x") == at(3, 2)
    assert bout.the(Moved).from_ == at(2, 1)


@pytest.mark.rule("DD-PUSH-03")
def test_dd_push_03_not_beside_anybody_foreign() -> None:
    """Another foreign figure leaves one square; his own side does not matter, but nobody ends on it."""
    bout = placed("..... .ax.. ..... ..b..", ana("b"))
    played(bout, "a", thrust)
    assert bout.choices == ["3-0", "3-1"]
    alone = placed("....y .ax.y .....", ben("y", place=at(3, 1)))
    played(alone, "a", thrust)
    assert alone.choices == ["3-0", "3-2"]


@pytest.mark.rule("DD-PUSH-05")
def test_dd_push_05_never_off_the_board() -> None:
    """Where nowhere on it is legal he stays, and the contact is let be.  [DD-GAP-33]"""
    bout = placed("ax")
    played(bout, "a", thrust)
    assert bout.the(Pushed) == Pushed(combatant="x", pusher="a", squares=0)
    assert bout.place("x") == at(1)


@pytest.mark.rule("DD-PUSH-06", "DD-PUSH-07", "DD-PUSH-08")
def test_dd_push_06_07_08_in_a_pocket_the_pushed_player_picks() -> None:
    """The shortest way is two squares, through the enemies; its player picks among the places there."""
    bout = placed("........ .b...... .ax.b... .b...... ........", ana("b", place=at(1, 1)), ana("c", place=at(4, 2)))
    played(bout, "a", thrust)
    assert bout.waiting[0].kind == "RetreatWhere"
    assert bout.waiting[0].seats == ("ben",)
    assert bout.waiting[0].default == bout.choices[0]
    squares = {tuple(map(int, key.split("-"))) for key in bout.choices}
    assert all(max(abs(x - 2), abs(y - 2)) == 2 for x, y in squares)
    last = bout.choices[-1]
    answered(bout, thrust, last)
    assert bout.the(Pushed).squares == 2
    assert bout.rule_of(Moved) == "DD-PUSH-06"


@pytest.mark.rule("DD-PUSH-04")
def test_dd_push_04_off_a_bridge() -> None:
    """The square below is legal; he falls the three levels before anything else."""
    deck = Ground(width=4, depth=1, pieces=(Piece(x=0, y=0, columns=2, height=3),))
    bout = Bout("....", ana("a", place=at(0, 0, 3)), ben("x", place=at(1, 0, 3)), setup=beside(ground=deck))
    bout.start("a")
    played(bout, "a", thrust, 1, 3, 4)
    assert bout.place("x") == at(2, 0, 0)
    assert bout.rolls() == ["3d12 fall"]
    assert bout.the(FallRolled).lost == 1


def test_who_is_pushed_onto_a_square_that_is_taken_meanwhile_lands_elsewhere() -> None:
    """While he is asked the game master puts somebody on the square: the others are offered."""
    bout = placed("..... .ax.. ..... .....", ben("y", place=at(0, 3)))
    played(bout, "a", thrust)
    with instead(thrust):
        bout.correct("combatants.y.place", at(3, 1))
    assert bout.choices == ["3-0", "3-2"]
    answered(bout, thrust, "3-0")
    assert bout.place("x") == at(3, 0)


@pytest.mark.rule("DD-PUSH-09", "DD-PUSH-10")
def test_dd_push_09_10_the_fighters_first_then_all_others() -> None:
    """The attacker won, and still stands by a second foe: the defender's player sends him away."""
    bout = Bout("..... .ax.. .y... .....", ana("a", st=6), ben("x"), ben("y"), setup=beside())
    bout.start("a")

    def charge(table: Table[DozenDieState]) -> None:
        contact.meet(table, "a", "x")

    played(bout, "a", charge, 6, 4)
    assert bout.asked == ["PushWhere"]
    answered(bout, charge, "3-1", 1)
    assert bout.asked == ["SeparateNext"]
    assert bout.waiting[0].seats == ("ben",)
    assert set(bout.choices) == {"a-0-0", "a-1-0"}
    answered(bout, charge, "a-1-0")
    assert bout.the(Separated) == Separated(combatant="a", squares=1)
    assert bout.rule_of(Moved) == "DD-PUSH-10"


@pytest.mark.rule("DD-PUSH-10")
def test_dd_push_10_nobody_is_moved_who_touches_nobody() -> None:
    """Nor is anybody asked."""
    bout = placed(".a.x.")
    played(bout, "a", apart)
    assert bout.of(Separated) == []


@pytest.mark.rule("DD-PUSH-04", "DD-FALL-02")
def test_who_does_not_survive_the_fall_of_a_push_rolls_no_protection() -> None:
    """Off a roof of three levels: the fall takes him out, and his hit is not answered any more."""
    deck = Ground(width=4, depth=1, pieces=(Piece(x=0, y=0, columns=2, height=3),))
    setup = beside(ground=deck)
    bout = Bout("....", ana("a", place=at(0, 0, 3), st=6), ben("x", place=at(1, 0, 3), co=1), setup=setup)
    bout.start("a")
    played(bout, "a", lambda table: contact.meet(table, "a", "x"), 6, 4, 12, 12, 12)
    assert bout.rolls() == ["1d12 attack", "1d12 defense", "3d12 fall"]
    assert bout.who("x").out == "casualty"


@pytest.mark.rule("DD-PUSH-12", "DD-ACT-16")
def test_for_a_neutral_decides_who_activated_it_or_else_his_opponent() -> None:
    """A creature that Ana's charge fails against is Ben's to push with; activated by Ana it is hers."""
    rows = "...... ..ac.. ...... .....x"
    bout = Bout(rows, ana("a", st=1), creature("c", st=6), ben("x", place=at(5, 3)), setup=beside())
    bout.start("a")

    def attacked(table: Table[DozenDieState]) -> None:
        contact.meet(table, "a", "c")

    played(bout, "a", attacked, 12, 6)
    assert bout.waiting[0].kind == "PushWhere"
    assert bout.waiting[0].seats == ("ben",)
    other = Bout(rows, ana("a", st=1), creature("c", st=6), ben("x", place=at(5, 3)), setup=beside())
    other.draw("heroes")
    other.activate("c", by="a")

    def attacks(table: Table[DozenDieState]) -> None:
        contact.meet(table, "c", "a")

    played(other, "c", attacks, 6, 12)
    assert other.waiting[0].seats == ("ana",)
