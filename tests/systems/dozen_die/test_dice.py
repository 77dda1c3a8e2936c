"""Rolling under, rounding, and what a roll leaves behind."""

from __future__ import annotations

import pytest

from engine.kernel.structs.reasons import Term
from engine.systems.dozen_die.rules.basics.dice import Judged, Value, because, half, of_ability, succeeds


@pytest.mark.rule("DD-DICE-01")
@pytest.mark.parametrize(("face", "value", "good"), [(6, 7, True), (7, 7, True), (8, 7, False), (1, 1, True)])
def test_dd_dice_01_a_face_up_to_the_value_succeeds(face: int, value: int, good: bool) -> None:
    """The value itself still does."""
    assert succeeds(face, value) is good


@pytest.mark.rule("DD-DICE-03")
@pytest.mark.parametrize("value", [11, 12, 15])
def test_dd_dice_03_a_twelve_always_fails(value: int) -> None:
    """However high the value is, an 11 then succeeds."""
    assert not succeeds(12, value)
    assert succeeds(11, value)


@pytest.mark.parametrize("value", [0, -1])
def test_nothing_succeeds_against_a_value_of_nothing(value: int) -> None:
    """Very hard for somebody with DX 1 or 0."""
    assert not any(succeeds(face, value) for face in range(1, 13))


@pytest.mark.rule("DD-DICE-01", "DD-DICE-03")
def test_dd_dice_01_each_die_is_judged_on_its_own() -> None:
    """Of 5, 12, 8, 7 against 7 the first and the last succeed; the best of them is 7."""
    rolled = Judged(value=of_ability("ann", "st", 4, "DD-MEL-01").plus("sword", 3, "DD-MEL-01"), faces=(5, 12, 8, 7))
    assert (rolled.successes, rolled.failures) == ((5, 7), (12, 8))
    assert (rolled.passed, rolled.best) == (True, 7)


@pytest.mark.rule("DD-DICE-02")
@pytest.mark.parametrize(("whole", "rounded"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_dd_dice_02_half_is_rounded_up(whole: int, rounded: int) -> None:
    """1 to 1, 3 to 2, 5 to 3."""
    assert half(whole) == rounded


def test_no_dice_have_no_best() -> None:
    """Failed dice, and dice that never fell, beat nothing."""
    assert Judged(value=of_ability("ann", "dx", 3, ""), faces=(9,)).best == 0
    assert not Judged(value=of_ability("ann", "dx", 3, ""), faces=()).passed


def test_a_value_says_what_it_is_made_of() -> None:
    """A term of 0 is none; an event names its own fields, and the rolls behind it once."""
    value = of_ability("ann", "st", 4, "DD-MEL-01").plus("sword", 3, "DD-MEL-01").plus("nothing", 0, "DD-MEL-01")
    assert value.total == 7
    rolled = Judged(value=value, faces=(5,), version=9)
    told = because(8, attack_value=rolled, defense_value=Value((Term(source="dx", of="", amount=3),)))
    assert told.causes == (8, 9)
    assert [(t.of, t.source, t.amount) for t in told.terms] == [
        ("attackValue", "st", 4),
        ("attackValue", "sword", 3),
        ("defenseValue", "dx", 3),
    ]
