"""Every rule system keeps the laws of all: offers, answers, folds, resuming elsewhere, corrections, secrecy."""

from __future__ import annotations

import os
import random

import pytest
from msgspec import structs

from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.orders import Begin
from tests.support import laws
from tests.support.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.fantasia import bout
from tests.systems.fantasia.test_laws import field_of_six

GAMES = int(os.environ.get("SKALD_LAWS", "3"))
"""Fights per system; set SKALD_LAWS for a longer run."""


def fantasia(rng: random.Random) -> Arena:
    """Six of two sides, on the ground or without places; every other time somebody is hidden from all but the GM."""
    entries = field_of_six(places=rng.random() < 0.5)
    if rng.random() < 0.5:
        hidden = rng.randrange(1, len(entries))
        entries[hidden] = structs.replace(entries[hidden], seen_by=())
    return Arena(bout.BOOK, entries, dice=seeded(str(rng.random())), seats=bout.SEATS, figures_open=rng.random() < 0.3)


SYSTEMS: dict[str, laws.Maker] = {"fantasia": fantasia}


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_keeps_every_law(system: str, seed: int) -> None:
    """At every stop of a fight played at random."""
    assert laws.judge(SYSTEMS[system], seed, steps=10) > 5


@pytest.mark.parametrize("seed", range(3))
def test_who_is_hidden_is_refused_in_the_words_of_who_is_missing(seed: int) -> None:
    """Every field of every offered order, with the name of one who is hidden, and of one who is not there."""
    rng = random.Random(seed)
    entries = field_of_six(places=bool(seed % 2))
    entries[4] = structs.replace(entries[4], seen_by=())
    arena = Arena(bout.BOOK, entries, dice=seeded(str(seed)), seats=bout.SEATS)
    arena.order("gm", Begin())
    compared = 0
    for _ in range(6):
        while arena.pending:
            laws.answer_somehow(arena, rng)
        for seat, offer in laws.offered(arena.book, arena.state):
            ((key, body),) = arena.book.encode_order(offer.body)[arena.book.key].items()
            for name in body if not arena.fight.is_gm(seat) else ():
                for shape in ("{}", ["{}"]):
                    told = [_refusal(arena, seat, key, {**body, name: _named(shape, w)}) for w in ("giant", "stranger")]
                    assert told[0] == told[1], f"{key}.{name}"
                    compared += 1
        choice = laws.some_order(arena, rng)
        if choice is not None:
            arena.order(*choice)
    assert compared > 50


def _named(shape: str | list[str], who: str) -> str | list[str]:
    return who if isinstance(shape, str) else [who]


def _refusal(arena: Arena, seat: str, key: str, body: dict[str, object]) -> tuple[str, ...]:
    """How an order is refused, the two names left out; () where it is accepted."""
    try:
        laws.order_step(arena, seat, arena.book.decode_order({arena.book.key: {key: body}}))
    except RuleRefusal as refusal:
        reason = refusal.reason.replace("giant", "NAME").replace("stranger", "NAME")
        return (reason, refusal.rule, refusal.code, refusal.field)
    except Fault as fault:
        raise AssertionError(f"{key} {body}: {fault}") from fault
    return ()
