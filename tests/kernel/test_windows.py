"""Preferences, policies, several seats asked at once, sealed answers, and questions inside questions."""

from __future__ import annotations

import itertools
import random
from typing import Any, ClassVar

import msgspec
import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as k
from engine.kernel.state.decisions import Field, Offer, Question, Visibility
from engine.kernel.state.fight import Asked, Fight
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Draft
from engine.kit.testing.picks import offered, pick
from engine.store.chain import digest, link
from tests.kernel.test_trail import LEAVE, Plain, ask, bent
from tests.support.fights.arena import Arena
from tests.support.fights.exports import export, proven, reads, sealed
from tests.support.slices.common import yes_or_no
from tests.support.slices.dozen import GROUND, Load, March, squares
from tests.support.slices.fantasia import Cast
from tests.support.slices.minis import EndRound, Melee
from tests.support.slices.ready import FIGHTS, dozen_fight, fantasia_fight, find, minis_fight, play_out, saari_fight

MELEE = Melee(combatant="ogre", target="knight")
CAST = Cast(combatant="kefka", target="strago")
STANCES = ("head", "thrust", "parry")


# -- answers at once
@pytest.mark.parametrize("name", FIGHTS)
def test_answers_at_once_are_those_by_hand(name: str) -> None:
    """The same events, sealed windows and questions inside questions too: only that no rule stops for them."""
    waited = {"by hand": 0, "at once": 0}
    for seed in range(8):

        def given(fight: Fight, asked: Asked, seed: int = seed) -> tuple[str, str, dict[str, Any]]:
            offer = random.Random(f"{seed} {asked.decision}").choice(asked.offers)
            return asked.seats[0], offer.key, {f.name: pick(f, random.Random(asked.decision)) for f in offer.fields}

        arenas = {way: FIGHTS[name](secret=f"at once {seed}", life=6) for way in waited}
        arenas["at once"].at_once = given
        rng, first = random.Random(seed), arenas["by hand"]
        for _ in range(8):
            seat, offer = rng.choice(offered(first.book, first.state))
            for way, arena in arenas.items():
                arena.order(seat, offer.body)
                while arena.pending:
                    waited[way] += 1
                    asked = arena.pending[0]
                    try:
                        whose, key, picks = given(arena.fight, asked)
                        arena.answer(whose, key, picks, decision=asked.decision)
                    except RuleRefusal:
                        arena.answer(asked.seats[0], asked.default, decision=asked.decision)
            assert arenas["at once"].stream == first.stream
    assert waited["at once"] < waited["by hand"]


def test_an_answer_at_once_that_is_refused_leaves_the_question_open() -> None:
    """As a preference that is refused does."""

    def rule(table: Table[Any]) -> None:
        if ask(table):
            raise RuleRefusal("not today")

    arena = bent(rule)
    arena.at_once = lambda fight, asked: (asked.seats[0], "yes", {})
    arena.order("ana", LEAVE)
    assert [a.kind for a in arena.pending] == ["Plain"]
    assert not arena.events(k.DecisionAnswered)
    arena.answer("ana", "no")
    arena.done()


def test_a_rule_stops_where_no_immediate_answer_comes() -> None:
    """Of a deep chain the first two questions are answered as they open; the rule stops at the third."""
    arena, asked_for = saari_fight(secret="3"), []

    def given(fight: Fight, asked: Asked) -> tuple[str, str, dict[str, Any]] | None:
        asked_for.append(asked.kind)
        return (asked.seats[0], asked.offers[-1].key, {}) if len(asked_for) < 3 else None

    arena.at_once = given
    arena.order("ana", LEAVE)
    assert arena.pending[0].kind == asked_for[-1]
    assert len(asked_for) == 3
    assert [(e.choice, e.how) for e in arena.events(k.DecisionAnswered)] == [("yes", "HAND")] * 2
    play_out(arena)
    arena.done()


