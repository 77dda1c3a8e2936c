"""Who may march when a die is drawn."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Place
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.messages import plain
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.events import MarchersFound
from engine.systems.dozen_die.orders import CallOff
from engine.systems.dozen_die.rules.board import marching
from engine.systems.dozen_die.sheet import Dice, Setup
from tests.support.fights.exports import reads
from tests.systems.dozen_die.bout import BOOK, FOES, HEROES, Bout, ana, at, ben, creature, one


@pytest.mark.rule("DD-MARCH-02")
@pytest.mark.parametrize(("squares", "far"), [(5, False), (6, False), (7, True)])
def test_exactly_six_squares_are_too_near(squares: int, far: bool) -> None:
    """From an opponent."""
    bout = Bout("a" + "." * (squares - 1) + "x", ana("a"), ben("x"))
    bout.draw(HEROES)
    assert bout.of(MarchersFound) == ([MarchersFound(side=HEROES, eligible=("a",))] if far else [])


@pytest.mark.rule("DD-MARCH-02")
@pytest.mark.parametrize(
    ("place", "far"), [(at(6, 6), False), (at(7, 0), True), (at(0, 7), True), (at(6, 6, height=3), False)]
)
def test_aslant_and_upwards_it_is_as_far_as_in_king_s_steps(place: Place, far: bool) -> None:
    """Heights do not count; neutrals do."""
    bout = Bout("........\n" * 8, ana("a", place=at(0, 0)), ben("x", place=at(7, 7)), creature("c", place=at(0, 5)))
    bout.correct("combatants.c.place", place)
    assert (marching.hindrance(bout.state, "a") is None) is far


@pytest.mark.rule("DD-MARCH-02")
@pytest.mark.parametrize(("x", "far"), [(6, False), (7, True)])
def test_of_a_large_figure_the_nearest_square_counts(x: int, far: bool) -> None:
    """Its other squares may be further away."""
    bout = Bout("a........\n.........", ana("a"), creature("o", ref="ogre", place=at(x)))
    assert (marching.hindrance(bout.state, "a") is None) is far


@pytest.mark.rule("DD-MARCH-01")
def test_only_adventurers_and_vassals_of_the_side_march() -> None:
    """Not a creature that serves it, and nobody of another side."""
    bout = Bout(
        "abc........xy",
        ana("a"),
        ana("b", kind=Kind.VASSAL),
        ana("c", kind=Kind.CREATURE),
        ben("x"),
        ben("y"),
    )
    bout.draw(HEROES)
    assert bout.the(MarchersFound) == MarchersFound(side=HEROES, eligible=("a", "b"))
    bout.activate("a")
    bout.end(draws=FOES)
    assert bout.the(MarchersFound) == MarchersFound(side=FOES, eligible=("x", "y"))


@pytest.mark.rule("DD-MARCH-05", "DD-MARCH-06")
def test_the_overloaded_and_those_who_carry_together_do_not_march() -> None:
    """Who carries no more than he can, or alone, does."""
    bout = Bout(
        "abcd........x",
        ana("a", st=3, items=4),
        ana("b", load="crate"),
        ana("c", load="crate"),
        ana("d", st=3, items=3),
        ben("x"),
    )
    bout.draw(HEROES)
    assert bout.the(MarchersFound).eligible == ("d",)
    rules = {who: refused.rule for who in "abcd" if (refused := marching.hindrance(bout.state, who)) is not None}
    assert rules == {"a": "DD-MARCH-05", "b": "DD-MARCH-06", "c": "DD-MARCH-06"}


@pytest.mark.rule("DD-MARCH-02")
@pytest.mark.parametrize("x", [3, 30])
def test_how_far_off_somebody_hidden_stands_is_not_told(x: int) -> None:
    """Near or far: who does not know of him reads the same, and the game master and the state know."""
    figures = [one(name, FOES, None, kind=Kind.VASSAL, place=at(place)) for name, place in (("y", 39), ("x", x))]
    bout = Bout("a" + "." * 40, ana("a"), figures[0], structs.replace(figures[1], seen_by=()))
    bout.draw(FOES)
    found = bout.the(MarchersFound)
    assert found == MarchersFound(side=FOES, eligible=("y",), everybody=("y", "x") if x == 30 else ("y",))
    read = reads(bout.arena, "ana")
    assert any(b'"everybody":null,"side":"foes"' in line and b'["y"]' in line for line in read)


@pytest.mark.rule("DD-DICE-04", "DD-DICE-07")
def test_of_a_side_of_which_nobody_knows_nothing_is_told() -> None:
    """Neither its name nor its dice, in the setup, the bag, its draws, the pools and the state."""
    lurker = structs.replace(one("x", "lurkers", None, place=at(20)), seen_by=())
    setup = Setup(dice=(Dice(side="lurkers", green=7, pool=9), Dice(side=HEROES, pool=3)))
    bout = Bout("a" + "." * 40, ana("a"), ben("b", place=at(40)), lurker, setup=setup)
    bout.draw("lurkers")
    bout.activate("x")
    bout.end(draws=HEROES)
    assert {die.side for die in (*bout.own.bag, *bout.own.spent)} == {HEROES, FOES, "lurkers"}
    for seat in ("ana", "ben", None):
        seen = BOOK.seen(bout.state, seat)
        assert set(seen.own.pools) == {HEROES, FOES}
        assert {die.side for die in (*seen.own.bag, *seen.own.spent)} == {HEROES, FOES}
        assert [dice.side for dice in seen.own.adventure.dice] == [HEROES]
        assert b"lurkers" not in b"".join([*reads(bout.arena, seat), canonical(plain(seen))])
    assert b"lurkers" in b"".join(reads(bout.arena, "gm"))


def test_a_side_of_which_nobody_knows_has_not_won_for_all() -> None:
    """Who knows of it, and the game master, read that it has; the others that nobody acts any more."""
    lurker = structs.replace(one("x", "lurkers", None, place=at(20)), seen_by=())
    bout = Bout("a" + "." * 40, ana("a"), ben("b", place=at(40)), lurker)
    bout.draw(HEROES)
    bout.order(CallOff(winner="lurkers"), seat="gm")
    assert bout.state.fight.outcome == BOOK.seen(bout.state, "gm").fight.outcome == "lurkers"
    for seat in ("ana", None):
        assert BOOK.seen(bout.state, seat).fight.outcome is None
        assert b"lurkers" not in b"".join(reads(bout.arena, seat))
