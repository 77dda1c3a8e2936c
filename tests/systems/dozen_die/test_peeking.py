"""Taking back is no way to look: who has met somebody unseen of his own side does not undo it by himself."""

from __future__ import annotations

import pytest

from engine.kernel.overruling import takeback
from tests.support.secrecy.peeking import peeked


def test_who_has_met_somebody_unseen_does_not_undo_it_by_himself() -> None:
    """Every walk that ends otherwise than without him asks the game master; others are taken back at once."""
    done = peeked("dozen_die")
    assert done.met > 10, "nobody was met"
    assert done.alone > 10, "nothing is taken back at once"


def test_the_walks_of_these_tests_would_find_the_hidden_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walks above do find him: were nothing counted as learnt, nobody would be asked."""
    monkeypatch.setattr(takeback, "unexpected", lambda *args: None)
    with pytest.raises(AssertionError, match="nobody was asked"):
        peeked("dozen_die")