# -- preferences and policy
def test_a_preference_set_while_its_question_is_open_changes_nothing() -> None:
    """Preferences are read once, as the question opens: the answer by hand still counts when the order runs again."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    arena.preferences["gm FreeStrike"] = "never"
    arena.answer("gm", "yes")
    assert any(e.why == "defence" for e in arena.events(k.DiceRolled))
    play_out(arena)
    arena.done()


def test_a_preference_withdrawn_later_still_stands_in_the_trail() -> None:
    """What a preference answered is recorded like an answer by hand."""
    arena = saari_fight()
    arena.preferences["gm FreeStrike"] = "always"
    arena.order("ana", LEAVE)
    first = arena.events(k.DecisionAnswered)[0]
    assert (first.choice, first.how) == ("yes", "PREFERENCE")
    arena.preferences.clear()
    play_out(arena)
    assert arena.events(k.DecisionAnswered)[0] == first
    arena.done()


def test_never_takes_the_default_without_stopping() -> None:
    """A march under the eyes of seats that never react is one step."""
    arena = dozen_fight()
    arena.preferences |= {"ben React": "never", "gm React": "never"}
    arena.order("ana", March(combatant="run", path=GROUND[:3]))
    assert not arena.pending
    assert {e.choice for e in arena.events(k.DecisionAnswered)} == {"pass"}
    arena.done()


def test_always_refused_by_the_rule_asks_the_seat_after_all() -> None:
    """The refused answer of the preference is not recorded; its question stands open."""

    def rule(table: Table[Any]) -> None:
        table.change("aino", "moves", -1, rule="T-1")
        if ask(table) and table.state.fight.combatants["aino"].vitals["mind"].now < 1:
            raise RuleRefusal("no mind point is left")

    arena = bent(rule)
    arena.correct("combatants.aino.vitals.mind.now", 0)
    arena.preferences["ana Plain"] = "always"
    arena.order("ana", LEAVE)
    assert [a.kind for a in arena.pending] == ["Plain"]
    assert arena.hp("aino", "moves") == 3
    arena.answer("ana", "no")
    arena.done()


def test_faces_sent_ahead_do_not_count_where_always_was_refused() -> None:
    """The seat is asked after all, so no roll takes them: they are typed again when it comes to that."""

    def rule(table: Table[Any]) -> None:
        if ask(table):
            raise RuleRefusal("not today")
        table.roll("1d6", by="aino", why="luck", rule="T-1")

    arena = saari_fight(physical=True)
    arena.book = bent(rule).book
    arena.preferences["ana Plain"] = "always"
    arena.order("ana", LEAVE, faces=(4,))
    assert [a.kind for a in arena.pending] == ["Plain"]
    assert not arena.events(k.DiceRolled)


def test_a_preference_does_not_answer_for_several_seats() -> None:
    """Where any of several seats may answer, a preference of one of them answers nothing."""

    def rule(table: Table[Any]) -> None:
        table.ask(("ana", "ben"), Plain(about="aino", offers=yes_or_no("T-1")), rule="T-1")

    arena = bent(rule)
    arena.preferences["ana Plain"] = "always"
    arena.order("ana", LEAVE)
    assert arena.pending[0].seats == ("ana", "ben")
    arena.answer("ben", "no")
    arena.done()


def test_a_kind_never_asked_at_this_table_leaves_no_event() -> None:
    """The default is taken in silence; the policy stands in the state, for everybody to see."""
    arena = saari_fight()
    for kind in ("Parry", "MindPoint", "FreeStrike"):
        arena.fact(k.PolicySet(kind=kind, asked=False))
    before = len(arena.stream)
    arena.order("ana", LEAVE)
    assert not arena.pending
    assert not [r for r in arena.stream[before:] if isinstance(r.event, k.DecisionOpened)]
    assert arena.book.seen(arena.state, None).fight.policy["Parry"].asked is False
    arena.done()


def test_a_policy_set_while_a_question_is_open_counts_from_there_on() -> None:
    """The open question stays open; the next of its kind is no longer asked, on every later run."""
    arena = dozen_fight()
    arena.order("ana", March(combatant="run", path=GROUND[:3]))
    window = arena.pending
    arena.fact(k.PolicySet(kind="React", asked=False))
    assert arena.pending == window
    for asked in window:
        arena.answer(asked.seats[0], "hold", decision=asked.decision)
    assert not arena.pending
    assert len(arena.events(k.DecisionOpened)) == len(window)
    arena.done()


def test_sealed_questions_are_asked_whatever_the_policy() -> None:
    """Who never chooses in a simultaneous choice has given his choice away."""
    arena = minis_fight()
    arena.fact(k.PolicySet(kind="Stance", asked=False))
    arena.order("ana", MELEE)
    assert len(arena.pending) == 2


def test_a_window_of_two_kinds_heeds_the_policy_of_each() -> None:
    """A kind that is never asked takes its default also beside another that is."""

    class Other(Plain, frozen=True, kw_only=True):
        """Another kind."""

    def rule(table: Table[Any]) -> None:
        asks: list[tuple[Any, Plain]] = [
            ("ana", Plain(about="aino", offers=yes_or_no("T-1"))),
            ("ben", Other(about="bo", offers=yes_or_no("T-1"))),
        ]
        replies = table.ask_all(asks, rule="T-1")
        table.change("aino", "life", -1 if [r.yes for r in replies] == [True, False] else -2, rule="T-1")

    for never in ("Other", None):
        arena = bent(rule)
        if never:
            arena.fact(k.PolicySet(kind=never, asked=False))
        arena.order("ana", LEAVE)
        assert [a.kind for a in arena.pending] == (["Plain"] if never else ["Plain", "Other"])
        arena.answer("ana", "yes")
        if arena.pending:
            arena.answer("ben", "no")
        assert arena.hp("aino", "life") == 5
        arena.done()


def test_a_rule_learns_whether_its_table_asks() -> None:
    """So it can leave out what it would make for the question alone. What is sealed is asked at every table."""

    class Sealed(Plain, frozen=True, kw_only=True):
        """A kind that the table's policy does not touch."""

        visibility: ClassVar[Visibility] = Visibility.SEALED

    def rule(table: Table[Any]) -> None:
        told = "".join("y" if table.asks(kind) else "n" for kind in (Plain, Sealed))
        table.change("aino", "life", {"yy": -1, "ny": -2}[told], rule="T-1")

    for never, life in (((), 5), (("Plain", "Sealed"), 4)):
        arena = bent(rule)
        for kind in never:
            arena.fact(k.PolicySet(kind=kind, asked=False))
        arena.order("ana", LEAVE)
        assert arena.hp("aino", "life") == life
        arena.done()


