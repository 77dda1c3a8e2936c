"""Taking back by consent: what became known, whom it concerns, what each is told, and how a request ends."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.overruling import takeback
from engine.kernel.overruling.disclosure import affected_seats, disclosures, disclosures_for
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.playing.position import with_dice_seen
from engine.kernel.state import events as k
from engine.kernel.state.fight import TakeBackConsent
from engine.kernel.state.redaction.audience import public_part
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.stored.history import Jump, live_since
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order, Recorded
from engine.service.proof.audit_replay import replay
from tests.kernel.test_laws import maker
from tests.kernel.test_trail import LEAVE
from tests.support.amounts import amount
from tests.support.fights.arena import Arena
from tests.support.fights.exports import reads
from tests.support.fights.forks import fork
from tests.support.laws import laws
from tests.support.slices import dozen
from tests.support.slices.dozen import Load, March
from tests.support.slices.fantasia import Cast, Ready, Sneak
from tests.support.slices.minis import Melee
from tests.support.slices.ready import FIGHTS, dozen_fight, fantasia_fight, minis_fight, play_out, saari_fight
from tests.support.slices.saari import Saari

GAMES = amount("SKALD_LAWS", 3, 40)
STEP_ASIDE = March(combatant="run", path=(dozen.GROUND[1],))


def names(arena: Arena, since: int) -> list[str]:
    """The types of the events behind a version."""
    return [type(r.event).__name__ for r in arena.stream[since:]]


def asked(arena: Arena) -> k.TakeBackAsked:
    """The last request."""
    event: k.TakeBackAsked = arena.events(k.TakeBackAsked)[-1]
    return event


def proven(arena: Arena) -> None:
    """The audit makes every event of the stream again."""
    verdict = replay(arena.book, arena.stream, explain=True, progress=lambda events: None).verdict
    assert verdict.state == "PROVEN", verdict


def facts(known: Any) -> list[tuple[int, str]]:
    return [(d.version, d.what) for d in known]


def struck() -> tuple[Arena, int]:
    """Aino leaves her melee, the goblin strikes at her, and Ana and Ben are asked; the version before all that."""
    arena = saari_fight(secret="1")
    before = len(arena.stream)
    arena.order("ana", LEAVE)
    arena.answer("gm", "yes")
    return arena, before


# -- at once
def test_what_concerns_nobody_else_is_taken_back_at_once() -> None:
    """Loading costs the asker alone: nobody is asked, and the events say so."""
    arena = dozen_fight()
    before, stood = len(arena.stream), arena.state
    arena.order("ana", Load(combatant="run", shots=1))
    arena.take_back("ana", reason="the wrong button")
    assert names(arena, before)[-2:] == ["TakeBackAsked", "Reverted"]
    assert (asked(arena).seats, asked(arena).known, asked(arena).everything) == ((), (), ())
    back = arena.events(k.Reverted)[-1]
    assert (back.to_version, back.agreed, back.note) == (before, len(arena.stream) - 1, "the wrong button")
    assert arena.state == with_dice_seen(stood)
    arena.done()


def test_a_question_that_nobody_has_answered_can_be_taken_back_too() -> None:
    """While an order is open its own seat takes it back; nobody has acted or learnt anything, so it is at once."""
    arena = dozen_fight(secret="1")
    before, stood = len(arena.stream), arena.state
    arena.order("ana", STEP_ASIDE)
    assert arena.pending
    arena.take_back("ana")
    assert arena.state == with_dice_seen(stood)
    assert names(arena, before)[-1] == "Reverted"
    arena.done()


# -- what became known, and to whom
def test_a_request_tells_what_became_known_and_asks_whom_it_concerns() -> None:
    """The goblin's answer, the dice, its figures for the GM alone; only the GM is asked: Ben looked on."""
    arena, before = struck()
    arena.take_back("ana", reason="sorry")
    event = asked(arena)
    assert (event.by, event.to_version, event.note) == ("ana", before, "sorry")
    assert facts(event.known) == [(before + 4, "ANSWERED"), (before + 6, "ROLLED")]
    assert event.everything is not None
    assert [(d.what, d.seats) for d in event.everything] == [("ANSWERED", None), ("SHOWN", ("gm",)), ("ROLLED", None)]
    assert event.seats == ("gm",)
    assert [a.kind for a in arena.asked_back] == ["TakeBack"]
    assert len(arena.pending) == 2


