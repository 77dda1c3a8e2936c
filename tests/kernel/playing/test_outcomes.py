"""When the rules call a fight decided."""

from __future__ import annotations

import pytest

from engine.kernel.playing.outcomes import decided


@pytest.mark.parametrize(
    ("standing", "undecided", "expected"),
    [
        (("a", "b"), None, False),
        (("a",), None, True),
        ((), None, True),
        (("a",), ("a",), False),
        (("a",), ("b",), True),
        ((), (), False),
        ((), ("a",), True),
    ],
)
def test_at_most_one_side_is_left(standing: tuple[str, ...], undecided: tuple[str, ...] | None, expected: bool) -> None:
    """Not again for the same sides after the game master has let it go on."""
    assert decided(standing, undecided) is expected
