"""What a die in hand may be spent on, and by whom."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell
from engine.kernel.state.events import ControlChanged, TurnBegan
from engine.kernel.state.orders import Begin
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import ActivationBegan, DieSpent, DoorOpened, SpecialTriggered
from engine.systems.dozen_die.sheet import Dice, Setup, SpecialAction
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, at, ben, creature, one

GATE = Setup(specials=(SpecialAction(key="open_gate", name="Open the gate", opens=Cell(2, 0)),))
GATE_AT_THREE = Setup(specials=(SpecialAction(key="open_gate", name="Open the gate", opens=Cell(3, 0)),))
INJURED = ("injured",)


# -- who is activated
@pytest.mark.rule("DD-ACT-02", "DD-ACT-05")
def test_one_figure_is_activated_with_a_die() -> None:
    """Then nobody else of the side may act, and it has two orders."""
    bout = Bout("ab..x", ana("a"), ana("b"), ben("x"))
    bout.draw(HEROES)
    bout.activate("b")
    assert bout.the(ActivationBegan) == ActivationBegan(combatant="b", activated=("b",))
    assert bout.acting == ("b",)
    assert bout.own.activation is not None
    assert bout.own.activation.orders_left == 2
    assert bout.refuse(o.Activate(by="b", combatant="a")).rule == "DD-ACT-03"


def test_a_figure_of_the_other_side_or_off_the_board_is_not_activated() -> None:
    """Nor does one order another to be activated."""
    bout = Bout("ab..x", ana("a"), ana("b"), ana("c"), ben("x"))
    bout.draw(HEROES)
    assert bout.keys("b") == ["activate"]
    assert bout.keys("c") == []
    assert bout.refuse(o.Activate(by="a", combatant="x")).rule == "DD-ACT-16"
    assert bout.refuse(o.Activate(by="a", combatant="b")).rule == "DD-ACT-02"
    assert bout.refuse(o.Activate(by="c", combatant="c")).rule == "DD-ACT-02"
    assert bout.refuse(o.Activate(by="a", combatant="q")).code == "UNKNOWN"


@pytest.mark.rule("DD-HP-04")
def test_a_green_die_does_not_activate_the_injured() -> None:
    """A white one does."""
    bout = Bout("ab..x", ana("a", hp=1, conditions=INJURED), ana("b"), ben("x"))
    bout.draw(HEROES, Color.GREEN)
    assert bout.refuse(o.Activate(by="a", combatant="a")).rule == "DD-HP-04"
    bout.activate("b")
    bout.end(draws=HEROES, color=Color.WHITE)
    bout.activate("a")
    assert bout.acting == ("a",)


def test_a_die_with_which_nobody_can_be_activated_is_laid_aside() -> None:
    """It is the injured hero's green one; the foe's comes next."""
    green = Setup(dice=(Dice(side=HEROES, green=1, white=0, yellow=0), Dice(side=FOES, green=1, white=0, yellow=0)))
    bout = Bout("a...x", ana("a", hp=1, conditions=INJURED), ben("x"), setup=green)
    bout.order(Begin(), 1, 1, seat="gm")
    assert bout.the(DieSpent) == DieSpent(side=HEROES, color=Color.GREEN, idle=True)
    assert bout.acting == ("x",)


def test_how_often_one_may_be_activated_in_a_round_can_be_limited() -> None:
    """Without a limit it is as often as dice are drawn."""
    limited = Setup(max_activations=1)
    for setup, rule in ((limited, "DD-ACT-16"), (Setup(), "")):
        bout = Bout("ab..x", ana("a"), ana("b"), ben("x"), setup=setup)
        bout.start("a")
        bout.end(draws=HEROES)
        if rule:
            assert bout.refuse(o.Activate(by="a", combatant="a")).rule == rule
        else:
            bout.activate("a")
            assert bout.figure("a").activations == 2


# -- who speaks for the side
def test_of_each_seat_s_figures_the_first_one_speaks_for_the_side() -> None:
    """What is nobody's own is ordered in its name alone."""
    bout = Bout("abd+.x", ana("a"), ana("b"), one("d", HEROES, "ben"), ben("x"), setup=GATE_AT_THREE)
    bout.draw(HEROES, Color.YELLOW)
    assert [bout.keys(who) for who in "abd"] == [
        ["activate", "special"],
        ["activate"],
        ["activate", "special"],
    ]
    assert bout.refuse(o.Special(by="b", special="open_gate")).rule == "DD-ACT-02"
    bout.order(o.Special(by="d", special="open_gate"))
    assert bout.own.used == ("open_gate",)


