"""Of the largest fights nothing holds the event loop: what is begun there is done, or gives up, well before a second.

Judged and created, begun, answered, looked at: with as many as a fight may have, each with a full sheet or a usual one.
The clock is read in processor time, with a margin of four.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from msgspec import structs

from api.reading.offers import Offering
from engine.kernel.playing import facts
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.stat_block import stat_block_of
from engine.kernel.scene.threats import threats_of
from engine.kernel.state.orders import MOST_IN_A_FIGHT, Entry
from engine.kernel.structs.budget import bounded
from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.service.pool.overflow import QUICK, QUICK_NS
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.crowded import again, crowded
from tests.support.laws import laws
from tests.support.slices.ready import seeded

SYSTEMS = sorted(Registry.installed().books)
MOST = 0.5
"""Seconds of processor time; the longest of all takes a tenth where nothing else runs."""
LOOKED_AT = 12
"""Figures whose threats are told."""
STEPS = 2


def on_the_loop(work: Callable[[], object], what: str) -> None:
    """Something is done as far as the event loop does it."""
    begun = time.thread_time()
    with suppress(RuleRefusal), bounded(QUICK, clock.used_ns, QUICK_NS):
        work()
    took = time.thread_time() - begun
    assert took < MOST, f"{what} held the loop for {took:.1f} s"


def many(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """As many as there may be, by turns like these."""
    return tuple(
        structs.replace(entries[n % len(entries)], id=f"c{n}", name=f"C{n}", place=None) for n in range(MOST_IN_A_FIGHT)
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_to_judge_the_largest_fight_gives_way(system: str) -> None:
    """Every second combatant has all that its sheet holds, in full: some nine megabytes of sheets in a game."""
    small = crowded(system, random.Random(f"loop {system}"))
    made = structs.replace(small.creation, combatants=many(small.creation.combatants))
    on_the_loop(lambda: facts.create(small.book, made, seat=None, clock=lambda: ""), "a new fight")


@pytest.mark.parametrize("system", SYSTEMS)
def test_to_look_at_the_largest_fight_gives_way(system: str) -> None:
    """At each of its first steps, by the game master and by a player: all parts of an answer."""
    rng = random.Random(f"loop {system}")
    small = playing.examples_of(system).make(rng)
    small.dice = seeded("loop")
    arena = again(small, many(small.creation.combatants))
    with suppress(RuleRefusal):
        playing.examples_of(system).begin(arena)
    for _ in range(STEPS):
        for seat in ("gm", "ana"):
            look(arena, seat)
        if arena.pending:
            laws.answer_somehow(arena, rng)
        elif found := laws.some_order(arena, rng):
            with suppress(RuleRefusal):
                arena.order(*found)


def look(arena: Arena, seat: str) -> None:
    """All that a reader is told of a fight, part by part."""
    book, opened = arena.book, {one.version: one.time for one in arena.position.trail}
    on_the_loop(lambda: book.seen(arena.state, seat), "a view")
    seen = book.seen(arena.state, seat)
    offering = Offering(book, seen, seat, "fight", "en", opened)
    on_the_loop(lambda: list(offering.decisions(None)), "the decisions")
    on_the_loop(lambda: scene_of(book.system, seen, seat, "en"), "the scene")
    for who in list(seen.fight.combatants)[:LOOKED_AT]:
        on_the_loop(lambda: threats_of(book.system, seen, who, "en"), f"the threats of {who}")  # noqa: B023
        on_the_loop(lambda: stat_block_of(book.system, seen, seat, who, "en"), f"the sheet of {who}")  # noqa: B023
    for actor in offering.ordered():
        on_the_loop(lambda: offering.listed(actor), f"the offers of {actor}")  # noqa: B023
    for actor in offering.hindered():
        on_the_loop(lambda: offering.lacking(actor), f"the reasons of {actor}")  # noqa: B023