def test_a_seat_reads_only_facts_that_it_knows() -> None:
    """Of the goblin's figures the players are told nothing; who else knows something only the GM reads."""
    arena, _ = struck()
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    arena.take_back("ana")
    assert asked(arena).seats == ("ben", "gm")
    questions = {r.event.seats: r for r in arena.stream[-2:]}
    bens, gms = questions["ben",], questions["gm",]
    assert {d["what"] for d in bens.event.question["known"]} == {"ANSWERED", "ROLLED"}
    assert all(d["seats"] is None for d in bens.event.question["known"])
    assert ["gm"] in [d["seats"] for d in gms.event.question["known"]]
    assert (bens.draft.to, bens.draft.whole) == (("gm", "ben"), False)
    request = arena.stream[-3]
    assert (request.draft.to, request.draft.whole) == (("gm",), False)
    for seat in ("ana", "eve", None):
        talk = arena.book.seen(arena.state, seat).fight.taking_back
        assert [(a.question, a.offers) for a in talk.asked] == [({}, ()), ({}, ())]
    talk = arena.book.seen(arena.state, "ben").fight.taking_back
    assert [bool(a.offers) for a in talk.asked] == [True, False]


def test_an_answer_that_is_sealed_still_is_no_known_fact_but_its_seat_is_asked() -> None:
    """Ben's stance lies face down: nothing says what it is, but he would have to choose again."""
    arena = minis_fight()
    arena.order("ana", Melee(combatant="ogre", target="knight"))
    arena.answer("ben", "head")
    arena.take_back("ana")
    assert "head" not in msgspec.json.encode([r.event for r in arena.stream[-3:]]).decode()
    assert "ANSWERED" not in {d.what for d in asked(arena).everything or ()}
    assert asked(arena).seats == ("ben", "gm")


def test_revealed_answers_are_known_and_their_seats_are_asked() -> None:
    """Also where a seat had answered before the version that is gone back to."""
    arena = minis_fight(secret="4")
    arena.order("ana", Melee(combatant="ogre", target="knight"))
    arena.answer("ben", "head")
    arena.answer("ana", "thrust")
    while arena.pending:
        arena.answer(arena.pending[0].seats[0])
    arena.take_back("ana")
    assert "REVEALED" in {d.what for d in asked(arena).known}
    assert asked(arena).seats == ("ben", "gm")
    assert arena.at(asked(arena).to_version).state.fight.window.asked[1].answered


def test_who_appears_is_known_to_whom_he_appears() -> None:
    """Kefka hides and casts: to the players somebody appeared, and the GM knew it."""
    arena = fantasia_fight(secret="1")
    arena.order("gm", Sneak(combatant="kefka"))
    arena.order("ana", Ready(combatant="strago", trigger="blow"))
    before = len(arena.stream)
    arena.order("gm", Cast(combatant="kefka", target="strago"))
    play_out(arena)
    past = arena.past(before)
    assert past is not None
    known = disclosures(past.target.state.fight, arena.fight, past.live, "gm")
    assert "APPEARED" in {d.what for d in disclosures_for(known, arena.fight, "ana")}
    assert "APPEARED" in {d.what for d in disclosures_for(known, arena.fight, None)}


