"""How a fight ends, and that the game master may let it go on."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantOut, OutcomeReached, RoundBegan
from engine.kernel.state.orders import Begin
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import ActivationEnded, DieSpent, SideConceded, WeatherChanged, WentOn
from engine.systems.dozen_die.sheet import Dice, Setup, Weather
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, ben, creature, one


def test_one_side_against_creatures_plays_till_it_stands_no_more() -> None:
    """A fight that begins so is not decided at once."""
    bout = Bout("a...c", ana("a"), creature("c"))
    bout.draw(HEROES)
    assert bout.the(WentOn).sides == (HEROES,)
    assert bout.acting == ("a",)
    bout.order(o.Concede(side=HEROES))
    assert bout.the(OutcomeReached).result == ""


def test_a_decided_fight_goes_on_if_the_game_master_says_so() -> None:
    """Till other sides stand than then."""
    bout = Bout("a...x...c", ana("a"), ben("x"), creature("c"))
    bout.draw(FOES)
    bout.order(o.Concede(side=FOES))
    assert bout.keys(None) == ["go-on", "change-weather"]
    bout.order(o.GoOn(), draws=HEROES)
    assert bout.acting == ("a",)
    assert bout.state.fight.outcome is None
    bout.activate("a")
    bout.end(draws=HEROES)
    assert bout.acting == ("a",)


def test_a_fight_that_is_not_decided_does_not_go_on_by_word() -> None:
    """Nor does one in which nobody is left."""
    bout = Bout("a...x", ana("a"), ben("x"))
    assert bout.refuse(o.GoOn(), seat="gm").rule == "DD-GAP-27"
    bout.draw(HEROES)
    assert bout.refuse(o.GoOn(), seat="gm").rule == "DD-GAP-27"


def test_the_game_master_may_end_the_adventure_at_any_time() -> None:
    """In an activation too: it ends with it."""
    bout = Bout("a...x", ana("a"), ben("x"))
    assert bout.refuse(o.CallOff(winner=HEROES), seat="gm").rule == "DD-GAP-27"
    bout.start("a")
    assert bout.refuse(o.CallOff(winner="nobody"), seat="gm").field == "winner"
    bout.order(o.CallOff(winner=HEROES))
    assert bout.the(OutcomeReached).result == HEROES
    assert bout.of(ActivationEnded)
    assert bout.of(DieSpent)
    assert bout.acting == ()
    assert bout.refuse(Begin(), seat="gm").rule == "DD-ACT-01"


def test_a_neutral_is_nobody_s_again_when_the_adventure_ends() -> None:
    """As at the end of any activation."""
    bout = Bout("a...x...c", ana("a"), ben("x"), creature("c"))
    bout.draw(HEROES)
    bout.activate("c")
    bout.order(o.CallOff())
    assert bout.who("c").controller is None
    assert bout.the(OutcomeReached).result == ""


def test_after_an_idle_round_a_fight_may_go_on_with_a_new_one() -> None:
    """It is decided again if that is idle too."""
    green = tuple(Dice(side=side, green=1, white=0, yellow=0) for side in (HEROES, FOES))
    bout = Bout("a...x", ana("a", hp=1), ben("x", hp=1), setup=Setup(dice=green))
    bout.order(Begin(), 1, 1, seat="gm")
    bout.order(o.GoOn(), 1, 1)
    assert bout.the(RoundBegan).round == 2
    assert bout.the(OutcomeReached).result == ""
    bout.correct("combatants.a.vitals.hp.now", 3)
    bout.order(o.GoOn(), 1)
    assert bout.acting == ("a",)


@pytest.mark.rule("DD-TERR-16")
def test_the_weather_changes_by_the_game_master_s_word() -> None:
    """Into another one."""
    bout = Bout("a...x", ana("a"), ben("x"))
    bout.start("a")
    bout.order(o.ChangeWeather(weather=Weather.HURRICANE))
    assert bout.the(WeatherChanged).weather is Weather.HURRICANE
    assert bout.own.weather is Weather.HURRICANE
    assert bout.refuse(o.ChangeWeather(weather=Weather.HURRICANE), seat="gm").field == "weather"
    assert bout.acting == ("a",)


# -- giving up
def test_a_side_that_concedes_is_out_and_the_other_has_won() -> None:
    """Neutrals do not count; the die in hand is spent."""
    bout = Bout("ab..x...c", ana("a"), ana("b"), ben("x"), creature("c"))
    bout.draw(HEROES)
    bout.order(o.Concede(side=HEROES))
    assert bout.the(SideConceded).side == HEROES
    assert [(out.combatant, out.reason) for out in bout.of(CombatantOut)] == [("a", "conceded"), ("b", "conceded")]
    assert bout.of(DieSpent)
    assert bout.the(OutcomeReached).result == FOES
    assert bout.acting == ()


def test_a_side_concedes_between_activations() -> None:
    """Neither before the fight, nor within one, nor when it is out already, nor by its own order."""
    bout = Bout("a...x", ana("a"), ben("x"))
    assert bout.refuse(o.Concede(side=FOES), seat="gm").rule == "DD-GAP-27"
    bout.draw(HEROES)
    assert bout.refuse(o.Concede(side="neutral"), seat="gm").field == "side"
    assert bout.refuse(o.Concede(side=HEROES), seat="ana").code == "NOT_YOURS"
    bout.activate("a")
    assert bout.refuse(o.Concede(side=HEROES), seat="gm").rule == "DD-GAP-27"
    assert "concede" not in bout.keys(None)


def test_of_three_sides_two_play_on() -> None:
    """With the die in hand, if it is one of theirs; dice of the side that is out are laid aside as they come."""
    bout = Bout("a...x...z", ana("a"), ben("x"), one("z", "third", None))
    bout.draw(HEROES)
    bout.order(o.Concede(side=FOES))
    assert bout.acting == ("a",)
    bout.activate("a")
    bout.order(o.EndActivation(combatant="a"), 5, 9)
    assert bout.of(DieSpent)[1] == DieSpent(side=FOES, color=Color.GREEN, idle=True)
    assert bout.acting == ("z",)