def test_a_hidden_question_is_known_to_nobody_but_the_asked_seat_and_the_game_master() -> None:
    """Others see neither that it is asked, nor that it is answered, and nothing of it in the state."""

    class Whispered(Plain, frozen=True, kw_only=True):
        """A kind that only those concerned know of."""

        visibility: ClassVar[Visibility] = Visibility.HIDDEN

    def rule(table: Table[Any]) -> None:
        yes = table.ask("ben", Whispered(about="bo", offers=yes_or_no("T-1")), rule="T-1").yes
        table.change("aino", "life", -1 if yes else -2, rule="T-1")

    arena = bent(rule)
    arena.order("ana", LEAVE)
    (asked,) = arena.pending
    for seat, sees in (("ben", True), ("gm", True), ("ana", False), (None, False)):
        opened = arena.book.seen(arena.state, seat).fight.open
        assert opened is not None
        assert (opened.window is not None) is sees
        assert arena.book.sees_asked(arena.fight, asked, seat) is sees
    arena.answer("ben", "yes")
    told = [r.draft for r in arena.stream if isinstance(r.event, (k.DecisionOpened, k.DecisionAnswered))]
    assert [(draft.whole, draft.to) for draft in told] == [(True, ("gm", "ben"))] * 2
    assert arena.hp("aino", "life") == 5
    arena.done()


def test_pace_and_deadline_of_a_table_stand_in_the_question() -> None:
    """A paced kind waits for its time: preferences do not answer it as it opens."""
    arena = saari_fight()
    arena.fact(k.PolicySet(kind="FreeStrike", asked=True, pace=5, seconds=30))
    arena.preferences["gm FreeStrike"] = "never"
    arena.order("ana", LEAVE)
    (asked,) = arena.pending
    assert (asked.pace, asked.deadline) == (5, 30)
    arena.answer(None)
    assert arena.events(k.DecisionAnswered)[0].how == "DEADLINE"
    assert arena.events(k.DecisionAnswered)[0].choice == "no"