def test_that_somebody_is_asked_follows_from_what_everybody_sees() -> None:
    """Hidden events ask the GM alone; another player who hides something is not betrayed by being asked."""
    arena = fantasia_fight(secret="1", lurker=True)
    before = len(arena.stream)
    arena.order("ana", Ready(combatant="strago", trigger="blow"))
    past = arena.past(before)
    assert past is not None
    hidden = [r for r in past.live if r.draft.whole]
    assert hidden, "an event that only some see"
    args = (past.target.state.fight, arena.fight, past.live, "ana")
    assert affected_seats(*args) == (("gm",),)
    of_ben = [
        structs.replace(r, draft=structs.replace(r.draft, event=structs.replace(r.event, combatant="relm"), seat="ben"))
        for r in hidden
    ]
    others = [r for r in past.live if not r.draft.whole]
    assert affected_seats(args[0], args[1], [*others, *of_ben], "ana") == (("gm",),)


def test_two_worlds_are_asked_alike() -> None:
    """What strago waits for is his side's: the others read the same request, whatever it is."""
    one, other = (fantasia_fight(secret="1") for _ in range(2))
    one.order("ana", Ready(combatant="strago", trigger="cast"))
    other.order("ana", Ready(combatant="strago", trigger="blow"))
    for arena in (one, other):
        arena.take_back("ana", reason="hm")
    laws.two_worlds(one, other, "eve")
    laws.two_worlds(one, other, None)
    one.consent("gm", "no")
    other.consent("gm", "no")
    laws.two_worlds(one, other, "eve")


def test_two_worlds_with_another_sealed_answer_are_asked_alike() -> None:
    """Whatever Ben has chosen, nobody else can tell it from the request."""
    one, other = (minis_fight() for _ in range(2))
    for arena, stance in ((one, "head"), (other, "thrust")):
        arena.order("ana", Melee(combatant="ogre", target="knight"))
        arena.answer("ben", stance)
        arena.take_back("ana")
    for seat in ("gm", "ana", "eve", None):
        laws.two_worlds(one, other, seat)


def as_everybody_sees(arena: Arena, live: tuple[Recorded, ...]) -> list[Recorded]:
    """Events without what only some may see; that something is withheld still shows."""
    public = []
    for r in live:
        event = k.Hidden() if r.draft.whole else public_part(r.event) if r.draft.to is not None else r.event
        draft = structs.replace(r.draft, event=event, seat=None if r.draft.whole else r.draft.seat)
        public.append(structs.replace(r, draft=draft))
    return public


@pytest.mark.parametrize("name", FIGHTS)
def test_whom_it_concerns_everybody_could_have_found(name: str) -> None:
    """At every stop of random fights: computed from the public parts of the events it is the same."""
    compared = 0
    for seed in range(GAMES):
        for arena, _ in laws.walk(maker(name), random.Random(seed), 14):
            for seat in arena.fight.seats:
                to = takeback.default_target(arena.fight, seat, len(arena.stream))
                past = arena.past(to) if to is not None else None
                if past is None or any(isinstance(r.event, k.SightChanged) for r in past.live):
                    continue  # who appears is seen in the fight itself
                found = affected_seats(past.target.state.fight, arena.fight, past.live, seat)
                before = arena.book.seen(past.target.state, None).fight
                now = arena.book.seen(arena.state, None).fight
                assert affected_seats(before, now, as_everybody_sees(arena, past.live), seat) == found
                compared += bool(found)
    assert compared > 3


def test_everybody_whom_a_public_event_names_is_asked() -> None:
    """Kefka's spell at Strago, whose seat did nothing: her luck is at stake."""
    arena = fantasia_fight(secret="2")
    before = len(arena.stream)
    arena.order("gm", Cast(combatant="kefka", target="strago"))
    play_out(arena)
    arena.take_back("gm", before)
    assert "ana" in asked(arena).seats
    assert "gm" not in asked(arena).seats
    assert "eve" not in asked(arena).seats


def test_who_has_changed_hands_is_answered_for_by_who_plays_him_now() -> None:
    """And by who played him when he acted."""
    arena, _ = struck()
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    arena.fact(k.SeatAdded(entry=SeatEntry("zoe", "Zoe", "PLAYER")))
    arena.correct("combatants.bo.controller", "zoe")
    arena.take_back("ana")
    assert "ben" in asked(arena).seats, "he has answered"
    assert "zoe" in asked(arena).seats, "he is named by what happened"


