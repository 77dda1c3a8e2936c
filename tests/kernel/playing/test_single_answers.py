"""Questions with a single answer: left out where everybody could read them, paced where not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.overruling.disclosure import affected_seats
from engine.kernel.overruling.gm_tools import SetSingleAnswers
from engine.kernel.playing import decide, facts
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import ScriptedDice, TypedFaces
from engine.kernel.playing.position import Step
from engine.kernel.playing.preferences import Itself, answers_itself, has_choice
from engine.kernel.playing.step import Circumstances
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.decisions import Field, Offer, place_field
from engine.kernel.state.fight import ASKED_ALWAYS, SingleAnswers
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded, plain
from tests.support.fights.arena import Arena
from tests.support.slices import wits
from tests.support.slices.masque import Dance, Masked, Toast, Whisper

HERE = Place(cell=Cell(1, 2))
CLEVER, PLAIN = {"wit": 9}, {"wit": 1}


def masque(single: SingleAnswers | None = None, **wit: dict[str, int]) -> Arena:
    """Ana's aino, Ben's bo and the GM's gil at a table; each without wit if nothing is said of it."""
    people = [("aino", "a", "ana"), ("bo", "b", "ben"), ("gil", "c", None)]
    arena = Arena(wits.system, single_answers=SingleAnswers() if single is None else single)
    arena = Arena(
        arena.book,
        [
            arena.book.enter(id=who, name=who, side=side, seat=seat, sheet=_sheet(arena, wit.get(who, PLAIN)))
            for who, side, seat in people
        ],
        single_answers=SingleAnswers() if single is None else single,
    )
    arena.order("gm", Begin())
    return arena


def _sheet(arena: Arena, fields: dict[str, int]) -> Any:
    return arena.book.system.sheet(**fields)


def by_itself(
    arena: Arena, decision: int, key: str = "moon", seat: str | None = None, itself: Itself = "ONLY"
) -> list[Recorded]:
    """The pace of a decision has passed."""
    asked = decide.find_asked(arena.fight, decision)[1]
    who = asked.seats[0] if seat is None else seat
    around = Circumstances(who, ScriptedDice(), TypedFaces((), None), {}, arena._clock)
    step: Step[Any] = decide.answer(arena.book, arena.position, who, decision, Choice(key), around, itself=itself)
    return arena._keep(step)


# -- what is a choice
@pytest.mark.parametrize(
    ("field", "held", "choice"),
    [
        (Field("mask", "one", ("moon",)), "moon", False),
        (Field("mask", "one", ("moon",)), None, True),
        (Field("mask", "one", ()), None, False),
        (Field("mask", "one", ("moon", "sun")), "moon", True),
        (Field("mask", "amount", least=3, most=3), 3, False),
        (Field("mask", "amount", least=3, most=3), 2, True),
        (Field("mask", "amount", least=3, most=4), 3, True),
        (Field("mask", "some", ("moon",), least=1), ["moon"], False),
        (Field("mask", "some", ("moon",), least=0), ["moon"], True),
        (Field("mask", "some", ("moon",), least=1), [], True),
        (place_field("mask", (HERE,)), plain(HERE), False),
        (place_field("mask", (HERE,)), None, True),
        (Field("mask", "text"), "moon", True),
    ],
)
def test_a_field_that_can_only_stay_as_it_is_is_no_choice(field: Field, held: Any, choice: bool) -> None:
    assert has_choice([Offer("only", {"mask": held}, "MQ-1", (field,))]) is choice


def test_one_offer_is_no_choice_and_two_are() -> None:
    one = Offer("moon", Masked("moon"), "MQ-1")
    assert not has_choice([one])
    assert has_choice([one, Offer("sun", Masked("sun"), "MQ-1")])


# -- what everybody reads
def test_an_open_question_with_a_single_answer_is_left_out() -> None:
    """The order is played out at once, nobody has acted but its sender, and nothing of the question is stored."""
    arena = masque()
    made = [type(r.event).__name__ for r in arena.order("ana", Toast(combatant="aino"))]
    assert made == ["CommandAccepted", "VitalChanged", "CommandEnded"]
    assert list(arena.fight.last_acts) == ["gm", "ana"]
    arena.done()


def test_an_open_question_with_a_choice_is_asked_without_a_pace() -> None:
    arena = masque(aino=CLEVER)
    arena.order("ana", Toast(combatant="aino"))
    (asked,) = arena.pending
    assert (asked.kind, len(asked.offers), asked.pace) == ("Wave", 3, 0)
    arena.answer("ana", "sun")
    arena.done()


