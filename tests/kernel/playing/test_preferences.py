"""Standing preferences."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.playing.preferences import PREFERENCES, preferred, shown_by
from engine.kernel.state.decisions import Field, Offer
from engine.service.proof.audit_replay import replay
from tests.kernel.test_trail import LEAVE, Plain, bent

NO: Offer[Any] = Offer("no", {}, "")
YES: Offer[Any] = Offer("yes", {}, "")
WHOM: Offer[Any] = Offer("no", {}, "", (Field("whom", among=("a", "b")),))
OFFERED = {"one": (NO,), "two": (NO, YES), "field": (WHOM,), "yes first": (YES, NO)}


def wished(wish: str, name: str) -> str | None:
    return preferred({"ana Plain": wish}, ("ana",), "Plain", OFFERED[name], "no")


@pytest.mark.parametrize(
    ("wish", "one", "two", "field"),
    [
        ("ask", None, None, None),
        ("never", "no", "no", "no"),
        ("always", "no", "yes", "no"),
        ("choice", "no", None, None),
    ],
)
def test_what_a_preference_picks(wish: str, one: str | None, two: str | None, field: str | None) -> None:
    """`choice` leaves to the seat whatever it can pick from, an open field too."""
    assert (wished(wish, "one"), wished(wish, "two"), wished(wish, "field")) == (one, two, field)


def test_a_preference_answers_for_one_seat_and_one_kind() -> None:
    """Where several may answer, or another kind is asked, nothing is picked."""
    for wish in PREFERENCES:
        assert preferred({"ana Plain": wish}, ("ana", "ben"), "Plain", (NO, YES), "no") is None
        assert preferred({"ana Plain": wish}, ("ana",), "Other", (NO, YES), "no") is None


@pytest.mark.parametrize("wish", ["always", "never", "choice"])
def test_what_an_answer_shows_of_its_preference_answers_the_same_again(wish: str) -> None:
    """In whatever order the questions come: an audit plays them by what was recorded."""
    for names in (("one", "two", "field"), ("two", "one"), ("field", "one", "yes first"), ("one", "field")):
        answers = {name: wished(wish, name) for name in names}
        shown: str | None = None
        for name, choice in answers.items():
            if choice is not None:
                shown = shown_by(choice, OFFERED[name], "no", shown)
        assert shown is not None or wish == "choice"
        assert {name: wished(shown or "ask", name) for name in names} == answers


def test_only_where_there_is_a_choice_the_seat_is_asked() -> None:
    """Where only the default is offered it is given, and recorded as a preference's; with a choice the rule stops."""
    for offers, waits in (((NO,), False), ((NO, YES), True)):

        def rule(table: Any, offers: tuple[Offer[Any], ...] = offers) -> None:
            table.ask("ana", Plain(about="aino", offers=offers, default="no"), rule="T-1")

        arena = bent(rule)
        arena.preferences["ana Plain"] = "choice"
        arena.order("ana", LEAVE)
        assert bool(arena.pending) is waits
        if waits:
            arena.answer("ana", "yes")
        assert [r.event.how for r in arena.stream if hasattr(r.event, "how")] == ["HAND" if waits else "PREFERENCE"]
        arena.done()
        assert replay(arena.book, arena.stream, explain=True, progress=lambda events: None).verdict.state == "PROVEN"