def test_events_that_were_undone_do_not_count() -> None:
    """What the GM took back meanwhile is nobody's knowledge any more, and nobody's act."""
    arena = dozen_fight(secret="1")
    arena.order("ana", Load(combatant="run", shots=1))
    loaded = len(arena.stream)
    arena.correct("name", "another fight")
    arena.revert(loaded)
    arena.take_back("ana")
    assert asked(arena).seats == ()
    arena.done()


def test_words_that_sound_like_somebody_hidden_hide_nothing() -> None:
    """Who asks, and why, is read by all, whatever he is called."""
    arena = fantasia_fight(secret="1", lurker=True)
    arena.order("ana", Ready(combatant="strago", trigger="blow"))
    before = len(arena.stream)
    arena.take_back("ana", reason="lurker")
    arena.withdraw("ana")
    assert [r.draft.whole for r in arena.stream[before:]] == [False] * 3


# -- answers
def test_the_last_yes_goes_back_and_keeps_what_lasts() -> None:
    """Each of them must agree; who has sat down meanwhile stays; the dice that fell never come again."""
    arena, before = struck()
    stood = arena.at(before).state
    rolled = arena.events(k.DiceRolled)[-1].faces
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    arena.fact(k.SeatAdded(entry=SeatEntry("zoe", "Zoe", "PLAYER")))
    arena.take_back("ana", reason="sorry")
    request = len(arena.stream) - 2
    arena.consent("ben")
    assert arena.asked_back
    arena.consent("gm")
    back = arena.events(k.Reverted)[-1]
    assert (back.to_version, back.agreed, back.note) == (before, request, "sorry")
    assert arena.stream[-1].draft.seat == "ana"
    assert "zoe" in arena.fight.seats
    assert structs.replace(arena.fight, seats=stood.fight.seats) == with_dice_seen(stood).fight
    arena.done()
    thrown = set()
    for _ in range(6):
        arena.order("ana", LEAVE)
        arena.answer("gm", "yes")
        thrown.add(arena.events(k.DiceRolled)[-1].faces)
        arena.take_back("ana")
        while arena.asked_back:
            arena.consent("gm")
    assert len(thrown | {rolled}) > 2


def test_one_refusal_ends_a_take_back_request() -> None:
    """The others are asked no more, and the fight stands as it stood."""
    arena, _ = struck()
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    stood = arena.state
    arena.take_back("ana")
    waiting = arena.asked_back
    arena.consent("ben", "no")
    assert arena.events(k.TakeBackClosed)[-1].closed == "REFUSED"
    assert arena.state == stood
    with pytest.raises(RuleRefusal) as refused:
        arena.consent("gm", decision=waiting[1].decision)
    assert refused.value.code == "DECISION_CLOSED"


def test_the_gm_answers_for_any_seat() -> None:
    """A seat nobody holds does not hold the table up."""
    arena, _ = struck()
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    arena.take_back("ana")
    bens = next(a.decision for a in arena.asked_back if a.seats == ("ben",))
    arena.consent("gm", decision=bens)
    assert arena.events(k.DecisionAnswered)[-1].how == "GM"
    arena.consent("gm")
    assert names(arena, 0)[-1] == "Reverted"


def test_an_unanswered_take_back_request_is_refused_at_its_deadline() -> None:
    """At the deadline that the table has set."""
    arena, _ = struck()
    arena.fact(k.TakeBacksSet(consent="AFFECTED", seconds=60))
    arena.take_back("ana")
    assert arena.asked_back[0].deadline == 60
    arena.consent(None)
    assert arena.events(k.DecisionAnswered)[-1].how == "DEADLINE"
    assert arena.events(k.TakeBackClosed)[-1].closed == "EXPIRED"


