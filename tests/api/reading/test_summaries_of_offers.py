"""What an offer says it is: what its fixed thing is, or what the order does."""

from __future__ import annotations

import random

from api.reading.offers import Offering
from engine.kernel.words.summaries import ORDERS, summary_of
from tests.support.fights import playing
from tests.support.fights.usage import Usage


def test_an_open_choice_is_not_told_as_if_it_were_chosen() -> None:
    """A trap of several is left to the game master; a weapon that is drawn or loaded says less than the order."""
    examples = playing.examples_of("fantasia")
    rng = random.Random(0)
    arena = examples.make(rng)
    examples.begin(arena)
    system, usage, found = arena.book.system, Usage(arena.book, examples.WORN), dict[str, str]()
    while not {"springTrap", "attack"} <= set(found):
        for one in Offering(arena.book, arena.state, "gm", "x", "es", {}).orders():
            found |= {offer.kind: offer.summary for offer in one.offers}
        play = playing.chosen(arena, rng, usage)
        assert play is not None
        playing.perform(arena, play)
    assert found["springTrap"] == summary_of(system, ORDERS, "springTrap", "es")
    assert found["attack"] != summary_of(system, ORDERS, "attack", "es")
    assert all(found.values())
    assert not any(order.told_by_use for key, order in arena.book.orders.items() if key in ("draw", "reload", "pickUp"))
