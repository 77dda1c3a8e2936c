"""Falling."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut, VitalChanged
from engine.systems.dozen_die import system
from engine.systems.dozen_die.events import FallRolled, Fell
from engine.systems.dozen_die.rules.conflict.falling import fall, firmness
from tests.systems.dozen_die.bout import Bout, ana, ben
from tests.systems.dozen_die.deed import played


def fallen(levels: int, *faces: int, **figures: Any) -> Bout:
    """One of Ana's has fallen so many levels."""
    bout = Bout("a....b", ana("a", **figures), ben("b"))
    bout.start("a")
    played(bout, "a", lambda table: fall(table, "a", levels, cause=0), *faces)
    return bout


@pytest.mark.rule("DD-FALL-01")
@pytest.mark.parametrize("levels", [-2, 0])
def test_who_comes_down_no_level_does_not_fall(levels: int) -> None:
    """Nothing is rolled, nothing happens."""
    bout = fallen(levels)
    assert bout.of(Fell) == []
    assert bout.rolls() == []


@pytest.mark.rule("DD-FALL-01")
def test_a_fall_of_one_level_is_told_and_harmless() -> None:
    """Nothing is rolled; the table reads that he has fallen."""
    bout = fallen(1)
    assert bout.the(Fell) == Fell(combatant="a", levels=1)
    assert bout.rolls() == []
    assert system.describe(bout.the(Fell), "en", {"a": "Aino"}) == "Aino falls 1 level, unhurt"


@pytest.mark.rule("DD-FALL-02", "DD-FALL-03", "DD-FALL-04", "DD-EX-08")
def test_every_level_is_a_die_against_the_better_ability() -> None:
    """The thief of the source: four levels, dexterity 5, constitution 3, and armour that does not help."""
    bout = fallen(4, 2, 4, 5, 8, dx=5, co=3, armor="plate")
    assert bout.rolls() == ["4d12 fall"]
    assert bout.the(Fell).levels == 4
    assert bout.the(FallRolled) == FallRolled(combatant="a", needed=5, lost=1)
    assert bout.hp("a") == 2
    assert [term.source for term in bout.because_of(FallRolled).numbers()["needed"]] == ["dx"]


@pytest.mark.rule("DD-FALL-03")
def test_the_better_of_two_abilities_counts() -> None:
    """Constitution may be it; of two equal ones dexterity is named."""
    bout = fallen(2, 4, 5, dx=2, co=4)
    assert bout.the(FallRolled) == FallRolled(combatant="a", needed=4, lost=1)
    assert firmness(bout.state, "a").terms[0].source == "co"
    assert firmness(bout.state, "b").terms[0].source == "dx"


@pytest.mark.rule("DD-FALL-03")
def test_the_dice_of_a_fall_are_no_test() -> None:
    """A 12 does not hurt who has 12."""
    assert fallen(2, 12, 12, co=12).the(FallRolled).lost == 0


@pytest.mark.rule("DD-FALL-03")
def test_a_fall_may_be_the_last() -> None:
    """Without hit points he is a casualty; what is over cannot be lost."""
    bout = fallen(5, 12, 12, 12, 12, 1, co=3)
    assert bout.the(VitalChanged).change == -3
    assert bout.the(CombatantOut).reason == "casualty"