def test_it_is_withdrawn_by_who_asked_and_refused_by_the_gm() -> None:
    """Nobody else ends it."""
    arena, _ = struck()
    arena.take_back("ana")
    with pytest.raises(RuleRefusal) as refused:
        arena.withdraw("ben")
    assert refused.value.code == "NOT_YOURS"
    arena.withdraw("ana")
    assert arena.events(k.TakeBackClosed)[-1].closed == "WITHDRAWN"
    arena.take_back("ana")
    arena.withdraw("gm")
    assert arena.events(k.TakeBackClosed)[-1].closed == "REFUSED"
    with pytest.raises(RuleRefusal):
        arena.withdraw("ana")


# -- the fight goes on
OVERTAKE: dict[str, Callable[[Arena], object]] = {
    "an answer": lambda arena: arena.answer("ana", "no", decision=arena.pending[0].decision),
    "a correction": lambda arena: arena.correct("round", 3),
    "an order taken back": lambda arena: arena.cancel(),
}


@pytest.mark.parametrize("how", OVERTAKE)
def test_a_request_holds_nobody_up(how: str) -> None:
    """What goes on closes it, in nobody's name; it may be asked again."""
    arena, _ = struck()
    arena.take_back("ana")
    before = len(arena.stream)
    OVERTAKE[how](arena)
    closed = next(r for r in arena.stream[before:] if isinstance(r.event, k.TakeBackClosed))
    assert (closed.event.closed, closed.draft.seat) == ("OVERTAKEN", None)
    assert arena.fight.taking_back is None
    assert arena.at(len(arena.stream)).state == arena.state


def test_an_order_of_another_overtakes_a_request_at_rest() -> None:
    """The end of the request stands before the order, so the order's base is without it."""
    arena = dozen_fight(secret="1")
    arena.fact(k.TakeBacksSet(consent="ALWAYS"))
    arena.order("ana", Load(combatant="run", shots=1))
    before = len(arena.stream)
    arena.take_back("ana")
    arena.order("gm", March(combatant="arch2", path=(dozen.GROUND[3],)))
    assert names(arena, before)[2:4] == ["TakeBackClosed", "CommandAccepted"]
    assert arena.stream[-1].draft.seat == "gm"
    assert arena.at(len(arena.stream)).state == arena.state


def test_a_refused_order_overtakes_nothing() -> None:
    """Nothing is appended, so the request waits still."""
    arena, _ = struck()
    arena.take_back("ana")
    before = len(arena.stream)
    with pytest.raises(RuleRefusal):
        arena.order("ben", LEAVE)
    with pytest.raises(RuleRefusal):
        arena.answer("ana", "perhaps", decision=arena.pending[0].decision)
    assert len(arena.stream) == before
    assert arena.asked_back


def test_the_gm_goes_back_by_force_at_once() -> None:
    """Whatever is asked: the revert closes the request by going behind it, or says so where it waited there too."""
    arena, before = struck()
    arena.take_back("ana")
    waiting = len(arena.stream)
    arena.revert(before)
    assert arena.fight.taking_back is None
    arena.revert(waiting)
    assert names(arena, 0)[-2:] == ["Reverted", "TakeBackClosed"]
    assert arena.fight.taking_back is None
    arena.revert(waiting - 1, Correct(path="round", value=7))
    assert (arena.fight.taking_back, arena.fight.round) == (None, 7)
    play_out(arena)
    arena.done()
    proven(arena)


def test_a_pause_stops_a_request_and_ends_it_not() -> None:
    """Nothing is answered while the clock stands."""
    arena, _ = struck()
    arena.take_back("ana")
    arena.fact(k.Paused())
    for attempt in (lambda: arena.consent("gm"), lambda: arena.withdraw("ana"), lambda: arena.take_back("ben", 3)):
        with pytest.raises(RuleRefusal) as refused:
            attempt()
        assert refused.value.code == "PAUSED"
    arena.fact(k.Resumed())
    arena.consent("gm")
    assert names(arena, 0)[-1] == "Reverted"


