"""Every rule system keeps the laws of all: offers, answers, folds, resuming elsewhere, corrections, secrecy, ends.

It learns of the systems as the product does, and of fights of theirs from `examples.py` in their folders of tests.

    SKALD_LAWS=40 pytest tests/systems/test_laws.py       every law at every stop of 40 fights per system, 2 otherwise
    SKALD_FIGHTS=2000 pytest tests/systems/test_laws.py   2,000 fights per system to their ends, 4 otherwise
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.kernel.state import events as k
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import Fault, RuleRefusal, SkaldError
from engine.kit.testing import picks
from engine.service.registry import Registry
from tests.support.amounts import LONG, amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.support.laws import laws
from tests.support.processes.elsewhere import Elsewhere, stored

GAMES = amount("SKALD_LAWS", 1, 20)
"""Fights per system under all laws at every stop."""

SYSTEMS = sorted(Registry.installed().books)

FIGHTS = amount("SKALD_FIGHTS", 4, 100)
"""Fights per system that are played to their ends, at least."""

MORE = 70
"""Fights that are played besides, as long as something of the system has not been used.

They are judged at every stop only where everything is tried.
"""

STEPS = 160
"""Orders and answers after which a fight that has not ended is left: it is still legal."""

MISSING = "qq7"
"""Nobody's name, and like no word that a refusal might propose instead."""


def usage_of(system: str) -> Usage:
    """Nothing used yet."""
    return Usage(Registry.installed().book(system), playing.examples_of(system).WORN)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_keeps_every_law(system: str, seed: int) -> None:
    """At every stop of a fight played at random."""
    assert laws.judge(playing.examples_of(system).make, seed, steps=10) > 5


@pytest.mark.parametrize("system", SYSTEMS)
def test_fights_go_on_to_their_ends_and_use_everything(system: str) -> None:
    """Nobody acts who may not, nobody is stuck, no figure leaves its bounds; and no word of the content is idle."""
    examples, usage = playing.examples_of(system), usage_of(system)
    ends = 0
    for seed in range(FIGHTS + MORE):
        if seed >= FIGHTS and not usage.unused - examples.UNUSED:
            break
        rng = random.Random(seed)
        scenes = examples.SCENES * 3
        arena = scenes[seed](rng) if seed < len(scenes) else examples.make(rng, usage.unused_content)
        usage.add(arena.stream)
        try:
            judged = LONG or seed < FIGHTS
            ends += playing.play_out(arena, rng, usage, most=STEPS, judged=judged) == "OUTCOME"
        except (AssertionError, SkaldError) as error:
            error.add_note(f"seed {seed}, version {len(arena.stream)}")
            raise
    assert ends > FIGHTS // 8, f"only {ends} fights came to an end"
    assert sorted(usage.unused - examples.UNUSED) == [], "never used"
    assert sorted(examples.UNUSED - usage.unused) == [], "used by now: off the list with it"


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_process_goes_on_with_the_same_events(system: str) -> None:
    """At every stop a process that has nothing but the stored bytes plays the step too, under another hash seed."""
    examples, usage = playing.examples_of(system), usage_of(system)
    compared = 0
    with Elsewhere(system) as elsewhere:
        for seed in range(amount("SKALD_LAWS", 1, 20)):
            rng = random.Random(seed)
            arena = examples.make(rng)
            for _ in range(25):
                before = len(arena.stream)
                play = playing.chosen(arena, rng, usage)
                if play is None:
                    break
                there = elsewhere.play(arena, play)
                playing.perform(arena, play)
                assert there == [stored(arena.book, recorded) for recorded in arena.stream[before:]]
                compared += len(arena.stream) - before
                usage.add(arena.stream[before:])
    assert compared > 40


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=amount("SKALD_FIGHTS", 8, 100), suppress_health_check=list(HealthCheck))
@given(fight=st.integers(0, 400), plays=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 9)), max_size=14))
def test_any_play_is_legal(system: str, fight: int, plays: list[tuple[int, int]]) -> None:
    """Orders by number, picks by chance: what breaks is told as the shortest play that breaks it."""
    arena = playing.examples_of(system).make(random.Random(fight))
    for which, chance in plays:
        rng = random.Random(chance)
        if arena.pending:
            asked = arena.pending[0]
            offer = asked.offers[which % len(asked.offers)]
            arena.answer(
                asked.seats[0], offer.key, {f.name: picks.pick(f, rng) for f in offer.fields}, decision=asked.decision
            )
        else:
            offers = picks.offered(arena.book, arena.state)
            arena.order(*laws.some_order(arena, rng, among=[offers[which % len(offers)]]) or ("", None))  # type: ignore[arg-type]
        laws.vitals_are_bounded(arena)
        playing.goes_on(arena)
        playing.only_who_may_act_has_offers(arena)
    laws.stands_as_folded(arena)


