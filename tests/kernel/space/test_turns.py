"""Sides of lines."""

from __future__ import annotations

from engine.kernel.space.turns import along, turn


def test_which_side_and_how_far() -> None:
    """As drawn, with y to the south: positive to the right of who goes along the line."""
    assert turn((0, 0), (10, 0), 5, 3) == 30
    assert turn((0, 0), (10, 0), 5, -3) == -30
    assert turn((0, 0), (10, 0), 99, 0) == 0
    assert [along((1, 1), (4, 5), *at) for at in ((1, 1), (4, 5), (1, 6))] == [0, 25, 20]