def test_a_pace_set_while_a_question_is_open_is_for_the_next_one() -> None:
    """The open question keeps the deadline it was opened with, on every later run."""
    arena = dozen_fight(archers=2)
    arena.order("ana", March(combatant="run", path=GROUND[:1]))
    arena.fact(k.PolicySet(kind="React", asked=True, pace=5, seconds=30))
    for asked in arena.pending:
        assert (asked.pace, asked.deadline) == (0, None)
        arena.answer(asked.seats[0], "hold", decision=asked.decision)
    assert {(asked.pace, asked.deadline) for asked in arena.pending} == {(5, 30)}
    play_out(arena)
    arena.done()


def test_without_a_policy_there_is_no_deadline() -> None:
    """Nobody is hurried unless rules or table say so."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    assert (arena.pending[0].pace, arena.pending[0].deadline) == (0, None)


def test_the_gm_answers_for_any_seat_and_it_is_told() -> None:
    """His answer is recorded as his; another player's is refused."""
    arena = fantasia_fight(faces=(3, 3, 4, 4))
    arena.order("gm", CAST)
    (asked,) = arena.pending
    assert asked.seats == ("ben",)
    with pytest.raises(RuleRefusal) as refused:
        arena.answer("ana", "yes", decision=asked.decision)
    assert refused.value.code == "NOT_YOURS"
    arena.answer("gm", "no")
    assert arena.events(k.DecisionAnswered)[0].how == "GM"


def test_a_question_to_a_missing_seat_goes_to_the_gm() -> None:
    """Seats that are not there do not answer."""

    def rule(table: Table[Any]) -> None:
        ask(table, "zoe")

    arena = bent(rule)
    arena.order("ana", LEAVE)
    assert arena.pending[0].seats == ("gm",)


# -- several at once
def both(arena: Arena) -> tuple[int, int]:
    arena.order("ana", MELEE)
    ogre, knight = arena.pending
    return ogre.decision, knight.decision


def test_answers_come_in_any_order_and_a_late_one_hits_nothing() -> None:
    """A decision is answered once; its id never means another one."""
    arena = minis_fight()
    ogre, knight = both(arena)
    arena.answer("ben", "head", decision=knight)
    assert [a.decision for a in arena.pending] == [ogre]
    with pytest.raises(RuleRefusal) as twice:
        arena.answer("ben", "parry", decision=knight)
    arena.answer("ana", "thrust", decision=ogre)
    with pytest.raises(RuleRefusal) as late:
        arena.answer("ana", "head", decision=ogre)
    assert {twice.value.code, late.value.code} == {"DECISION_CLOSED"}
    assert (twice.value.reason, twice.value.rule) == ("this choice is committed already", "MN-OPEN-01")
    assert "committed" not in late.value.reason
    assert arena.hp("knight", "life") == 6
    arena.done()


def test_nothing_is_ordered_while_a_window_is_open() -> None:
    """Only its answers, and what no command makes."""
    arena = minis_fight()
    both(arena)
    with pytest.raises(RuleRefusal) as refused:
        arena.order("gm", EndRound(round=1))
    assert refused.value.code == "DECISION_OPEN"


def test_a_correction_and_a_revert_between_two_answers() -> None:
    """The correction counts; after the revert the first answer still stands, and the other is open again."""
    arena = minis_fight()
    ogre, knight = both(arena)
    arena.answer("ben", "head", decision=knight)
    between = len(arena.stream)
    arena.correct("combatants.ogre.vitals.life.now", 4)
    arena.answer("ana", "thrust", decision=ogre)
    assert (arena.hp("ogre", "life"), arena.hp("knight", "life")) == (4, 6)
    arena.revert(between)
    assert [a.decision for a in arena.pending] == [ogre]
    assert (arena.hp("ogre", "life"), arena.hp("knight", "life")) == (9, 9)
    arena.answer("ana", "parry", decision=ogre)
    assert (arena.hp("ogre", "life"), arena.hp("knight", "life")) == (6, 9)
    arena.done()


