"""While a decision is open the game master is offered what he may order then, and only that is taken."""

from __future__ import annotations

import random

import pytest

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.overruling.meanwhile import offered_meanwhile
from engine.kernel.state.decisions import filled
from engine.kernel.structs.errors import RuleRefusal
from engine.kit.testing.accepting import is_offered
from engine.kit.testing.picks import Offered, changed, combinations, offered
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import stops
from tests.support.fights.arena import Arena
from tests.support.laws import laws

GAMES = sorted(Registry.installed().books)
FIGHTS = 6
TRIES = amount("SKALD_MEANWHILE", 30, 1000)
"""How many orders are tried at each kind of question."""


def meanwhile(arena: Arena, seat: str) -> list[Offered]:
    """What a seat is offered while a decision is open."""
    seen = arena.book.seen(arena.state, seat)
    return [(seat, offer) for offer in offered_meanwhile(arena.book, seen, seat)]


def is_taken(arena: Arena, seat: str, order: object) -> bool:
    try:
        laws.branch(arena).order(seat, order)  # type: ignore[arg-type]
    except RuleRefusal:
        return False
    return True


@pytest.mark.parametrize("system", GAMES)
def test_what_may_be_ordered_while_a_decision_is_open_is_offered(system: str) -> None:
    """At each kind of question: each offer is taken, with each pick; nobody else is offered any, and no other order."""
    taken = 0
    for where, arena, _ in stops.stops(system, FIGHTS):
        rng, gm = random.Random(where), arena.fight.gms()[0]
        offers = meanwhile(arena, gm)
        assert not [seat for seat in arena.fight.seats if seat != gm and meanwhile(arena, seat)]
        for _, offer in offers:
            for picks in combinations(offer.fields, rng):
                assert is_taken(arena, gm, filled(offer, picks)), f"{where}: offered, then refused: {offer} {picks}"
                taken += 1
        names = [*arena.fight.combatants, *arena.fight.seats]
        tries = []
        for _, offer in [*offers, *offered(arena.book, arena.state)]:
            ((key, body),) = arena.book.encode_order(offer.body)[arena.book.key].items()
            others = [{**body, name: new} for name, value in body.items() for new in changed(value, names)]
            tries += [{arena.book.key: {key: one}} for one in (body, *others)]
        for command in rng.sample(tries, min(TRIES, len(tries))):
            try:
                order = arena.book.decode_order(command)
            except RuleRefusal:
                continue
            if is_taken(arena, gm, order):
                assert is_offered(offers, gm, order), f"{where}: taken, never offered: {order}"
    allows = type(Registry.installed().book(system).system).meanwhile is not RuleSystem.meanwhile
    assert bool(taken) is allows
