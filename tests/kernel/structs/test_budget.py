"""A budget counts work, ends at its bound whatever rule it is in, and is the same however often it is counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.kernel.structs import budget
from engine.kernel.structs.budget import GUARD, LOOK, Timer, bounded, spend
from engine.kernel.structs.errors import RuleRefusal, TooCostly


def within(work: int, done: Callable[[], object], timer: Timer | None = None) -> None:
    """Something is done within a budget."""
    with bounded(work, timer):
        done()


def test_as_much_as_there_is_may_be_spent_and_no_more() -> None:
    within(100, lambda: (spend(60), spend(40)))
    with pytest.raises(TooCostly):
        within(100, lambda: (spend(60), spend(41)))


def test_outside_of_a_budget_work_is_free() -> None:
    spend(10**12)


def test_no_rule_can_go_on_with_what_is_used_up() -> None:
    """Neither one that takes every error for a no, nor one that tries again."""
    tries: list[int] = []

    def stubborn() -> None:
        while len(tries) < 100:
            tries.append(1)
            try:
                spend(6)
            except Exception:
                continue

    with pytest.raises(TooCostly):
        within(10, stubborn)
    assert len(tries) == 2

    def deaf() -> None:
        try:
            spend(11)
        except BaseException:
            spend(0)

    with pytest.raises(TooCostly):
        within(10, deaf)


def test_the_outer_budget_counts() -> None:
    within(100, lambda: within(10, lambda: spend(50)))
    with pytest.raises(TooCostly):
        within(100, lambda: within(1000, lambda: spend(101)))


def test_after_a_budget_there_is_none() -> None:
    with pytest.raises(TooCostly):
        within(1, lambda: spend(2))
    spend(10**12)
    within(1, lambda: spend(1))


def test_other_errors_pass_as_they_are() -> None:
    with pytest.raises(KeyError):
        within(1, lambda: {}["nothing"])


def test_the_timer_ends_what_is_counted_too_low() -> None:
    """It is looked at every so many units, and only there."""
    looked, done = [0], [0]

    def timer() -> int:
        looked[0] += 1
        return 0 if looked[0] < 4 else GUARD + 1

    def work() -> None:
        for _ in range(budget.STEP):
            spend(1)
            done[0] += 1

    with pytest.raises(TooCostly):
        within(budget.STEP, work, timer)
    assert done[0] == pytest.approx(3 * LOOK, abs=5)


def test_a_refusal_says_what_to_do_and_nothing_of_how_much() -> None:
    """What is hidden from a seat may be part of the work."""
    refusal = TooCostly()
    assert isinstance(refusal, RuleRefusal)
    assert refusal.code == "TOO_COSTLY"
    assert "do less at once" in refusal.reason
    assert not any(letter.isdigit() for letter in refusal.reason)
