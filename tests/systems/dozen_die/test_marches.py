"""Marches: free moves of those who are far from everybody, before the activation."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import DieSpent, MarchBegan, MeleeFought, OrderFinished, TerrainTested
from engine.systems.dozen_die.sheet import Dice, SpecialAction
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, at, ben, creature
from tests.systems.dozen_die.laid import Setup


@pytest.mark.rule("DD-MARCH-03", "DD-MARCH-04")
def test_each_may_march_once_up_to_its_movement_and_closer_than_six() -> None:
    """Whoever may, and in any sequence; nobody has to."""
    bout = Bout("ab.......x", ana("a"), ana("b"), ben("x"))
    bout.draw(HEROES)
    assert "march" in bout.keys("a")
    assert bout.refuse(o.March(combatant="b", to=at(5))).rule == "DD-MOVE-01"
    bout.order(o.March(combatant="b", to=at(4)))
    assert bout.the(MarchBegan).combatant == "b"
    assert bout.place("b") == at(4)
    assert bout.refuse(o.March(combatant="b", to=at(3))).rule == "DD-MARCH-03"
    assert "march" not in bout.keys("b")
    bout.activate("a")


@pytest.mark.rule("DD-MARCH-11")
def test_who_may_march_is_settled_when_the_die_is_drawn() -> None:
    """Marches of the same draw do not change it: neither for who comes too near, nor for who gets far enough."""
    bout = Bout(".a.......\n.........\n........x", ana("a"), ana("b", place=at(0, 2)), ben("x"))
    bout.draw(HEROES)
    bout.correct("combatants.x.place", at(6, 2))
    bout.order(o.March(combatant="a", to=at(0)))
    bout.order(o.March(combatant="b", to=at(1, 1)))
    near = Bout("..a......x", ana("a", mv=1), ana("b", place=at(3)), ben("x"))
    near.draw(HEROES)
    near.correct("combatants.b.place", at(1))
    assert near.refuse(o.March(combatant="b", to=at(0))).rule == "DD-MARCH-11"


@pytest.mark.rule("DD-ACT-03")
def test_nobody_marches_once_somebody_is_activated() -> None:
    """Before it the others may."""
    bout = Bout("ab.......x", ana("a"), ana("b"), ben("x"))
    bout.draw(HEROES)
    bout.activate("a")
    assert bout.refuse(o.March(combatant="b", to=at(4))).rule == "DD-ACT-03"
    assert bout.refuse(o.March(combatant="a", to=at(4))).rule == "DD-ACT-03"


@pytest.mark.rule("DD-ACT-04")
def test_one_s_own_march_whatever_the_die_activates_then() -> None:
    """A neutral is activated here; the neutral itself does not march."""
    bout = Bout("a.........x.........c", ana("a"), ben("x"), creature("c"))
    bout.draw(HEROES)
    bout.order(o.March(combatant="a", to=at(3)))
    assert bout.refuse(o.March(combatant="c", to=at(19)), seat="gm").rule == "DD-ACT-01"
    bout.activate("c")
    assert bout.acting == ("c",)


@pytest.mark.rule("DD-MARCH-09", "DD-ACT-10")
def test_who_has_marched_may_be_activated_for_two_full_orders() -> None:
    """Three times its movement in one draw."""
    bout = Bout("a" + "." * 16 + "x", ana("a"), ben("x"))
    bout.draw(HEROES)
    bout.order(o.March(combatant="a", to=at(3)))
    bout.activate("a")
    bout.order(o.Move(combatant="a", to=at(6)))
    assert bout.the(OrderFinished).orders_left == 1
    assert bout.refuse(o.Move(combatant="a", to=at(10))).rule == "DD-MOVE-01"
    bout.order(o.Move(combatant="a", to=at(9)), draws=FOES)
    assert bout.place("a") == at(9)


@pytest.mark.rule("DD-MARCH-10")
def test_an_injured_figure_marches_with_a_green_die_that_does_not_activate_it() -> None:
    """When it has, nothing is left to do with the die."""
    green = Setup(dice=(Dice(side=HEROES, green=1, white=0, yellow=0),))
    bout = Bout("a........x", ana("a", hp=1), ben("x"), setup=green)
    bout.draw(HEROES, Color.GREEN)
    assert bout.keys("a") == ["march", "march-path", "march-off", "pass"]
    bout.order(o.March(combatant="a", to=at(1)), draws=FOES)
    assert bout.the(DieSpent).idle is False
    assert bout.acting == ("x",)


@pytest.mark.rule("DD-ACT-17")
def test_after_a_special_action_nobody_marches_and_after_a_march_there_is_none() -> None:
    """One excludes the other, for the whole side."""
    gate = Setup(specials=(SpecialAction(key="gate", name="Gate", opens=Cell(4, 0)),))
    for first in ("special", "march"):
        bout = Bout("ab..+....x", ana("a"), ana("b"), ben("x"), setup=gate)
        bout.draw(HEROES, Color.YELLOW)
        if first == "special":
            bout.order(o.Special(by="a", special="gate"))
            assert bout.refuse(o.March(combatant="b", to=at(2))).rule == "DD-ACT-17"
            assert bout.keys("b") == ["activate"]
        else:
            bout.order(o.March(combatant="b", to=at(2)))
            assert bout.refuse(o.Special(by="a", special="gate")).rule == "DD-ACT-12"
            assert "special" not in bout.keys("a")


@pytest.mark.rule("DD-MARCH-07")
def test_hard_ground_slows_a_march_like_a_move() -> None:
    """Quicksand, DX 3: a 5 leaves one square."""
    bout = Bout("aqqq......x", ana("a"), ben("x"))
    bout.draw(HEROES)
    bout.order(o.March(combatant="a", path=tuple(o.Step(cell=Cell(x, 0)) for x in (1, 2, 3))), 5)
    assert bout.the(TerrainTested).allowance == 1
    assert bout.asked == ["GoOnHow"]
    bout.answer("keep")
    assert bout.place("a") == at(1)


@pytest.mark.rule("DD-MARCH-08")
def test_a_march_into_contact_is_a_charge() -> None:
    """As a move would be; the winner pushes, and the marcher may still be activated."""
    bout = Bout("a........x..", ana("a", mv=9, st=9), ben("x"))
    bout.draw(HEROES)
    path = tuple(o.Step(cell=Cell(x, 0)) for x in range(1, 9))
    bout.order(o.March(combatant="a", path=path), 9, 12, 1)
    assert bout.of(MeleeFought)
    assert bout.place("a") == at(8)
    assert bout.place("x") == at(10)
    bout.activate("a")