def test_a_take_back_works_although_rules_fail() -> None:
    """Rules that fail always cannot hold it up."""
    arena, before = struck()

    class Broken(Saari):
        def play(self, order: Order, table: Table[Any]) -> None:
            raise AssertionError("no rule is run")

    arena.book = Rulebook(Broken())
    arena.take_back("ana")
    arena.consent("gm")
    assert arena.state == with_dice_seen(arena.at(before).state)


# -- what is refused
def refused_of(arena: Arena, seat: str, to: int | None = None) -> RuleRefusal:
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as refused:
        arena.take_back(seat, to)
    assert len(arena.stream) == before
    return refused.value


def test_a_version_that_cannot_be_meant_is_refused() -> None:
    """Beyond the head, the head itself, inside an order, behind another's act, before anything."""
    arena, before = struck()
    head = len(arena.stream)
    for to in (head, head + 1, 0):
        assert refused_of(arena, "ana", to).reason == f"take back to a version from 1 to {head - 1}"
    inside = refused_of(arena, "ana", before + 2)
    assert inside.reason == f"version {before + 2} lies inside an order: take back to {before}, where it began"
    assert "what another brought about" in refused_of(arena, "ana", before + 3).reason
    assert "what another brought about" in refused_of(arena, "ben", before + 2).reason
    assert "what another brought about" in refused_of(arena, "ben", before).reason
    assert refused_of(arena, "ben").reason == "you have done nothing that could be taken back"
    assert refused_of(arena, "eve").code == "NOT_YOURS"


def test_a_version_that_was_taken_back_itself_is_refused() -> None:
    """What an undone branch held comes back by no consent: that would do it again, not take it back."""
    arena = dozen_fight(secret="1")
    start = len(arena.stream)
    arena.order("ana", Load(combatant="run", shots=1))
    first = len(arena.stream)
    arena.order("ana", STEP_ASIDE)
    arena.revert(start)
    arena.order("ana", Load(combatant="run", shots=1))
    for gone in (start + 1, first, first + 1):
        assert "was taken back itself" in refused_of(arena, "ana", gone).reason
    arena.take_back("ana", start)
    assert arena.state == with_dice_seen(arena.at(start).state)


def test_a_fork_takes_back_to_where_it_began() -> None:
    """What lies before is the parent's; whoever acted there has done nothing here yet."""
    arena = dozen_fight(secret="1")
    arena.order("ana", Load(combatant="run", shots=1))
    branch = fork(arena, len(arena.stream), "branch")
    start = len(branch.stream)
    assert refused_of(branch, "ana").reason == "you have done nothing that could be taken back"
    branch.order("ana", STEP_ASIDE)
    assert "is the parent's" in refused_of(branch, "ana", start - 1).reason
    branch.take_back("ana")
    assert branch.state == with_dice_seen(branch.at(start).state)


def test_a_fork_begins_without_its_parents_request() -> None:
    """Also where it begins in the middle of one."""
    arena, _ = struck()
    before = len(arena.stream)
    arena.take_back("ana")
    arena.consent("gm", "no")
    arena.take_back("ana")
    arena.answer("ana", "no", decision=arena.pending[0].decision)
    for at in range(before + 1, len(arena.stream) + 1):
        branch = fork(arena, at, "branch")
        assert branch.fight.taking_back is None
        play_out(branch)
        branch.done()
        branch.stream[at] = structs.replace(
            branch.stream[at],
            draft=structs.replace(
                branch.stream[at].draft,
                event=structs.replace(branch.stream[at].event, parent_hash=branch.stream[at - 1].hash),
            ),
        )
        proven(branch)


def test_after_the_end_nothing_is_taken_back() -> None:
    """The secret is out: one forks."""
    arena, _ = struck()
    arena.take_back("ana")
    waiting = arena.asked_back[0].decision
    arena.fact(k.EncounterEnded(reason="late", result="", dice_secret="", hidden_secret=""))
    assert arena.fight.taking_back is None
    assert refused_of(arena, "ana").code == "ENDED"
    with pytest.raises(RuleRefusal) as refused:
        arena.consent("gm", decision=waiting)
    assert refused.value.code == "ENDED"


