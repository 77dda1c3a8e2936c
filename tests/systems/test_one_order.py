"""What is offered and asked comes in one order, whether a fight was played here, or read from what was written."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.kernel.state.fight import State
from engine.kernel.structs.messages import plain
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

SYSTEMS = sorted(Registry.installed().books)
FIGHTS = amount("SKALD_ONE_ORDER", 4, 40)
STEPS = 12


def at_stops(system: str) -> Iterator[Arena]:
    """Fights of a game as they go on."""
    examples = playing.examples_of(system)
    for seed in range(FIGHTS):
        rng = random.Random(f"order {seed}")
        arena = examples.make(rng)
        examples.begin(arena)
        for _ in range(STEPS):
            yield arena
            if arena.pending:
                laws.answer_somehow(arena, rng)
            elif (choice := laws.some_order(arena, rng)) is not None:
                arena.order(*choice)
            else:
                break


def listed(arena: Arena, state: State[Any]) -> bytes:
    """All that is asked, and all that is offered to whom, in order; without any dictionary's own."""
    fight = state.fight
    asked = plain(fight.window.asked if fight.window else ())
    found: list[Any] = [asked]
    if not asked:
        for who in fight.combatants:
            for seat in fight.holders(who):
                offers = arena.book.system.offers(arena.book.seen(state, seat), who)
                found.append((who, seat, [plain(offer) for offer in offers]))
    return msgspec.json.encode(found)


@pytest.mark.parametrize("system", SYSTEMS)
def test_lists_come_in_one_order_as_played_as_read_and_as_kept(system: str) -> None:
    """Live, folded from the stream, and from a snapshot's bytes: the same members in the same order."""
    for number, arena in enumerate(at_stops(system)):
        live = listed(arena, arena.state)
        assert listed(arena, arena.at(len(arena.stream)).state) == live, f"stop {number}, as read"
        kept = msgspec.json.decode(msgspec.json.encode(arena.state), type=arena.book.state_type)
        assert listed(arena, kept) == live, f"stop {number}, as kept"