def _but_for_stops(state: State[Any]) -> State[Any]:
    """Without when the clock stood still for what waits: that alone is kept of a pause."""
    opened = state.fight.open
    if opened is None or opened.window is None:
        return state
    asked = tuple(structs.replace(one, stops=()) for one in opened.window.asked)
    opened = structs.replace(opened, window=structs.replace(opened.window, asked=asked))
    return structs.replace(state, fight=structs.replace(state.fight, open=opened))


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_played_while_the_clock_stands(system: str) -> None:
    """A paused fight refuses what it offered; resumed, it stands as it stood."""
    examples, usage, rng = playing.examples_of(system), usage_of(system), random.Random(5)
    arena = examples.make(rng)
    for _ in range(20):
        stood, play = arena.state, playing.chosen(arena, rng, usage)
        if play is None:
            break
        arena.fact(k.Paused(note=""))
        with pytest.raises(RuleRefusal) as refused:
            playing.perform(arena, play)
        assert refused.value.code == "PAUSED"
        arena.fact(k.Resumed(note=""))
        assert _but_for_stops(arena.state) == _but_for_stops(stood)
        playing.perform(arena, play)


# -- secrecy
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_hidden_is_refused_in_the_words_of_who_is_missing(system: str, seed: int) -> None:
    """Every field of every offered order, with the name of one who is hidden, and of one who is not there."""
    rng = random.Random(f"hidden {seed}")
    arena = playing.examples_of(system).make(rng)
    while not (hidden := [c.id for c in arena.fight.combatants.values() if c.seen_by == ()]):
        arena = playing.examples_of(system).make(rng)
    playing.examples_of(system).begin(arena)
    compared = 0
    for _ in range(60):
        if compared > 400:
            break
        while arena.pending:
            laws.answer_somehow(arena, rng)
        for seat, offer in picks.offered(arena.book, arena.state):
            ((key, body),) = arena.book.encode_order(offer.body)[arena.book.key].items()
            for name in body if not arena.fight.is_gm(seat) else ():
                for shape in ("{}", ["{}"]):
                    whom = (hidden[0], MISSING)
                    told = [_refusal(arena, seat, key, {**body, name: _named(shape, w)}, whom) for w in whom]
                    assert told[0] == told[1], f"{key}.{name}"
                    compared += 1
        choice = laws.some_order(arena, rng)
        if choice is not None:
            arena.order(*choice)
    assert compared > 50


def _named(shape: str | list[str], who: str) -> str | list[str]:
    return who if isinstance(shape, str) else [who]


def _refusal(arena: Arena, seat: str, key: str, body: dict[str, object], names: tuple[str, str]) -> tuple[str, ...]:
    """How an order is refused, the two names left out; () where it is accepted."""
    try:
        arena.order_step(arena.book.decode_order({arena.book.key: {key: body}}), seat)
    except RuleRefusal as refusal:
        reason = refusal.reason
        for name in names:
            reason = reason.replace(name, "NAME").partition(": did you mean")[0]  # what it resembles, known to all
        return (reason, refusal.rule, refusal.code, refusal.field)
    except Fault as fault:
        raise AssertionError(f"{key} {body}: {fault}") from fault
    return ()
