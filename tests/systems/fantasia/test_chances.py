"""Chances are what counting every result gives."""

from __future__ import annotations

import pytest

from engine.systems.fantasia.rules.basics.chances import hit


@pytest.mark.parametrize(
    ("figure", "against", "plain", "good"),
    [(0, 7, True, 21), (0, 7, False, 21), (3, 2, True, 36), (3, 2, False, 35), (0, 20, True, 0), (0, 20, False, 1)],
)
def test_a_natural_12_always_hits_and_a_natural_2_never(figure: int, against: int, plain: bool, good: int) -> None:
    """Where they are more than numbers."""
    assert hit(figure, against, plain=plain, twice=False) == (good, 36)


def test_rolled_twice_both_must_reach_it() -> None:
    """Of plain numbers the lower one counts: 21 of 36, twice."""
    assert hit(0, 7, plain=True, twice=True) == (21 * 21, 36 * 36)
