"""Who may march when a die is drawn."""

from __future__ import annotations

import pytest

from engine.kernel.combatant import Place
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.events import MarchersFound
from engine.systems.dozen_die.rules import marching
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, at, ben, creature


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
    bout = Bout("........\n" * 8, ana("a", place=at(0, 0)), ben("x", place=at(7, 7)), creature("c", place=place))
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
