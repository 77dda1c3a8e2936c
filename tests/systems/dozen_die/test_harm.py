"""Hit points: how many, when they are too few, and when there are none."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import ConditionGained, ConditionLost
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.orders import Activate
from engine.systems.dozen_die.rules.conflict.damage import INJURED
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, ben


@pytest.mark.rule("DD-HP-01", "DD-EX-20", "DD-EX-21")
@pytest.mark.parametrize(("co", "endurance", "most"), [(3, 2, 5), (4, 0, 4)])
def test_dd_hp_01_constitution_and_endurance(co: int, endurance: int, most: int) -> None:
    """The veteran has 5, the dwarf 4.  [DD-EX-20, DD-EX-21]"""
    skills = {"melee": 1, "endurance": endurance} if endurance else {"melee": 1}
    bout = Bout("a...x", ana("a", co=co, skills=skills), ben("x"))
    assert bout.who("a").vitals["hp"].max == most
    assert bout.hp("a") == most


@pytest.mark.rule("DD-HP-02", "DD-EX-20", "DD-EX-21")
@pytest.mark.parametrize(
    ("co", "hp", "injured"),
    [(5, 3, False), (5, 2, True), (4, 2, False), (4, 1, True)],
)
def test_dd_hp_02_injured_with_less_than_half(co: int, hp: int, injured: bool) -> None:
    """Exactly half is not: 2 of 4; 2 of 5 is.  [DD-EX-20, DD-EX-21]"""
    bout = Bout("a...x", ana("a", co=co, hp=hp), ben("x"))
    bout.draw(FOES)
    assert bout.has("a", INJURED) is injured


@pytest.mark.rule("DD-HP-03")
def test_dd_hp_03_grit_cancels_injury() -> None:
    """One level of it is enough, none is not."""
    grim, plain = {"melee": 1, "grit": 1}, {"melee": 1, "grit": 0}
    bout = Bout("ab..x", ana("a", hp=1, skills=grim), ana("b", hp=1, skills=plain), ben("x"))
    bout.draw(HEROES, Color.GREEN)
    assert bout.of(ConditionGained) == [
        ConditionGained(
            combatant="b", condition=INJURED, kind=INJURED, source=None, amount=None, left=None, until="healed"
        )
    ]
    bout.activate("a")


@pytest.mark.rule("DD-HP-04")
def test_dd_hp_04_a_green_die_does_not_activate_the_injured() -> None:
    """A white one does, and a green one the others."""
    bout = Bout("ab..x", ana("a", hp=1), ana("b"), ben("x"))
    bout.draw(HEROES, Color.GREEN)
    assert bout.refuse(Activate(by="a", combatant="a")).rule == "DD-HP-04"
    bout.activate("b", by="a")
    bout.end(draws=HEROES, color=Color.WHITE)
    bout.activate("a")


@pytest.mark.rule("DD-HP-02")
def test_dd_hp_02_who_is_healed_is_injured_no_more() -> None:
    """At once, whoever is activated."""
    bout = Bout("ab..x", ana("a", hp=1), ana("b"), ben("x"))
    bout.start("b")
    assert bout.has("a", INJURED)
    bout.correct("combatants.a.vitals.hp.now", 2)
    assert [lost.reason for lost in bout.of(ConditionLost)] == ["healed"]
    assert not bout.has("a", INJURED)


@pytest.mark.rule("DD-HP-05")
def test_dd_hp_05_who_comes_without_hit_points_is_a_casualty() -> None:
    """The fight takes him out as it begins."""
    bout = Bout("ab..x", ana("a", hp=0), ana("b"), ben("x"))
    bout.draw(HEROES)
    assert bout.who("a").out == "casualty"
    assert bout.acting == ("b",)