def test_one_request_at_a_time() -> None:
    """The second seat waits."""
    arena, _ = struck()
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    arena.take_back("ana")
    assert refused_of(arena, "ben").reason.startswith("ana asks to take back already")
    arena.consent("ben", "no")
    arena.take_back("ben")
    assert asked(arena).by == "ben"


def test_only_who_is_asked_answers() -> None:
    """Not the asker, not a spectator, not another player; and only yes or no."""
    arena, _ = struck()
    arena.take_back("ana")
    decision = arena.asked_back[0].decision
    for seat in ("ana", "ben", "eve"):
        with pytest.raises(RuleRefusal) as refused:
            arena.consent(seat, decision=decision)
        assert refused.value.code == "NOT_YOURS"
    with pytest.raises(RuleRefusal) as refused:
        arena.consent("gm", "perhaps")
    assert refused.value.field == "choice.key"
    past = arena.past(arena.fight.taking_back.to)
    assert past is not None
    with pytest.raises(RuleRefusal):
        takeback.consent(arena.book, arena.position, "gm", decision, None, past, arena._circumstances("gm", ()))


def test_a_take_back_is_limited_to_the_newest_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Farther goes only the GM; and what is offered by that is not refused."""
    arena, before = struck()
    monkeypatch.setattr(takeback, "FARTHEST", len(arena.stream) - before)
    assert takeback.default_target(arena.fight, "ana", len(arena.stream)) == before
    monkeypatch.setattr(takeback, "FARTHEST", len(arena.stream) - before - 1)
    assert takeback.default_target(arena.fight, "ana", len(arena.stream)) is None
    assert "farther goes only the GM" in refused_of(arena, "ana").reason


# -- what the table does
@pytest.mark.parametrize(
    ("consent", "quiet", "loud"),
    [
        ("AFFECTED", (), ("ben", "gm")),
        ("ALWAYS", ("gm",), ("ben", "gm")),
        ("GM", ("gm",), ("gm",)),
    ],
)
def test_a_table_says_whom_it_asks(consent: TakeBackConsent, quiet: tuple[str, ...], loud: tuple[str, ...]) -> None:
    """quiet: for what concerns nobody else; loud: for what does."""
    arena = dozen_fight(secret="1")
    arena.fact(k.TakeBacksSet(consent=consent))
    arena.order("ana", Load(combatant="run", shots=1))
    arena.take_back("ana")
    assert asked(arena).seats == quiet
    arena, _ = struck()
    arena.fact(k.TakeBacksSet(consent=consent))
    arena.answer("ben", "yes", decision=arena.pending[1].decision)
    arena.take_back("ana")
    assert asked(arena).seats == loud


def test_a_table_may_allow_none() -> None:
    """It is not offered either; the GM may ask all the same."""
    arena, before = struck()
    arena.fact(k.TakeBacksSet(consent="NEVER"))
    assert takeback.default_target(arena.fight, "ana", len(arena.stream)) is None
    assert refused_of(arena, "ana").code == "NOT_YOURS"
    arena.take_back("gm", before)
    assert asked(arena).by == "gm"


def test_a_typed_die_can_be_taken_back_by_who_typed_it() -> None:
    """To its question: mistyped faces are typed again, with the GM's leave."""
    arena = saari_fight(physical=True)
    arena.order("ana", LEAVE)
    arena.answer("gm", "yes")
    roll = next(a for a in arena.pending if a.kind == "Roll")
    seat, waiting = roll.seats[0], len(arena.stream)
    faces = (1,) * int(str(roll.question["dice"]).partition("d")[0])
    arena.answer(seat, faces=faces, decision=roll.decision)
    assert arena.fight.last_acts[seat] == waiting
    arena.take_back(seat)
    assert ("gm" in asked(arena).seats) == (seat != "gm")
    while arena.asked_back:
        arena.consent("gm")
    assert [a.decision for a in arena.pending if a.kind == "Roll"] == [roll.decision]