@pytest.mark.parametrize("off", [ASKED_ALWAYS, SingleAnswers(skip=False, pace=2)])
def test_a_table_may_be_asked_always(off: SingleAnswers) -> None:
    """As fights were played before there was anything to set: every question is put, and none has a pace."""
    arena = masque(off)
    arena.order("ana", Toast(combatant="aino"))
    (asked,) = arena.pending
    assert (asked.kind, len(asked.offers), asked.pace) == ("Wave", 1, 0)
    assert not answers_itself(arena.fight, asked, {})
    arena.answer("ana", "moon")
    arena.order("ana", Whisper(combatant="aino"))
    assert {one.pace for one in arena.pending} == {0}


def test_an_open_question_about_somebody_hidden_is_asked() -> None:
    """Who does not see the guest does not read the question either: that the table goes on at once would tell of it."""
    arena = masque()
    arena.fact(k.SightChanged(combatant="gil", seen_by=("ana",)))
    arena.order("gm", Toast(combatant="gil"))
    (asked,) = arena.pending
    assert (asked.kind, len(asked.offers), asked.pace) == ("Wave", 1, 2)
    by_itself(arena, asked.decision)
    arena.done()


# -- what not everybody reads
@pytest.mark.parametrize(
    ("order", "kinds"),
    [
        (Whisper(combatant="aino"), {"Make"}),
        (Dance(combatant="aino", target="bo"), {"Choose"}),
        (wits.Ponder(combatant="aino"), {"Muse"}),
    ],
)
def test_a_question_that_not_everybody_reads_has_the_pace_whatever_it_offers(order: Any, kinds: set[str]) -> None:
    """And no preference answers sooner."""
    for wit in (PLAIN, CLEVER):
        arena = masque(aino=wit, bo=wit, gil=wit)
        arena.preferences = {f"{seat} {kind}": "never" for seat in ("ana", "ben", "gm") for kind in kinds}
        arena.order("ana", order)
        assert {(one.kind, one.pace, len(one.offers)) for one in arena.pending} == {
            (kind, 2, 3 if wit is CLEVER else 1) for kind in kinds
        }
        for asked in arena.pending:
            assert answers_itself(arena.fight, asked, {}) is (wit is PLAIN)
            assert not answers_itself(arena.fight, asked, {f"{seat} {asked.kind}": "ask" for seat in asked.seats})


def test_without_a_pace_a_secret_question_waits_for_a_hand() -> None:
    arena = masque(SingleAnswers(skip=True, pace=0))
    arena.order("ana", wits.Ponder(combatant="aino"))
    (asked,) = arena.pending
    assert asked.pace == 0
    assert not answers_itself(arena.fight, asked, {})
    with pytest.raises(RuleRefusal, match="not answered by itself"):
        by_itself(arena, asked.decision)
    arena.answer("ana", "moon")
    arena.done()


def test_a_policy_may_ask_for_a_longer_pace_or_silence_for_a_shorter_one() -> None:
    arena = masque()
    arena.fact(k.PolicySet(kind="Muse", asked=True, pace=7))
    arena.fact(k.PolicySet(kind="Make", asked=True, pace=0, seconds=1))
    arena.order("ana", wits.Ponder(combatant="aino"))
    assert [one.pace for one in arena.pending] == [7]
    by_itself(arena, arena.pending[0].decision)
    arena.order("ana", Whisper(combatant="aino"))
    assert {(one.pace, one.deadline) for one in arena.pending} == {(1, 1)}


# -- answers by itself
def test_the_only_answer_is_given_for_its_seat() -> None:
    """Outsiders read what they read of an answer by hand: who, but neither what nor how."""
    told = {}
    for how in ("itself", "hand"):
        arena = masque()
        arena.order("ana", wits.Ponder(combatant="aino"))
        decision = arena.pending[0].decision
        made = by_itself(arena, decision) if how == "itself" else arena.answer("ana", "moon")
        answered = made[0]
        assert isinstance(answered.event, k.DecisionAnswered)
        assert answered.event.how == ("ONLY" if how == "itself" else "HAND")
        drafts = [structs.replace(r.draft, event=type(r.event).__name__) for r in made]
        told[how] = [(draft.seat, draft.to, draft.whole, draft.event) for draft in drafts]
        arena.done()
    assert told["itself"] == told["hand"]


@pytest.mark.parametrize(("seat", "key"), [("ben", "moon"), ("gm", "moon"), ("ana", "sun")])
def test_nothing_else_is_answered_by_itself(seat: str, key: str) -> None:
    arena = masque()
    arena.order("ana", wits.Ponder(combatant="aino"))
    with pytest.raises(RuleRefusal):
        by_itself(arena, arena.pending[0].decision, key, seat)
    assert len(arena.pending) == 1


