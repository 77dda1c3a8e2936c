"""Lucky Break: a failed test is repeated with luck, once a day."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import DiceRolled
from engine.systems.mongolian_mercenaries.events import AttackEnded, ItemDamaged, RollSettled
from engine.systems.mongolian_mercenaries.orders import Attack
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc

HIT = Attack(combatant="ada", target="bob")


def failed(*faces: int, luck: int = 2, skill: int = 3) -> Bout:
    """Ada has attacked, and failed."""
    bout = Bout(pc(skills={"long_blade": skill}, attributes={"luck": luck}), foe())
    bout.begin()
    bout.order(HIT, *faces)
    return bout


@pytest.mark.rule("MM-DW-05", "MM-LUCK-01", "MM-LUCK-04")
def test_who_fails_is_asked_and_repeats_with_luck() -> None:
    """The failed dice are public before; others see only that it is asked, and the repeat has luck for the skill."""
    bout = failed(1, 2, 5)
    assert bout.asked == ["AskLuckyBreak"]
    assert bout.choices == ["keep", "repeat"]
    (asked,) = bout.waiting
    assert (asked.seats, asked.default) == (("ana",), "keep")
    assert bout.the(DiceRolled).faces == (1, 2, 5)
    assert bout.of(AttackEnded) == []
    seen = bout.arena.book.seen(bout.state, "ben").fight.window
    assert seen is not None
    assert not any(one.offers for one in seen.asked)
    bout.answer("repeat", 6, 2)
    assert bout.rolls() == ["2d8 hit"]
    assert bout.the(AttackEnded).net == 1 + 3
    assert bout.fighter("ada").lucky_break_day == 1


@pytest.mark.rule("MM-LUCK-01")
def test_declined_the_failure_stands_and_it_is_not_used_up() -> None:
    """And the faces of the first roll do what they do."""
    bout = failed(1, 2, 5)
    bout.answer("keep")
    assert not bout.the(RollSettled).passed
    assert bout.the(ItemDamaged).item == "sabre"
    assert bout.fighter("ada").lucky_break_day is None


@pytest.mark.rule("MM-LUCK-05")
def test_the_repeat_is_binding_and_the_first_faces_are_gone() -> None:
    """No third try; the 1 of the first roll damages nothing."""
    bout = failed(1, 2, 5)
    bout.answer("repeat", 2, 3)
    assert bout.asked == []
    assert not bout.the(RollSettled).passed
    assert bout.of(ItemDamaged) == []


@pytest.mark.rule("MM-LUCK-02")
def test_a_passed_test_is_not_repeated() -> None:
    """However few successes."""
    assert failed(6, 2, 5).asked == []


@pytest.mark.rule("MM-LUCK-06", "MM-LUCK-01")
def test_once_a_day() -> None:
    """Who has used it today in another fight is not asked."""
    bout = Bout(pc(lucky=False), foe())
    bout.begin()
    bout.order(HIT, 2, 2, 2)
    assert bout.asked == []


@pytest.mark.rule("MM-LUCK-01")
def test_without_luck_nobody_is_asked() -> None:
    """Luck of 0; and an enemy has none."""
    assert failed(2, 2, 2, luck=0).asked == []
    bout = Bout(pc(attributes={"speed": 1}), foe())
    bout.begin()
    bout.order(Attack(combatant="bob", target="ada"), 2, 2)
    assert bout.asked == []