def test_a_system_cannot_ask_by_this_name() -> None:
    """The kind of the question is the kernel's."""

    class Other(Saari):
        questions = (type("TakeBack", (Saari.questions[0],), {"__module__": __name__}), *Saari.questions[1:])

    with pytest.raises(RegistrationError, match="TakeBack"):
        Rulebook(Other())


def test_the_way_back_is_the_live_one() -> None:
    """Versions since another, along jumps; none where that one was jumped over."""
    jumps = [Jump(6, 3), Jump(9, 7, kept=(8,))]
    assert live_since(jumps, 3, 5) == [4, 5]
    assert live_since(jumps, 3, 10) == [7, 8, 10]
    assert live_since(jumps, 6, 10) == [7, 8, 10]
    assert live_since(jumps, 9, 10) == [10]
    assert live_since(jumps, 10, 10) == []
    for gone in (4, 5, 8):
        assert live_since(jumps, gone, 10) is None


# -- generated play
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", FIGHTS)
def test_play_with_take_backs_at_every_stop_folds_and_is_played_again(name: str, seed: int) -> None:
    """Whatever comes of them: the stream folds to the state, and the audit makes every event again."""
    rng = random.Random(seed)
    arena = maker(name)(rng)
    asks = 0
    for _ in range(16):
        if arena.pending:
            laws.answer_somehow(arena, rng)
        else:
            choice = laws.some_order(arena, rng)
            if choice is None:
                break
            arena.order(*choice)
        laws.ask_back(arena, rng, silence=False)
        laws.stands_as_folded(arena)
        asks = len(arena.events(k.TakeBackAsked))
    assert asks > 2
    proven(arena)


@pytest.mark.parametrize(
    "forge",
    [
        lambda event: structs.replace(event, known=()),
        lambda event: structs.replace(event, everything=()),
        lambda event: structs.replace(event, seats=("ben", "gm")),
        lambda event: structs.replace(event, to_version=event.to_version - 1),
        lambda event: structs.replace(event, by="ben"),
    ],
    ids=["known", "everything", "seats", "version", "by"],
)
def test_a_forged_request_is_caught(forge: Callable[[k.TakeBackAsked], k.TakeBackAsked]) -> None:
    """The audit computes what became known, and whom it concerned, again."""
    arena, _ = struck()
    arena.take_back("ana")
    arena.consent("gm")
    at = next(i for i, r in enumerate(arena.stream) if isinstance(r.event, k.TakeBackAsked))
    recorded = arena.stream[at]
    events = list(arena.stream)
    events[at] = structs.replace(recorded, draft=structs.replace(recorded.draft, event=forge(recorded.event)))
    verdict = replay(arena.book, events, explain=True, progress=lambda events: None).verdict
    assert (verdict.state, verdict.version) == ("BROKEN", at + 1)


def test_a_revert_that_only_claims_consent_is_caught() -> None:
    """Nobody agreed; and an order that leaves a request open behind it never was played by these rules."""
    arena, before = struck()
    arena.revert(before)
    claimed = structs.replace(arena.stream[-1].event, agreed=3)
    events = [
        *arena.stream[:-1],
        structs.replace(arena.stream[-1], draft=structs.replace(arena.stream[-1].draft, event=claimed)),
    ]
    assert replay(arena.book, events, progress=lambda events: None).verdict.state == "BROKEN"


def test_what_eve_reads_of_a_request_is_the_public_part() -> None:
    """A spectator reads who asks and who is asked, and no fact that she has not seen."""
    arena, _ = struck()
    arena.take_back("ana")
    told = str(reads(arena, "eve")[-2:])
    assert "ANSWERED" in told
    assert "SHOWN" not in told