def test_a_revert_between_two_openings_of_a_window_opens_the_rest() -> None:
    """The first question is the one recorded, the second is asked anew; both belong to one window."""
    arena = minis_fight()
    ogre, knight = both(arena)
    arena.revert(ogre)
    first, second = arena.pending
    assert first.decision == ogre
    assert second.decision > knight
    arena.answer("ben", "parry")
    arena.answer("ana", "thrust")
    assert arena.hp("ogre", "life") == 6
    arena.done()


def test_faces_are_refused_with_an_answer_that_others_must_follow() -> None:
    """No dice fall before all answers are in."""
    arena = minis_fight(physical=True)
    ogre, _ = both(arena)
    with pytest.raises(RuleRefusal) as refused:
        arena.answer("ana", "head", decision=ogre, faces=(50,))
    assert refused.value.code == "FACES"


def test_an_answer_that_cannot_be_read_is_refused_at_once_in_a_window_of_several() -> None:
    """The seat that gave it is refused, not the one that answers last."""
    arena = dozen_fight()
    arena.order("ana", March(combatant="run", path=GROUND[:1]))
    ben = next(a for a in arena.pending if a.seats == ("ben",))
    before = len(arena.stream)
    for picks in ({"figures": [True]}, {"figures": ["arch0", "arch0"]}, {"figures": []}, {"hold": True}):
        with pytest.raises(RuleRefusal):
            arena.answer("ben", "shoot", picks, decision=ben.decision)
    assert len(arena.stream) == before


# -- sealed
def crack(arena: Arena, decision: int) -> list[str]:
    """The stances that the hashes which Ben holds would confirm, if trying them all worked."""
    lines = export(sealed(arena), "ben")
    at = next(i for i, line in enumerate(lines) if line.version == arena.stream[-1].version)
    line, previous = lines[at], lines[at - 1].hash
    recorded = arena.stream[-1]
    found = []
    for stance in STANCES:
        for how in ("HAND", "GM", "DEADLINE", "PREFERENCE"):
            guess = k.DecisionAnswered(decision=decision, choice=stance, picks={}, how=how)  # type: ignore[arg-type]
            draft = Draft(guess, recorded.draft.rule, "ana", recorded.draft.command, ("ana",), False)
            _, secret = arena.book.codec.encode(recorded.version, recorded.time, draft)
            if digest("", secret) == line.digest or link(previous, line.public, digest("", secret)) == line.hash:
                found.append(stance)
    return found


def test_no_hash_gives_a_sealed_answer_away() -> None:
    """Ben tries all three stances against the digest and against the chain; none fits, and he can prove his view."""
    arena = minis_fight()
    ogre, _ = both(arena)
    arena.answer("ana", "thrust", decision=ogre)
    assert crack(arena, ogre) == []
    entries = sealed(arena)
    assert proven(export(entries, "ben"))
    assert proven(export(entries, None))
    assert export(entries, "ana")[-1].secret is not None


@pytest.mark.parametrize("seat", ["gm", "ben", "eve", None])
def test_a_sealed_answer_is_its_own_seats_alone(seat: str | None) -> None:
    """Three worlds that differ in it read alike, also for a GM who plays the other side; in the state it is not."""
    worlds = []
    for stance in STANCES:
        arena = minis_fight(knight=None)
        ogre, _ = both(arena)
        arena.answer("ana", stance, decision=ogre)
        assert msgspec.json.encode(stance) in reads(arena, "ana")[-1]
        worlds.append((reads(arena, seat), arena.state, [line.public for line in export(sealed(arena), seat)]))
    assert worlds[0] == worlds[1] == worlds[2]


