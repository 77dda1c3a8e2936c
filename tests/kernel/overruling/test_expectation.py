"""An order that has gone otherwise than its seat could expect has taught it something: taking it back needs consent."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.overruling.expectation import unexpected
from engine.kernel.state import events as k
from engine.kernel.structs.messages import Order
from engine.service.proof.audit_replay import replay
from tests.kernel.overruling.test_takeback import asked, proven
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.slices.common import YesNo, yes_or_no
from tests.support.slices.dozen import Load
from tests.support.slices.fantasia import Fantasia, Sneak
from tests.support.slices.ready import dozen_fight, fantasia_fight

SNEAK = Sneak(combatant="strago")


class Ask(YesNo, frozen=True, kw_only=True):
    """Really?"""


def playing(rule: Any, *, lurker: bool = True, physical: bool = False) -> Arena:
    """A fight with somebody hidden, in which sneaking is played by this rule."""

    class Ruled(Fantasia):
        questions = (*Fantasia.questions, Ask)

        def play(self, order: Order, table: Table[Any]) -> None:
            """Sneaking is played by the rule."""
            if isinstance(order, Sneak):
                rule(table)
            else:
                super().play(order, table)

    arena = fantasia_fight(lurker=lurker, physical=physical)
    arena.book = Rulebook(Ruled())
    return arena


def stumbles(table: Table[Any]) -> None:
    """Strago spends life to go, and stops where the lurker stands."""
    table.change("strago", "life", -1, rule="T-1")
    if "lurker" not in table.state.fight.combatants:
        table.change("strago", "life", -1, rule="T-1")


def taken_back(arena: Arena, seat: str = "ana") -> k.TakeBackAsked:
    """The request that follows an order."""
    arena.order(seat, SNEAK)
    arena.take_back(seat)
    return asked(arena)


def test_an_order_that_ended_otherwise_asks_the_game_master() -> None:
    """And says at which version; he may say yes."""
    arena = playing(stumbles)
    before, stood = len(arena.stream), arena.state.own
    event = taken_back(arena)
    assert event.seats == ("gm",)
    assert [(d.version, d.what, d.seats) for d in event.known] == [(before + 3, "UNEXPECTED", None)]
    arena.consent("gm")
    assert arena.state.own == stood
    proven(arena)


def test_one_that_went_as_expected_is_taken_back_at_once() -> None:
    """Without the lurker, and where he makes no difference; by the game master, who knew, in either case."""
    assert taken_back(playing(stumbles, lurker=False)).seats == ()
    assert taken_back(playing(lambda table: table.change("strago", "life", -1, rule="T-1"))).seats == ()
    arena = playing(stumbles)
    arena.correct("combatants.strago.controller", None)
    assert taken_back(arena, "gm").known == ()
    arena = dozen_fight()
    arena.order("ana", Load(combatant="run", shots=1))
    arena.take_back("ana")
    assert asked(arena).seats == ()


def test_what_rules_cannot_say_without_what_is_hidden_was_not_to_be_expected() -> None:
    """Kefka's figures are closed to Ana: what follows from them teaches her something, whatever it is."""

    def rule(table: Table[Any]) -> None:
        life = table.state.fight.combatants["kefka"].vitals["life"].now
        table.change("strago", "life", -1 if life > 5 else -2, rule="T-1")

    for life in (1, 9):
        arena = playing(rule, lurker=False)
        arena.correct("combatants.kefka.vitals.life.now", life)
        event = taken_back(arena)
        assert (event.seats, [d.what for d in event.known]) == (("gm",), ["UNEXPECTED"])
        proven(arena)


def test_answers_of_the_senders_own_seat_belong_to_the_order() -> None:
    """A question to herself, answered, and what comes of it as she could expect: nobody is asked, from either place."""

    def rule(table: Table[Any]) -> None:
        question = Ask(about="strago", offers=yes_or_no("T-1"))
        if table.ask("ana", question, rule="T-1"):
            table.change("strago", "life", -1, rule="T-1")
        stumbles(table)

    for lurker, expected in ((False, ()), (True, ("gm",))):
        arena = playing(rule, lurker=lurker)
        before = len(arena.stream)
        arena.order("ana", SNEAK)
        waiting = len(arena.stream)
        arena.answer("ana", "yes")
        for to in (waiting, before):
            other = laws.branch(arena)
            other.take_back("ana", to)
            assert asked(other).seats == expected, to
            if not expected:
                proven(other)


def test_a_question_that_was_to_be_expected_teaches_nothing() -> None:
    """The rules ask the game master in any case; or only because of somebody hidden."""

    def always(table: Table[Any]) -> None:
        table.ask("gm", Ask(about="strago", offers=yes_or_no("T-1")), rule="T-1")

    def betraying(table: Table[Any]) -> None:
        if "lurker" in table.state.fight.combatants:
            always(table)
        table.change("strago", "life", -1, rule="T-1")

    assert taken_back(playing(always)).seats == ()
    assert taken_back(playing(betraying, lurker=False)).seats == ()
    assert taken_back(playing(betraying)).seats == ("gm",)


def test_a_roll_that_waits_to_be_typed_teaches_nothing() -> None:
    """Nothing has fallen yet."""

    def rule(table: Table[Any]) -> None:
        table.roll("2d6", by="strago", why="luck", rule="T-1")

    assert taken_back(playing(rule, physical=True)).seats == ()


def test_nobody_else_reads_more_of_it() -> None:
    """The others read the same request as Ana, which names the version and nobody."""
    arena = playing(stumbles)
    taken_back(arena)
    for seat in ("ana", "ben", "eve", None):
        assert "lurker" not in str(arena.book.seen(arena.state, seat))


@pytest.mark.parametrize("forged", [(), ("gm",)])
def test_that_it_was_expected_cannot_be_claimed(forged: tuple[str, ...]) -> None:
    """The audit reckons it again."""

    arena = playing(stumbles)
    taken_back(arena)
    arena.consent("gm")
    at = next(i for i, r in enumerate(arena.stream) if isinstance(r.event, k.TakeBackAsked))
    recorded = arena.stream[at]
    event = structs.replace(recorded.event, known=(), everything=(), seats=forged)
    events = list(arena.stream)
    events[at] = structs.replace(recorded, draft=structs.replace(recorded.draft, event=event))
    verdict = replay(arena.book, events, progress=lambda events: None).verdict
    assert (verdict.state, verdict.version) == ("BROKEN", at + 1)


def test_it_is_found_at_the_first_order_that_went_otherwise() -> None:
    """Of several orders of a seat the one that met him; before it nothing is found."""
    arena = playing(stumbles)
    before = len(arena.stream)
    arena.order("ana", SNEAK)
    first = len(arena.stream)
    arena.order("ana", SNEAK)
    past = arena.past(before)
    assert past is not None
    assert unexpected(arena.book, past.target, past.live, "ana") == before + 3
    later = arena.past(first)
    assert later is not None
    assert unexpected(arena.book, later.target, later.live, "ana") == first + 3
    assert unexpected(arena.book, later.target, later.live, "ben") is None
