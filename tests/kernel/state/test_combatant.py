"""Figures of a combatant: how a vital changes within its limits."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Vital


@pytest.mark.parametrize(
    ("vital", "by", "least", "now"),
    [
        (Vital(5, 10), -3, 0, 2),
        (Vital(5, 10), -9, 0, 0),
        (Vital(5, 10), -9, -2, -2),
        (Vital(-1, 10), -3, 0, -1),
        (Vital(5, 10), 3, 0, 8),
        (Vital(5, 10), 9, 0, 10),
        (Vital(12, 10), 3, 0, 12),
        (Vital(12, 10), -1, 0, 11),
        (Vital(5, None), 90, 0, 95),
    ],
)
def test_a_vital_changes_within_its_limits(vital: Vital, by: int, least: int, now: int) -> None:
    """Not below `least` and not above the maximum; a value that is already beyond them goes no further."""
    assert vital.moved(by, least=least) == now