def test_sealed_answers_are_revealed_together() -> None:
    """When the window is in, one event tells them all, to everybody."""
    arena = minis_fight()
    ogre, knight = both(arena)
    arena.answer("ana", "thrust", decision=ogre)
    assert not arena.events(k.AnswersRevealed)
    arena.answer("ben", "parry", decision=knight)
    (revealed,) = arena.events(k.AnswersRevealed)
    assert revealed.answers == {
        str(ogre): {"choice": "thrust", "picks": {}},
        str(knight): {"choice": "parry", "picks": {}},
    }
    assert b'"thrust"' in b"".join(reads(arena, "eve"))


def test_sealed_picks_are_played_as_they_were_given() -> None:
    """Fields of a sealed answer come back from the stream when the order runs again."""
    arena = minis_fight(physical=True)
    arena.order("gm", EndRound(round=1))
    arena.answer("ana", "these", {"figures": ["ogre"]})
    arena.answer("ben", "these", {"figures": []})
    arena.answer("gm", "these", {"figures": ["rat"]})
    assert arena.pending[0].question == {"dice": "1d2", "by": "gm", "why": "order", "among": ["ogre", "rat"]}
    arena.answer("gm", faces=(2,))
    assert arena.fight.turn_order == ("rat", "ogre")
    arena.done()


# -- who is asked does not betray
@pytest.mark.parametrize("seat", ["ben", "eve", None])
@pytest.mark.parametrize("preference", ["ask", "never", "always"])
def test_a_secret_trigger_is_not_betrayed_by_who_is_asked(seat: str | None, preference: str) -> None:
    """Two worlds in which Strago waits for a spell, or for a blow: Ben, who is not on his side, reads the same."""
    worlds = []
    for trigger in ("cast", "blow"):
        arena = fantasia_fight(trigger=trigger)
        arena.correct("combatants.relm.side", "c")
        if preference == "never":
            arena.preferences["ana FireNow"] = preference
        arena.order("gm", CAST)
        while arena.pending:
            arena.answer(arena.pending[0].seats[0])
        worlds.append((reads(arena, seat)[4:], msgspec.json.encode(arena.book.seen(arena.state, seat).fight)))
    assert worlds[0] == worlds[1]


def test_who_has_no_fitting_trigger_is_asked_and_finds_the_default_alone() -> None:
    """Strago waits for a blow: the question comes all the same; shooting is not among its offers."""
    arena = fantasia_fight(trigger="blow")
    arena.order("gm", CAST)
    arena.answer("ben", "no")
    (asked,) = arena.pending
    assert (asked.seats, [o.key for o in asked.offers]) == (("ana",), ["no"])
    with pytest.raises(RuleRefusal):
        arena.answer("ana", "yes")


def test_offers_of_a_private_question_are_for_its_seat_and_the_gm() -> None:
    """Others see that it is asked, of whom, and by which rule."""
    arena = fantasia_fight()
    arena.order("gm", CAST)
    shown = {seat: arena.book.seen(arena.state, seat).fight.window.asked[0] for seat in ("gm", "ben", "ana", None)}
    assert shown["gm"] == shown["ben"] == arena.pending[0]
    for seat in ("ana", None):
        assert (shown[seat].offers, shown[seat].question, shown[seat].default) == ((), {}, "")
        assert (shown[seat].seats, shown[seat].kind, shown[seat].rule) == (("ben",), "FireNow", "FF-READY-01")


# -- nested
def test_a_reaction_inside_a_reaction_names_all_that_it_interrupts() -> None:
    """Cast > readied shot > cover: outermost first; what was left is not named any more."""
    arena = fantasia_fight()
    arena.order("ana", Cast(combatant="strago", target="kefka"))
    assert [i.what for i in arena.pending[0].interrupts] == ["cast"]
    arena.answer("ben", "yes")
    (cover,) = arena.pending
    assert cover.kind == "Cover"
    assert [(i.what, i.by) for i in cover.interrupts] == [("cast", "strago"), ("readied shot", "relm")]
    play_out(arena)
    assert arena.fight.open is None
    arena.done()


def test_a_reaction_can_break_what_it_interrupts() -> None:
    """A readied shot that hits and breaks the concentration ends the spell before it costs anything."""
    arena = fantasia_fight(faces=(6, 6, 1, 1))
    arena.order("gm", CAST)
    arena.answer("ben", "yes")
    assert arena.hp("kefka", "magic") == 9
    assert arena.hp("kefka", "life") == 17
    arena.done()


