"""Shares and means with their intervals."""

from __future__ import annotations

import pytest

from engine.service.odds.intervals import mean, wilson


def test_wilson() -> None:
    """Against figures that are printed in books."""
    found = wilson(5, 10)
    assert (found.value, round(found.low, 4), round(found.high, 4)) == (0.5, 0.2366, 0.7634)
    assert wilson(0, 10).low == 0.0
    assert round(wilson(0, 10).high, 4) == 0.2775
    assert wilson(10, 10).high == pytest.approx(1.0)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_mean() -> None:
    """A hundred values of spread one lie about their mean by two tenths."""
    found = mean([0.0, 2.0] * 50)
    assert found.value == 1.0
    assert found.high - found.value == pytest.approx(0.19698, abs=1e-4)
    assert mean([3.0]).low == mean([3.0]).high == 3.0
    assert mean([]).value == 0.0
