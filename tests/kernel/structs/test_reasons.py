"""Where numbers come from: kept with their event, made again, and told to nobody who may not know."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.redaction.audience import recipients_of
from engine.kernel.state.stored.codec import Codec, canonical, name_events
from engine.kernel.structs.errors import Fault, ReplayDiverged
from engine.kernel.structs.messages import Draft
from engine.kernel.structs.reasons import Reasons, Term, made_private, total_of
from engine.service.proof.audit import audit
from tests.support.fights.arena import Arena
from tests.support.fights.exports import export, proven, sealed
from tests.support.slices.common import YesNo, yes_or_no
from tests.support.slices.ready import fantasia_fight, saari_fight
from tests.support.slices.saari import FORD, Leave, RiposteSet, Saari

LEAVE = Leave(combatant="aino", to=FORD)
PARTS = (
    Term(source="2d6", of="dice", amount=7, rule="T-1"),
    Term(source="might", of="dice", amount=3, times=2, rule="T-2", combatant="aino", private=True),
    Term(source="critical", of="dice", times=2, rule="T-3"),
    Term(source="ward", of="dice", over=2, rule="T-4", private=True),
)
CODEC = Codec(name_events("Tiny", k.KERNEL_EVENTS, ()))
OLD = (
    b'{"command":"c4","data":{"round":2},"rule":"X-1","schema":1,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"RoundBegan","version":5}'
)


class Plain(YesNo, frozen=True, kw_only=True):
    """A question for rules made up in a test."""


def bent(rule: Callable[[Table[Any]], None]) -> Arena:
    """A fight in which Leave is played by `rule`."""

    class Bent(Saari):
        questions = (*Saari.questions, Plain)

        def play(self, order: Any, table: Any) -> None:
            if isinstance(order, Leave):
                rule(table)
            else:
                super().play(order, table)

    arena = saari_fight()
    arena.book = Rulebook(Bent())
    return arena


def said(why: Reasons) -> Callable[[Table[Any]], None]:
    """A rule that makes one event for that reason."""

    def rule(table: Table[Any]) -> None:
        table.emit(k.RoundBegan(round=9), rule="T-1", because=why)

    return rule


def ask(table: Table[Any]) -> bool:
    return table.ask("ana", Plain(about="aino", offers=yes_or_no("T-1")), rule="T-1").yes


def blow(table: Table[Any]) -> None:
    """A roll, an event that names it, and one that names that."""
    faces = table.roll("2d6", by="aino", why="blow", rule="T-1")
    rolled = table.last
    because = Reasons(terms=PARTS, causes=(rolled,))
    told = table.emit(RiposteSet(combatant="aino", dice=sum(faces)), rule="T-1", to=("gm", "ana"), because=because)
    ask(table)
    table.change("aino", "life", -1, rule="T-1", because=Reasons(causes=(told,)))


# -- sums
def test_terms_are_exact_and_rounded_down_once() -> None:
    """7 + 3x2 = 13, doubled 26, halved 13; a half that is doubled later is whole again."""
    assert total_of(PARTS) == 13
    thirds = (Term(source="a", of="x", amount=5), Term(source="b", of="x", over=2), Term(source="c", of="x", times=2))
    assert total_of(thirds) == 5
    assert total_of(thirds[:2]) == 2
    assert total_of((Term(source="a", of="x", amount=-5), Term(source="b", of="x", over=2))) == -3
    assert total_of((Term(source="a", of="x", amount=3, over=2), Term(source="b", of="x", amount=3, over=2))) == 3
    assert total_of(()) == 0


@given(st.lists(st.tuples(st.none() | st.integers(-99, 99), st.integers(-9, 9), st.integers(1, 9)), max_size=8))
def test_terms_in_whole_numbers_equal_the_sum_in_fractions(steps: list[tuple[int | None, int, int]]) -> None:
    """The same sum by the book: each step exact, and one floor at the end."""
    exact = Fraction(0)
    for amount, times, over in steps:
        factor = Fraction(times, over)
        exact = exact * factor if amount is None else exact + amount * factor
    terms = [Term(source="a", of="x", amount=amount, times=times, over=over) for amount, times, over in steps]
    assert total_of(terms) == floor(exact)


def test_what_everybody_may_know_of_it() -> None:
    """The open terms, and which numbers lack some."""
    why = Reasons(terms=PARTS, causes=(4,))
    assert why.public() == Reasons(terms=(PARTS[0], PARTS[2]), causes=(4,), withheld=("dice",))
    open_one = Reasons(terms=PARTS[:1])
    assert open_one.public() is open_one
    assert made_private(PARTS[:1])[0].private


# -- bytes
def test_old_bytes_are_read_and_written_as_before() -> None:
    """Nothing is stored where nothing is said: no hash changes."""
    recorded = CODEC.decode(OLD)
    assert recorded.draft.because is None
    assert CODEC.encode(5, recorded.time, recorded.draft) == (OLD, None)


def test_reasons_stand_beside_the_data() -> None:
    """Defaults are not written; what is written is read again."""
    draft = Draft(k.RoundBegan(round=2), "X-1", "ana", "c4", because=Reasons(terms=PARTS[:1], causes=(3, 4)))
    public, secret = CODEC.encode(5, "t", draft)
    assert msgspec.json.decode(public)["because"] == {
        "causes": [3, 4],
        "terms": [{"source": "2d6", "of": "dice", "amount": 7, "rule": "T-1"}],
    }
    assert secret is None
    assert CODEC.decode(public).draft.because == draft.because
    assert canonical(msgspec.json.decode(public)) == public


def test_private_terms_are_in_the_secret_part_alone() -> None:
    """Like narrowed fields."""
    draft = Draft(k.RoundBegan(round=2), "X-1", "ana", "c4", ("gm",), False, Reasons(terms=PARTS, causes=(3,)))
    public, secret = CODEC.encode(5, "t", draft)
    assert secret is not None
    assert b"might" not in public
    assert b"ward" not in public
    assert CODEC.decode(public).draft.because == draft.because.public()  # type: ignore[union-attr]
    assert CODEC.decode(secret, to=("gm",)).draft == draft


def test_what_is_hidden_whole_has_no_reasons() -> None:
    draft = Draft(k.RoundBegan(round=2), "X-1", "gm", None, ("gm",), True, Reasons(terms=PARTS))
    public, _ = CODEC.encode(5, "t", draft)
    assert public == b'{"time":"t","version":5}'


# -- at the table
def test_private_terms_are_for_somebody() -> None:
    """An event for everybody would tell them to everybody: a rule that forgets to say for whom is at fault."""
    with pytest.raises(Fault, match="say `to`"):
        bent(said(Reasons(terms=PARTS))).order("ana", LEAVE)


def test_reasons_are_made_again_and_kept() -> None:
    """Across a question, in another run of the command; the versions they name are those of the stream."""
    arena = bent(blow)
    arena.order("ana", LEAVE)
    arena.correct("name", "meanwhile")
    arena.answer("ana", "no")
    arena.done()
    (roll,) = (r for r in arena.stream if isinstance(r.event, k.DiceRolled))
    (told,) = (r for r in arena.stream if isinstance(r.event, RiposteSet))
    (changed,) = (r for r in arena.stream if isinstance(r.event, k.VitalChanged))
    assert told.draft.because == Reasons(terms=PARTS, causes=(roll.version,))
    assert changed.draft.because == Reasons(causes=(told.version,))


def test_other_reasons_are_another_event() -> None:
    """A rule that explains itself otherwise when it runs again has diverged."""
    terms = [1]

    def fickle(table: Table[Any]) -> None:
        table.emit(k.RoundBegan(round=9), rule="T-1", because=Reasons(terms=PARTS[: terms[-1]]))
        ask(table)

    arena = bent(fickle)
    arena.order("ana", LEAVE)
    terms.append(2)
    with pytest.raises(ReplayDiverged, match="because"):
        arena.answer("ana", "no")


@pytest.mark.parametrize("causes", [(0,), (999,)])
def test_nothing_comes_from_what_has_not_happened(causes: tuple[int, ...]) -> None:
    arena = bent(said(Reasons(causes=causes)))
    with pytest.raises(Fault, match="cannot come from"):
        arena.order("ana", LEAVE)


def test_an_empty_reason_is_none() -> None:
    arena = bent(said(Reasons()))
    arena.order("ana", LEAVE)
    assert all(r.draft.because is None for r in arena.stream)


def test_the_table_knows_what_its_last_call_made() -> None:
    """A roll, an answer; a call that made nothing has made version 0."""
    seen: list[int] = []

    def looking(table: Table[Any]) -> None:
        table.roll("1d6", by="aino", why="look", rule="T-1")
        seen.append(table.last)
        table.roll("0d6", by="aino", why="look", rule="T-1")
        seen.append(table.last)
        table.change("aino", "life", 0, rule="T-1")
        seen.append(table.last)
        ask(table)
        seen.append(table.last)

    arena = bent(looking)
    arena.order("ana", LEAVE)
    arena.correct("name", "meanwhile")
    seen.clear()
    arena.answer("ana", "no")
    rolled = next(r.version for r in arena.stream if isinstance(r.event, k.DiceRolled))
    answered = next(r.version for r in arena.stream if isinstance(r.event, k.DecisionAnswered))
    assert seen == [rolled, 0, 0, answered]


# -- who learns what
def test_a_roll_stays_open_where_what_is_added_to_it_is_not() -> None:
    """Everybody sees the dice and can prove them; only his side learns what will be added."""

    def throw(table: Table[Any]) -> None:
        table.roll(
            "2d6", by="aino", why="blow", rule="T-1", because=Reasons(terms=PARTS), known_to=("gm", "ana", "ben")
        )
        table.roll("1d6", by="aino", why="hidden", rule="T-1", to="gm", because=Reasons(terms=PARTS), known_to=("ana",))

    arena = bent(throw)
    arena.order("ana", LEAVE)
    open_roll, hidden = (r for r in arena.stream if isinstance(r.event, k.DiceRolled))
    assert (open_roll.draft.to, open_roll.draft.whole) == (("gm", "ana", "ben"), False)
    assert (hidden.draft.to, hidden.draft.whole) == (("gm",), True)
    entries = sealed(arena)
    reads = export(entries, "eve")[open_roll.version - 1]
    assert arena.book.codec.decode(reads.read).event == open_roll.event
    assert b"might" not in reads.read
    assert b"might" in export(entries, "ana")[open_roll.version - 1].read
    for seat in ("gm", "ana", "eve", None):
        assert proven(export(entries, seat))


def test_terms_that_name_somebody_hidden_hide_the_event() -> None:
    """As its fields would."""
    fight = fantasia_fight(lurker=True).fight
    of_lurker = Reasons(terms=(Term(source="aid", of="round", amount=1, combatant="lurker"),))
    by_word = Reasons(terms=(Term(source="lurker", of="round", amount=1),))
    assert recipients_of(k.RoundBegan(round=2), fight, None, because=of_lurker)[1]
    assert not recipients_of(k.RoundBegan(round=2), fight, None, because=by_word)[1]


def test_an_audit_finds_reasons_that_were_changed() -> None:
    """A public part that tells another sum than the secret one, and a stream whose rules would give other reasons."""
    arena = bent(blow)
    arena.order("ana", LEAVE)
    arena.answer("ana", "no")
    report = audit(arena.book, sealed(arena), explain=True)
    assert report.chain.state == "PROVEN"
    told = next(n for n, r in enumerate(arena.stream) if isinstance(r.event, RiposteSet))
    forged = arena.stream[told]
    other = Reasons(terms=(*PARTS[:3], Term(source="luck", of="dice", amount=0)), causes=forged.draft.because.causes)  # type: ignore[union-attr]
    arena.stream[told] = msgspec.structs.replace(forged, draft=msgspec.structs.replace(forged.draft, because=other))
    report = audit(arena.book, sealed(arena), explain=True)
    assert (report.replay.state, report.replay.version) == ("BROKEN", told + 1)
    entry = sealed(arena)[told]
    public = entry.public.replace(b'"amount":7', b'"amount":8')
    assert public != entry.public
    lying = [*sealed(arena)]
    lying[told] = msgspec.structs.replace(entry, public=public)
    assert audit(arena.book, lying).replay.state == "BROKEN"
