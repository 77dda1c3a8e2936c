"""Values that are kept for the next who asks."""

from __future__ import annotations

from engine.service.pool.recent import Recent


def test_what_nobody_has_asked_for_longest_goes_first() -> None:
    """To ask is to use; what is kept again takes the place of what was there."""
    kept: Recent[str, int] = Recent(2)
    assert kept.keep("a", 1) == 1
    kept.keep("b", 2)
    assert kept.get("a") == 1
    kept.keep("c", 3)
    assert [kept.get(key) for key in "abc"] == [1, None, 3]
    kept.keep("c", 4)
    assert [kept.get(key) for key in "ac"] == [1, 4]