def test_a_choice_is_not_answered_by_itself() -> None:
    arena = masque(aino=CLEVER)
    arena.order("ana", wits.Ponder(combatant="aino"))
    with pytest.raises(RuleRefusal, match="not answered by itself"):
        by_itself(arena, arena.pending[0].decision)


@pytest.mark.parametrize(("key", "refused"), [("moon", False), ("sun", False), ("star", True)])
def test_after_a_pace_a_preference_takes_what_one_can_take(key: str, refused: bool) -> None:
    """The default or the first other offer; and it is nobody's act."""
    arena = masque(aino=CLEVER)
    arena.order("ana", wits.Ponder(combatant="aino"))
    (asked,), before = arena.pending, arena.fight.last_acts
    if refused:
        with pytest.raises(RuleRefusal, match="not answered by itself"):
            by_itself(arena, asked.decision, key, itself="PREFERENCE")
        return
    (answered, *_) = by_itself(arena, asked.decision, key, itself="PREFERENCE")
    assert isinstance(answered.event, k.DecisionAnswered)
    assert (answered.event.choice, answered.event.how) == (key, "PREFERENCE")
    assert arena.fight.last_acts == before
    arena.done()


def test_without_a_pace_no_preference_comes_late() -> None:
    """It answers as the question opens, or not at all."""
    arena = masque(aino=CLEVER)
    arena.order("ana", Toast(combatant="aino"))
    with pytest.raises(RuleRefusal, match="not answered by itself"):
        by_itself(arena, arena.pending[0].decision, itself="PREFERENCE")


def test_the_only_answer_is_nobodys_act_and_yet_concerns_its_seat() -> None:
    """Ben has nothing to take back. Whether he is asked when Ana takes back does not depend on how he was answered."""
    asked = {}
    for how in ("itself", "hand"):
        arena = masque()
        arena.order("ana", Whisper(combatant="aino"))
        before = arena.position
        whom = {one.seats[0]: one.decision for one in arena.pending}
        if how == "itself":
            by_itself(arena, whom["ben"])
        else:
            arena.answer("ben", "moon")
        assert ("ben" in arena.fight.last_acts) is (how == "hand")
        live = arena.stream[before.version :]
        asked[how] = affected_seats(before.state.fight, arena.fight, live, "ana")
    assert asked["itself"] == asked["hand"]
    assert ("ben",) in asked["itself"]


def test_the_only_answer_does_not_count_as_a_person_at_the_table() -> None:
    """Bots that wait for somebody to come back go on waiting."""
    arena = masque()
    arena.fact(k.BotSet(whose="ana", bot="RANDOM"))
    arena.order("ana", wits.Ponder(combatant="aino"))
    moves = arena.fight.unattended.moves
    assert moves == 1
    by_itself(arena, arena.pending[0].decision)
    assert arena.fight.unattended.moves == moves


# -- set in play
def test_what_is_set_while_a_question_waits_holds_for_the_next_one() -> None:
    """The open order is played from its beginning with each answer: what was left out before stays left out."""
    arena = masque()
    arena.order("ana", wits.Ponder(combatant="aino"))
    arena.fact(k.SingleAnswersSet(skip=False, pace=0))
    assert arena.pending[0].pace == 2
    arena.answer("ana", "moon")
    arena.order("ana", Toast(combatant="aino"))
    arena.fact(k.SingleAnswersSet(skip=True, pace=5))
    arena.answer("ana", "moon")
    arena.order("ana", Whisper(combatant="aino"))
    assert {one.pace for one in arena.pending} == {5}


def test_the_tool_has_the_bounds_of_the_setting() -> None:
    assert SetSingleAnswers() == SetSingleAnswers(skip=True, pace=2)


def test_a_fight_of_before_asks_always() -> None:
    """Its first event says nothing of single answers."""
    arena = masque()
    first = arena.stream[0]
    public, secret = arena.book.codec.encode(1, first.time, first.draft)
    text = (secret or public).decode()
    said = '"singleAnswers":{"pace":2,"skip":true}'
    old = text.replace(f",{said}", "").replace(f"{said},", "")
    assert old != text
    again = arena.book.codec.decode(old.encode()).event
    assert isinstance(again, k.EncounterCreated)
    assert again.single_answers == ASKED_ALWAYS


def test_a_new_fight_says_what_its_table_does() -> None:
    arena = masque(SingleAnswers(skip=True, pace=4))
    assert arena.events(k.EncounterCreated)[0].single_answers == SingleAnswers(skip=True, pace=4)
    assert arena.fight.single_answers == SingleAnswers(skip=True, pace=4)
    step = facts.create(arena.book, arena.creation, seat=None, clock=arena._clock)
    assert step.position.state.fight.single_answers == SingleAnswers(skip=True, pace=4)
