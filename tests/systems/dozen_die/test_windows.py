"""Every decision window that is a question: who is asked, between what, and what silence comes to."""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import DecisionAnswered
from engine.systems.dozen_die.questions import QUESTIONS
from tests.systems.dozen_die.windows import WINDOWS, Window


def test_every_question_is_a_window() -> None:
    """Its docstring says which of the ledger."""
    kinds = {cls.__name__: cls for cls in QUESTIONS}
    assert {window.kind for window in WINDOWS} == set(kinds)
    for window in WINDOWS:
        assert f"[{window.id}]" in (kinds[window.kind].__doc__ or ""), window.kind


@pytest.mark.parametrize("window", WINDOWS, ids=lambda w: w.kind)
def test_a_window_asks_whom_the_ledger_names(window: Window) -> None:
    """One seat, these answers, in the open; a deadline takes the default."""
    bout = window.start()
    asked = bout.waiting[0]
    assert (asked.kind, asked.seats, asked.visibility) == (window.kind, (window.seat,), Visibility.OPEN)
    assert (tuple(bout.choices), asked.default) == (window.keys, window.default)
    bout.arena.feed(*[3] * 40)
    bout.arena.answer(None, decision=asked.decision)
    taken = next(one for one in bout.arena.events(DecisionAnswered) if one.decision == asked.decision)
    assert (taken.choice, taken.how) == (window.default, "DEADLINE")
