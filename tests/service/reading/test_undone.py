"""What going back takes back: worked out from what a reader sees, in bounds, and never what no longer counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.state import events as e
from engine.kernel.state.decisions import Offer, Visibility
from engine.kernel.structs.messages import Draft, Event, Recorded
from engine.service.reading.undone import FARTHEST, NAMED, GoingBack, Undone, goes_back, needed_before, undone_between
from engine.service.reading.views import SeenEvent


def order(command: str, by: str = "ana") -> Draft:
    return Draft(e.CommandAccepted(order={}, by=by, rules=1), seat=by, command=command)


def note(text: str) -> Draft:
    return Draft(e.Noted(note=text, seats=()), seat="gm")


def back(to: int) -> Draft:
    return Draft(e.Reverted(to_version=to, kept=()), seat="gm")


def stream(*drafts: Draft | Event, first: int = 1) -> dict[int, Recorded]:
    """Events from a version on."""
    made = [one if isinstance(one, Draft) else Draft(one) for one in drafts]
    return {version: Recorded(version, "", draft) for version, draft in enumerate(made, first)}


def heads(found: Undone | None) -> list[int]:
    assert found is not None
    return [head.version for head in found.heads]


def test_each_act_is_told_by_its_first_headline() -> None:
    """An order with what it brought about, a ruling; bookkeeping alone is no act to name."""
    events = stream(
        order("c1"),
        Draft(e.RoundBegan(round=2), command="c1"),
        Draft(e.CommandEnded(), command="c1"),
        Draft(e.PolicySet(kind="Any", asked=False), seat="gm"),
        note("a"),
    )
    found = undone_between(events, 0, 5)
    assert heads(found) == [1, 5], "the round is what the order led to"
    assert found is not None
    assert found.more == 0


def test_a_round_whose_order_its_reader_does_not_see_is_told() -> None:
    """It is the first thing of the act that the reader knows."""
    events = stream(e.Hidden(), Draft(e.RoundBegan(round=2), command="c1"))
    assert heads(undone_between(events, 0, 2)) == [2]


@pytest.mark.parametrize("acts", [1, NAMED - 1, NAMED, NAMED + 1, NAMED + 5])
def test_three_are_named_and_the_others_counted(acts: int) -> None:
    found = undone_between(stream(*(note(str(n)) for n in range(acts))), 0, acts)
    assert heads(found) == list(range(1, min(acts, NAMED) + 1))
    assert found is not None
    assert found.more == max(0, acts - NAMED)


def test_what_a_reader_does_not_see_is_neither_named_nor_counted() -> None:
    """However many there are."""
    events = stream(order("c1"), *[e.Hidden()] * 7)
    found = undone_between(events, 0, 8)
    assert (heads(found), found and found.more) == ([1], 0)
    assert undone_between(stream(e.Hidden(), e.Hidden()), 0, 2) is None


def test_what_was_taken_back_already_is_not_taken_back_again() -> None:
    """1 counts, 2 and 3 do not, 5 does; from there to a version that was taken back leads no way."""
    events = stream(order("c1"), note("a"), note("b"), back(1), note("c"))
    assert heads(undone_between(events, 0, 5)) == [1, 5]
    assert heads(undone_between(events, 1, 5)) == [5]
    assert undone_between(events, 2, 5) is None
    assert undone_between(events, 5, 5) is None


@pytest.mark.parametrize("to", [4, 5, 400])
def test_a_file_that_goes_back_forwards_says_nothing_wrong(to: int) -> None:
    """A version that a hand-made file names may be anything."""
    events = stream(order("c1"), note("a"), note("b"), back(to), note("c"))
    assert heads(undone_between(events, 0, 5))[-1] == 3
    assert goes_back(events[4]) is None


def test_a_gap_is_never_guessed_over() -> None:
    events = stream(order("c1"), note("a"), note("b"))
    del events[2]
    assert undone_between(events, 0, 3) is None
    assert undone_between(events, 2, 3) is not None


def test_the_talk_about_it_and_what_lasts_is_not_taken_back() -> None:
    """A request, its question, its answer, a seat that has joined."""
    asked = e.TakeBackAsked(by="ana", to_version=1, seats=("gm",), known=(), everything=(), note="")
    answered = Draft(e.DecisionAnswered(decision=3, choice="no", picks={}, how="HAND"), seat="gm")
    joined = e.SeatRenamed(whose="ana", name="Ann")
    events = stream(order("c1"), asked, question(to=1, first=2), answered, joined)
    assert heads(undone_between(events, 0, 5)) == [1]
    assert undone_between(events, 1, 5) is None


def question(to: int | None, first: int) -> e.DecisionOpened:
    return e.DecisionOpened(
        window=first,
        of=1,
        seats=("gm",),
        kind="TakeBack",
        visibility=Visibility.PRIVATE,
        deadline=None,
        pace=0,
        interrupts=(),
        question=None if to is None else {"by": "ana", "to": to, "known": [], "note": ""},
        offers=(Offer("no", {}, ""),),
        default="no",
    )


@pytest.mark.parametrize(("far", "said"), [(1, True), (FARTHEST, True), (FARTHEST + 1, False)])
def test_a_version_far_back_is_only_named(far: int, said: bool) -> None:
    at = 2 * FARTHEST
    for event in (back(at - far).event, question(at - far, at)):
        assert goes_back(Recorded(at, "", Draft(event))) == (at - far if said else None)
    assert goes_back(Recorded(at, "", Draft(question(None, at)))) is None, "not its reader's"
    assert goes_back(Recorded(at, "", note("a"))) is None


def seen(events: Sequence[Recorded]) -> list[SeenEvent]:
    return [SeenEvent(one, "", "") for one in events]


def test_only_a_page_that_goes_back_needs_what_was_before_and_in_bounds() -> None:
    """However many of its events go back, it needs at most FARTHEST events before its first."""
    first = 10 * FARTHEST
    assert needed_before([]) is None
    assert needed_before(seen([*stream(note("a"), note("b"), first=first).values()])) is None
    assert needed_before(seen([*stream(note("a"), note("b"), back(first), first=first).values()])) is None
    assert needed_before(seen([*stream(note("a"), back(first - 1), first=first).values()])) is None
    assert needed_before(seen([*stream(note("a"), back(first - 2), first=first).values()])) == first - 1
    page = [back(to) for to in range(1, first, 100)]
    least = needed_before(seen([*stream(*page, first=first).values()]))
    assert least is not None
    assert first - FARTHEST <= least < first


def test_a_long_log_is_told_like_its_pages_and_remembers_little() -> None:
    """One after the other, each with what lies up to FARTHEST versions before it."""
    drafts: list[Any] = [note(str(version)) for version in range(1, 12 * FARTHEST)]
    for version in range(FARTHEST, len(drafts), FARTHEST // 2):
        drafts[version - 1] = back(version - FARTHEST // 3)
    events, going = stream(*drafts), GoingBack()
    told = 0
    for version, one in events.items():
        found = going.undone(one)
        to = goes_back(one)
        if to is not None:
            assert found == undone_between(events, to, version - 1)
            assert heads(found) == [to + 1, to + 2, to + 3]
            told += 1
        assert len(going._events) <= 4 * FARTHEST
    assert told > 20
