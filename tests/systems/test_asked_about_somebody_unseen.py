"""Who is asked gets what he needs to answer, whomever he does not know: of each kind of question.

SKALD_ASKED_UNSEEN=200 pytest tests/systems/test_asked_about_somebody_unseen.py        as many fights of each game
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from msgspec import structs

from api.words.bodies import body_of, question_of
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import Hide
from engine.kernel.playing.dice import PhysicalDice
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.fight import ROLL, Asked, Interrupted, State
from engine.kernel.state.redaction.audience import mentions_any, without_words
from engine.kernel.state.redaction.stand_in import SOMEBODY
from engine.kernel.structs.messages import plain
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing, stops
from tests.support.fights.arena import Arena
from tests.support.laws import laws

FIGHTS = amount("SKALD_ASKED_UNSEEN", 4, 60)
STEPS = 30
REGISTRY = Registry.installed()


def fights(system: str, *, typed: bool) -> Iterator[Arena]:
    """Fights of a game, each at a question. typed: people type all dice."""
    for number in range(FIGHTS):
        rng, examples = random.Random(f"unseen {number}"), playing.examples_of(system)
        arena = examples.make(rng)
        examples.begin(arena)
        if typed:
            arena.dice = PhysicalDice()
        for _ in range(STEPS):
            if arena.fight.outcome is not None or arena.fight.status == "ENDED":
                break
            if arena.pending:
                yield arena
                laws.answer_somehow(arena, rng)
                continue
            choice = laws.some_order(arena, rng)
            if choice is None:
                break
            arena.order(*choice)


def with_one_unseen(state: State[Any], who: str, seat: str) -> State[Any]:
    """The same fight, in which a seat does not know of somebody."""
    fight = state.fight
    known = tuple(other for other in fight.seats if other != seat and not fight.is_gm(other))
    hidden = structs.replace(fight.combatants[who], seen_by=known)
    return structs.replace(state, fight=structs.replace(fight, combatants={**fight.combatants, who: hidden}))


def named_in(book: Rulebook[Any], asked: Asked, state: State[Any], seat: str) -> list[str]:
    """Whom a question is about, beside those that the asked seat answers for."""
    words = next((cls.words for cls in book.system.questions if cls.__name__ == asked.kind), ())
    told = (without_words(asked.question, words), asked.offers, asked.interrupts)
    others = [
        who for who in state.fight.combatants if seat not in (*state.fight.holders(who), *state.fight.owners(who))
    ]
    return [who for who in others if mentions_any(told, (who,))]


def caused_by_others(arena: Arena) -> Iterator[tuple[State[Any], Asked, str, str]]:
    """Open questions as a player is asked them: the fight, and somebody they are about, or who brings them about.

    Where the game master is asked, a player is instead; where nobody else is named, somebody's act is interrupted.
    Whoever is an answer is not among them: that is put to seats which know all that may be answered (see below).
    """
    fight = arena.fight
    for asked in arena.pending:
        seat = next((one for one in asked.seats if not fight.is_gm(one)), "ana")
        keys = {part for offer in asked.offers for part in re.split("[-:]", offer.key)}
        others = [who for who in named_in(arena.book, asked, arena.state, seat) if who not in keys]
        strangers = (c.id for c in fight.combatants.values() if seat not in fight.holders(c.id) and c.id not in keys)
        stranger = next(strangers, None)
        if stranger is not None and stranger not in others:
            others.append(stranger)
        for who in others:
            told = structs.replace(asked, seats=(seat,), interrupts=(*asked.interrupts, Interrupted("attack", who)))
            window = structs.replace(fight.window, asked=(told,))
            opened = structs.replace(fight, open=structs.replace(fight.open, window=window))
            yield structs.replace(arena.state, fight=opened), told, seat, who


def holds(book: Rulebook[Any], state: State[Any], asked: Asked, seat: str, who: str) -> None:
    """What the asked seat reads of the question, and what the others do."""
    hidden = with_one_unseen(state, who, seat)
    seen = book.seen(hidden, seat)
    assert seen.fight.window is not None, "nothing is asked any more"
    told = next(one for one in seen.fight.window.asked if one.decision == asked.decision)
    words = next((cls.words for cls in book.system.questions if cls.__name__ == asked.kind), ())
    assert not mentions_any((without_words(told.question, words), told.offers, told.interrupts), (who,))
    assert told.question.keys() == asked.question.keys()
    assert [offer.key for offer in told.offers] == [offer.key for offer in asked.offers]
    assert told.default == asked.default
    if asked.kind == ROLL:
        assert (told.question["dice"], told.question["why"]) == (asked.question["dice"], asked.question["why"])
        assert told.question["by"] in (asked.question["by"], SOMEBODY)
    else:
        assert (question_of(book, told.kind, told.question) is None) is (
            question_of(book, asked.kind, asked.question) is None
        )
    for locale in (book.system.language, "en"):
        renderer = Renderer(book, locale, seen)
        text = renderer.asks(told.kind, told.question)
        assert text, f"{told.kind} says nothing in {locale}"
        assert not re.search(r"(?<!\S)\?", text), text
        for offer in told.offers:
            assert renderer.label(offer.key, body_of(book, told.kind, offer.key, offer.body), offer)
        book.system.scene(seen, seat, locale)
    for other in hidden.fight.seats:
        window = book.seen(hidden, other).fight.window
        for one in window.asked if window is not None else ():
            if one.decision == asked.decision and other not in asked.seats and not hidden.fight.is_gm(other):
                assert not one.question or one.visibility is Visibility.OPEN


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_who_is_asked_can_answer_whomever_he_does_not_know(system: str) -> None:
    """Each kind of question that somebody whom the asked seat does not know has brought about, or is in."""
    book, met = REGISTRY.book(system), set[tuple[str, bool]]()
    tabled = (arena for _, arena, _ in stops.at_windows(system))
    for arena in chain(tabled, fights(system, typed=False)):
        for state, asked, seat, who in caused_by_others(arena):
            named = who in named_in(book, structs.replace(asked, interrupts=()), state, seat)
            if (asked.kind, named) not in met:
                met.add((asked.kind, named))
                holds(book, state, asked, seat, who)
    assert {kind for kind, _ in met} == {cls.__name__ for cls in book.system.questions}


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_who_is_hidden_while_it_is_asked_is_named_to_nobody_who_does_not_know_him(system: str) -> None:
    """By a ruling, at each kind of question, each figure in turn: who is asked now knows all whom he reads of."""
    hidden = 0
    for where, stop, _ in stops.at_windows(system):
        for who in stop.fight.combatants:
            arena = laws.branch(stop)
            arena.rule(Hide(combatants=(who,)))
            for asked in arena.pending:
                for seat in asked.seats:
                    unseen = arena.fight.unseen(seat)
                    hidden += who in unseen
                    seen = arena.book.seen(arena.state, seat).fight.window
                    told = next(one for one in seen.asked if one.decision == asked.decision)
                    named = (
                        told.question,
                        told.offers,
                        told.interrupts,
                        [re.split("[-:]", o.key) for o in told.offers],
                    )
                    assert not mentions_any(plain(named), unseen), f"{where}: {who} is hidden from {seat}"
                    assert told.default in {offer.key for offer in told.offers} or told.kind == ROLL, where
    assert hidden


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_a_roll_that_somebody_hidden_makes_necessary_is_typed_by_who_is_asked(system: str) -> None:
    """The dice, for whom and what for; his faces are taken."""
    for arena in fights(system, typed=True):
        for state, asked, seat, who in caused_by_others(arena):
            if asked.kind == ROLL and asked.decision == arena.pending[0].decision and seat in arena.pending[0].seats:
                holds(arena.book, state, asked, seat, who)
                arena.answer(seat, faces=laws.typed(asked, random.Random(1)), decision=asked.decision)
                return
    pytest.fail("no roll of a player in these fights")
