"""The bag: what is in it, what a draw brings, and what follows when it is empty."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import Drawn, OutcomeReached, RoundBegan
from engine.kernel.state.orders import Begin
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.events import BagFilled, DieDrawn, DieSpent, WeaponLoaded
from engine.systems.dozen_die.sheet import Dice, Setup
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, ben, creature

ONE_EACH = Setup(
    dice=(
        Dice(side=HEROES, green=0, white=1, yellow=0),
        Dice(side=FOES, green=0, white=1, yellow=0),
    )
)


@pytest.mark.rule("DD-DICE-07")
def test_each_side_has_two_green_two_white_and_one_yellow_die() -> None:
    """By side in order of joining, then by colour; neutrals have none."""
    bout = Bout("a...x...c", ana("a"), ben("x"), creature("c"))
    bout.draw(FOES, Color.YELLOW)
    colors = (Color.GREEN, Color.GREEN, Color.WHITE, Color.WHITE, Color.YELLOW)
    assert bout.the(BagFilled).bag == tuple(Die(side=side, color=c) for side in (HEROES, FOES) for c in colors)
    assert bout.the(Drawn).among == 10
    assert bout.the(DieDrawn) == DieDrawn(side=FOES, color=Color.YELLOW)
    assert len(bout.own.bag) == 9


@pytest.mark.rule("DD-ACT-01")
def test_whose_die_is_drawn_is_active() -> None:
    """All figures of that side may speak for it, nobody else may."""
    bout = Bout("ab..x", ana("a"), ana("b"), ben("x"))
    bout.draw(HEROES)
    assert bout.acting == ("a", "b")
    assert bout.refuse(o.Activate(by="x", combatant="x")).rule == "DD-ACT-01"
    assert bout.offers("x") == []


def test_a_die_is_spent_when_its_activation_ends_and_the_next_is_drawn() -> None:
    """It stays out of the bag for the rest of the round."""
    bout = Bout("a...x", ana("a"), ben("x"), setup=ONE_EACH)
    bout.start("a")
    bout.end(draws=FOES)
    assert bout.the(DieSpent) == DieSpent(side=HEROES, color=Color.WHITE, idle=False)
    assert bout.the(Drawn).among == 1
    assert bout.own.bag == ()
    assert bout.own.spent == (Die(side=HEROES, color=Color.WHITE),)
    assert bout.acting == ("x",)


@pytest.mark.rule("DD-ROUND-01", "DD-ROUND-02")
def test_an_empty_bag_ends_the_round() -> None:
    """All dice return, what is counted by the round begins anew, and ranged weapons are loaded."""
    bout = Bout("a...x", ana("a", weapons=("longbow",), unloaded=("longbow",)), ben("x"), setup=ONE_EACH)
    bout.draw(HEROES)
    assert bout.the(WeaponLoaded) == WeaponLoaded(combatant="a", weapon="longbow")
    bout.activate("a")
    bout.end(draws=FOES)
    bout.correct("rules.figures.a.loaded", ())
    bout.correct("rules.figures.a.reactionsUsed", {"longbow": 1})
    bout.activate("x")
    assert bout.figure("a").activations == 1
    bout.end(draws=HEROES)
    assert bout.the(RoundBegan).round == 2
    assert bout.figure("a").loaded == ("longbow",)
    assert bout.figure("a").reactions_used == {}
    assert bout.figure("a").activations == 0
    assert bout.own.bag == (Die(side=FOES, color=Color.WHITE),)


def test_a_round_in_which_nobody_can_do_anything_ends_in_a_draw() -> None:
    """Green dice alone, and everybody is injured: each die is laid aside as it comes."""
    green = tuple(Dice(side=side, green=1, white=0, yellow=0) for side in (HEROES, FOES))
    injured = {"conditions": ("injured",), "hp": 1}
    bout = Bout("a...x", ana("a", **injured), ben("x", **injured), setup=Setup(dice=green))
    bout.order(Begin(), 1, 1, seat="gm")
    assert [event.idle for event in bout.of(DieSpent)] == [True, True]
    assert bout.the(OutcomeReached).result == ""
    assert bout.acting == ()


def test_a_fight_without_figures_or_dice_does_not_begin() -> None:
    """It is neither offered nor accepted."""
    nobody = Bout("....c", creature("c"))
    assert nobody.keys(None) == ["change-weather"]
    assert nobody.refuse(Begin(), seat="gm").rule == "DD-ACT-01"
    none = tuple(Dice(side=side, green=0, white=0, yellow=0) for side in (HEROES, FOES))
    diceless = Bout("a...x", ana("a"), ben("x"), setup=Setup(dice=none))
    assert diceless.refuse(Begin(), seat="gm").rule == "DD-DICE-07"
