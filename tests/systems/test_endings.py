"""What an order ends for good stands in its offer, so that no client gives up by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.playing.position import Step
from engine.kernel.state import events as e
from engine.kernel.structs.messages import Ending, Order
from engine.kit.testing import picks
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.arena import Arena

SYSTEMS = sorted(Registry.installed().books)
CHANCE = (e.DiceRolled, e.Drawn, e.VitalChanged, e.DecisionOpened)
"""What makes a step more than its order: whoever falls by a wound has not left."""


def positions(system: str) -> Iterator[Arena]:
    """The start and some later stops of some fights, at which somebody may order something."""
    for seed in range(4):
        arena = playing.by_chance(system, random.Random(seed), most=4 * seed)
        if not arena.pending:
            yield arena


def lost(arena: Arena, order: Order, step: Step[Any]) -> Ending | None:
    """What a step without dice, wounds and questions has ended, of the actor's own or of the fight."""
    before, after = arena.fight, step.position.state.fight
    if any(isinstance(recorded.event, CHANCE) for recorded in step.new):
        return None
    gone = [who for who, one in before.combatants.items() if one.out is None and after.combatants[who].out is not None]
    if len(gone) > 1:
        return Ending.SIDE
    if gone:
        return Ending.COMBATANT
    return Ending.FIGHT if before.outcome is None and after.outcome is not None else None


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_offer_that_ends_something_for_good_says_so(system: str) -> None:
    """And those that say so end it: nobody has to read a label to find out."""
    marked: set[Ending] = set()
    for arena in positions(system):
        for seat, offer in picks.offered(arena.book, arena.state):
            step = arena.order_step(offer.body, seat)
            said, ended = offer.body.ending(), lost(arena, offer.body, step)
            assert said is not None or ended is None, f"{offer.key} ends a {ended} and does not say so"
            if said is not None:
                marked.add(said)
                new = [type(recorded.event) for recorded in step.new]
                assert ended is not None or set(new) & {*CHANCE}, f"{offer.key} ends nothing: {new}"
    assert Ending.FIGHT in marked
    assert marked & {Ending.SIDE, Ending.COMBATANT}


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_gives_up_says_so(system: str) -> None:
    """A concession, which no bot sends, is one of the orders that are marked."""
    for cls in Registry.installed().book(system).orders.values():
        assert not cls.concession or cls.ends is Ending.SIDE, cls.__name__
