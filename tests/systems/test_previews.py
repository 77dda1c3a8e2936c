"""What is foretold of an offer happens: nothing is refused that is offered, and nothing is certain that dice decide."""

from __future__ import annotations

import random

import pytest

from api.words.bodies import body_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import preview_answer, preview_order
from engine.kernel.scene.preview import Preview
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import filled
from engine.kernel.structs.errors import PicksRefused, RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kit.testing import picks
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

LOCALES = ("en", "es", "fi")


def orders_foretold(arena: Arena, rng: random.Random) -> int:
    """How many offers were tried; each is played on a branch."""
    offers = picks.offered(arena.book, arena.state)
    for seat, offer in rng.sample(offers, min(len(offers), 5)):
        try:
            order = filled(offer, picks.picked(offer, rng))
        except PicksRefused:
            continue
        told = [told_of(arena, seat, order, locale) for locale in LOCALES]
        done = laws.branch(arena)
        before = len(done.stream)
        refused = refusal(done, seat, order)
        if refused:
            assert told[0] == refused or not arena.fight.is_gm(seat), offer.key
            continue
        for one in told:
            assert isinstance(one, Preview), f"{offer.key} is refused: {one}"
            assert not one.unfinished
            agrees(arena, done, before, seat, one)
    return len(offers)


def refusal(arena: Arena, seat: str, order: Order) -> str:
    """Why the order is refused; "" where it is played."""
    try:
        arena.order(seat, order)
    except RuleRefusal as refused:
        return refused.reason
    return ""


def told_of(arena: Arena, seat: str, order: Order, locale: str) -> Preview | str:
    """What the order would do, or why it is refused."""
    try:
        return preview_order(arena.book, arena.position, seat, order, locale)
    except RuleRefusal as refused:
        return refused.reason


def agrees(arena: Arena, done: Arena, before: int, seat: str, told: Preview) -> None:
    """What is certain holds for a seat that sees everything."""
    made = [recorded.event for recorded in done.stream[before:]]
    if told.certain and arena.fight.is_gm(seat):
        assert not any(isinstance(event, (k.DiceRolled, k.DecisionOpened)) for event in made)
        moved = [(event.combatant, event.to) for event in made if isinstance(event, k.Moved) and event.to is not None]
        for way in told.ways if moved else ():
            there = next(to for who, to in reversed(moved) if who == way.combatant)
            assert spot(there) == spot(way.steps[-1])
    for test in told.tests:
        assert test.chance is None or 0 <= test.chance <= 1000
        assert test.label
    for way in told.ways:
        assert way.cost is None or way.left is None or (way.cost >= 0 and way.left >= 0)


def spot(place: Place) -> object:
    """Where it is, however it looks."""
    return place.zone, place.cell, place.point, place.rank, place.side


@pytest.mark.parametrize("system", sorted(Registry.installed().books))
def test_every_offer_can_be_asked_for_first(system: str) -> None:
    """At every stop of fights played at random, also every answer."""
    examples, tried, answers = playing.examples_of(system), 0, 0
    for seed in range(amount("SKALD_LAWS", 3, 40)):
        rng = random.Random(f"previews {seed}")
        arena = examples.make(rng)
        examples.begin(arena)
        for _ in range(12):
            for asked in arena.pending:
                for offer in asked.offers:
                    choice = Choice(offer.key, picks.picked(offer, rng))
                    for locale in LOCALES:
                        preview_answer(
                            arena.book, arena.position, asked.seats[0], asked.decision, choice, locale, body_of
                        )
                        answers += 1
            while arena.pending:
                laws.answer_somehow(arena, rng)
            tried += orders_foretold(arena, rng)
            choice_made = laws.some_order(arena, rng)
            if choice_made is not None:
                arena.order(*choice_made)
    assert tried > 50
    assert answers > 10