def test_the_default_of_every_question_of_a_long_march_is_legal() -> None:
    """Whatever was chosen before, the default goes through: twenty marches with other choices before it."""
    for seed in range(20):
        rng = random.Random(seed)
        arena = dozen_fight(secret=str(seed))
        arena.order("ana", March(combatant="run", path=tuple(rng.choice(GROUND) for _ in range(3))))
        while arena.pending:
            asked = rng.choice(arena.pending)
            key = rng.choice([asked.default, rng.choice(asked.offers).key])
            arena.answer(asked.seats[0], key, decision=asked.decision)
        arena.done()


def test_a_failed_charge_is_answered_once() -> None:
    """One window, after the squares that were walked; not one per square."""

    def short(secret: str) -> Arena | None:
        arena = dozen_fight(archers=2, bog=True, secret=secret)
        arena.order("ana", March(combatant="run", path=GROUND[:3], target="arch0"))
        play_out(arena)
        return arena if len(arena.events(k.Moved)) == 1 else None

    arena = find(short)
    assert [e.of for e in arena.events(k.DecisionOpened)] == [2, 2]
    assert arena.hp("arch0", "life") == 3


def test_every_combination_of_reactions_of_one_window_is_played() -> None:
    """Two seats, three choices each: nine ways, each accepted whole."""
    for first, second in itertools.product(("pass", "hold", "shoot"), repeat=2):
        arena = dozen_fight()
        arena.order("ana", March(combatant="run", path=GROUND[:1]))
        arena.answer("ben", first)
        arena.answer("gm", second, decision=arena.pending[0].decision)
        play_out(arena)
        arena.done()


def test_orders_of_other_kinds_are_read_whole() -> None:
    """An amount and a path arrive as they were sent."""
    arena = dozen_fight()
    arena.order("ana", Load(combatant="run", shots=2))
    assert arena.own.fighters["run"].loaded == 2
    assert squares(*GROUND[:1])[0]["cell"] == {"x": 0, "y": 0}


def test_a_choice_that_is_not_offered_is_refused_and_names_the_offers() -> None:
    """The decision stays open."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    with pytest.raises(RuleRefusal, match="no, yes") as refused:
        arena.answer("gm", "perhaps")
    assert refused.value.field == "choice.key"
    assert arena.pending


def test_rules_that_fail_on_an_answer_leave_the_decision_open() -> None:
    """A fault refuses nothing for ever: the answer may be given again, or otherwise."""

    def rule(table: Table[Any]) -> None:
        if ask(table):
            raise KeyError("oops")

    arena = bent(rule)
    arena.order("ana", LEAVE)
    with pytest.raises(Fault):
        arena.answer("ana", "yes")
    arena.answer("ana", "no")
    arena.done()


def test_a_choice_holds_its_fields() -> None:
    """Without fields there are no picks."""
    assert Choice("yes").fields == {}


class Number(msgspec.Struct, frozen=True):
    """A body with a whole number."""

    number: int


class Guess(Question[Number], frozen=True, kw_only=True):
    """Any number will do; two are named as samples."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    default: str = "it"


@pytest.mark.parametrize("pick", ["one", True, 1.5, None, {"number": 1}])
@pytest.mark.parametrize("exact", [True, False])
def test_a_pick_of_another_type_is_refused_at_once(exact: bool, pick: Any) -> None:
    """Also in a window of several, where nobody could mend it once the others have answered."""
    field = Field("number", "one", (0, 1), exact=exact)
    guess = Guess(offers=(Offer("it", Number(0), "T-1", (field,)),))

    def rule(table: Table[Any]) -> None:
        table.ask_all([("ana", guess), ("ben", guess)], rule="T-1")

    arena = bent(rule)
    arena.order("ana", LEAVE)
    before = len(arena.stream)
    with pytest.raises(RuleRefusal):
        arena.answer("ana", "it", {"number": pick})
    assert len(arena.stream) == before
    arena.answer("ana", "it", {"number": 1})
    arena.answer("ben")
    arena.done()
