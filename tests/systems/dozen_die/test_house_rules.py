"""What a table of Dozen Die may play otherwise, each shown by given dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.dozen_die.events import ConflictOpposed, JumpTested, ProtectionRolled
from engine.systems.dozen_die.orders import Act, Move
from engine.systems.dozen_die.rules.actions import contact
from engine.systems.dozen_die.rules.board import marching
from engine.systems.dozen_die.sheet import Setup
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.deed import played
from tests.systems.dozen_die.grounds import ground, leap

BESIDE = Setup(restored=True)
"""They begin in contact."""


@pytest.mark.parametrize(("near", "far"), [({}, False), ({"marchDistance": 4}, True), ({"marchDistance": 5}, False)])
def test_how_near_a_foreign_figure_keeps_one_from_marching(near: dict[str, Any], far: bool) -> None:
    """Five squares away; the refusal tells the table's own number."""
    bout = Bout("a....x", ana("a"), ben("x"), house=near)
    found = marching.hindrance(bout.state, "a")
    assert (found is None) is far
    if found is not None:
        assert f"no more than {near.get('marchDistance', 6)} squares" in found.reason


@pytest.mark.parametrize(("failed", "lost"), [({}, 1), ({"failedProtection": "ALL"}, 2)])
def test_what_failed_protection_costs(failed: dict[str, Any], lost: int) -> None:
    """Two hits, one die above the value of 3, one below."""
    bout = Bout("ax....", ana("a", st=6, skills={"melee": 2}), ben("x", st=1, co=4, hp=4), setup=BESIDE, house=failed)
    hit(bout, 5, 6, 12, 2, 4)
    rolled = bout.the(ProtectionRolled)
    assert (rolled.hits, rolled.lost, bout.hp("x")) == (2, lost, 4 - lost)


@pytest.mark.parametrize("failed", [{}, {"failedProtection": "ALL"}])
def test_protection_that_does_not_fail_costs_nothing(failed: dict[str, Any]) -> None:
    bout = Bout("ax....", ana("a", st=6, skills={"melee": 2}), ben("x", st=1, co=4, hp=4), setup=BESIDE, house=failed)
    hit(bout, 5, 6, 12, 2, 3)
    assert (bout.the(ProtectionRolled).lost, bout.hp("x")) == (0, 4)


@pytest.mark.parametrize(("pool", "dice"), [({}, 5), ({"poolDice": 2}, 3), ({"poolDice": 1}, 2)])
def test_how_many_dice_a_side_has(pool: dict[str, Any], dice: int) -> None:
    """Of a level of 5; whoever is activated has his activation die besides."""
    bout = Bout("ax....", ana("a", st=1, skills={"melee": 5}), ben("x", st=1, skills={}), setup=BESIDE, house=pool)
    hit(bout, *[12] * dice)
    assert bout.rolls() == [f"{dice}d12 attack"]


@pytest.mark.parametrize(("bonus", "needed"), [({}, 7), ({"jumpBonus": 0}, 4), ({"jumpBonus": 6}, 10)])
def test_what_a_long_jump_adds(bonus: dict[str, Any], needed: int) -> None:
    """To dexterity 4."""
    row = "3..3....."
    bout = Bout("." * 9, ana("a", place=at(0, 0, 3), dx=4), ben("b", place=at(8)), setup=ground(row), house=bonus)
    bout.start("a")
    bout.order(Move(combatant="a", path=(leap(3),)), 4)
    assert bout.the(JumpTested).needed == needed


@pytest.mark.parametrize(("dice", "rolled"), [({}, 1), ({"resistanceDice": 3}, 3)])
def test_how_many_dice_resist_with_a_bare_ability(dice: dict[str, Any], rolled: int) -> None:
    """Of charisma 3: none of them succeeds."""
    bout = Bout("a..x", ana("a", ch=3, aw=6, skills={"taunt": 1}), ben("x", ch=3), house=dice)
    bout.start("a")
    bout.order(Act(combatant="a", skill="taunt", targets=("x",)), 2, *[12] * rolled)
    assert bout.rolls() == ["1d12 taunt", f"{rolled}d12 resistance"]
    assert bout.the(ConflictOpposed).successes == 1


def hit(bout: Bout, *faces: int) -> None:
    """A and X meet."""
    bout.start("a")
    played(bout, "a", lambda table: contact.meet(table, "a", "x"), *faces)