# -- neutrals
@pytest.mark.rule("DD-ACT-16")
def test_a_die_may_be_spent_on_a_neutral() -> None:
    """It obeys the active side's seat, till its activation is over; then it is nobody's again."""
    bout = Bout("a...x...c", ana("a"), ben("x"), creature("c"))
    bout.draw(FOES)
    bout.activate("c", by="x")
    assert bout.the(ControlChanged) == ControlChanged(combatant="c", controller="ben")
    assert bout.the(TurnBegan).acting == ("c",)
    assert "end-activation" in bout.keys("c")
    bout.order(o.EndActivation(combatant="c"), draws=HEROES, seat="ben")
    assert bout.the(ControlChanged) == ControlChanged(combatant="c", controller=None)


def test_a_green_die_does_not_activate_an_injured_neutral() -> None:
    """The bar is on the die, whoever draws it."""
    bout = Bout("a...x...c", ana("a"), ben("x"), creature("c", hp=1, conditions=INJURED))
    bout.draw(FOES, Color.GREEN)
    assert bout.refuse(o.Activate(by="x", combatant="c")).rule == "DD-HP-04"


# -- special actions
@pytest.mark.rule("DD-ACT-12", "DD-ACT-13")
def test_a_yellow_die_triggers_a_special_action_and_still_activates() -> None:
    """The gate opens, each special action once."""
    bout = Bout("a.+.x", ana("a"), ben("x"), setup=GATE)
    bout.draw(HEROES, Color.YELLOW)
    assert bout.keys("a") == ["activate", "special"]
    bout.order(o.Special(by="a", special="open_gate"))
    assert bout.the(SpecialTriggered) == SpecialTriggered(side=HEROES, special="open_gate")
    assert bout.the(DoorOpened).at == at(2, 0)
    assert bout.own.opened == (Cell(2, 0),)
    assert bout.refuse(o.Special(by="a", special="open_gate")).rule == "DD-ACT-12"
    bout.activate("a")
    assert bout.own.activation is not None
    assert bout.own.activation.orders_left == 2
    bout.end(draws=FOES, color=Color.YELLOW)
    assert bout.refuse(o.Special(by="x", special="open_gate")).rule == "DD-ACT-12"


@pytest.mark.rule("DD-ACT-12", "DD-ACT-14")
def test_other_dice_trigger_none_and_a_yellow_one_need_not() -> None:
    """Only yellow ones; with them one may as well just activate."""
    bout = Bout("a.+.x", ana("a"), ben("x"), setup=GATE)
    bout.draw(HEROES, Color.WHITE)
    assert bout.refuse(o.Special(by="a", special="open_gate")).rule == "DD-ACT-12"
    bout.activate("a")
    bout.end(draws=HEROES, color=Color.YELLOW)
    bout.activate("a")
    assert bout.own.used == ()


def test_a_special_action_that_the_adventure_does_not_have_is_refused() -> None:
    """And none is offered where it has none."""
    bout = Bout("a...x", ana("a"), ben("x"))
    bout.draw(HEROES, Color.YELLOW)
    assert bout.keys("a") == ["activate"]
    assert bout.refuse(o.Special(by="a", special="open_gate")).field == "special"


def test_a_yellow_die_of_the_injured_alone_is_not_idle() -> None:
    """Nobody is left whom it may activate, but the gate can be opened; then the die is spent."""
    yellow = (Dice(side=HEROES, green=0, white=0), Dice(side=FOES, green=0, white=0))
    limited = Setup(dice=yellow, specials=GATE.specials, max_activations=1)
    bout = Bout("a.+.x", ana("a"), ben("x"), setup=limited)
    bout.draw(HEROES)
    bout.correct("rules.figures.a.activations", 1)
    assert bout.keys("a") == ["special", "pass"]
    bout.order(o.Special(by="a", special="open_gate"), draws=FOES)
    assert bout.the(DieSpent).idle is False


def test_a_side_may_let_a_die_go_only_if_nobody_can_be_activated() -> None:
    """Otherwise somebody is named, who may end at once."""
    bout = Bout("a.+.x", ana("a"), ben("x"), setup=Setup(specials=GATE.specials, max_activations=1))
    bout.draw(HEROES, Color.YELLOW)
    assert bout.refuse(o.Pass(by="a")).rule == "DD-ACT-02"
    bout.correct("rules.figures.a.activations", 1)
    bout.order(o.Pass(by="a"), draws=FOES)
    assert bout.acting == ("x",)
