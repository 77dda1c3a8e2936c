"""Taking back is no way to look: here nobody unseen stands in anybody's way, so a walk tells nothing."""

from __future__ import annotations

from tests.support.secrecy.peeking import peeked


def test_a_walk_over_somebody_unseen_is_like_any_other() -> None:
    """It ends as it does without him, and both are taken back at once."""
    done = peeked("fantasia")
    assert done.met == 0
    assert done.alone > 20, "nothing is taken back at once"
