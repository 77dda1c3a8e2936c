"""What a bot does next, as a job of the pool: bounded by work and by processor time, and beside the event loop.

To compare moves takes up to seconds, in which the process that serves the tables would answer nobody. A job that is
cancelled ends with its process. Whatever people wait for comes first, a step, a view, an export: bots are served last,
and of several processes they never hold all.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state.seat import Bot
from engine.kernel.structs.budget import bounded
from engine.kernel.structs.errors import TooCostly
from engine.service import clock
from engine.service.bots import policy
from engine.service.bots.lookahead import Move
from engine.service.bots.sharp import Used, search_within, within_time
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import Work

THINKING, THINKING_NS = 3_000_000, 4_000_000_000
"""Units of a budget, and nanoseconds of processor time, that a bot compares moves for."""
LOOKING_AHEAD = 2_000
"""Milliseconds that a bot which looks ahead thinks about a move, where its seat does not say it."""
MOST = 100_000_000
"""Units of a budget of a bot that looks ahead: its time is its bound."""


def thought_of(
    book: Rulebook[Any], position: Position[Any], bots: Mapping[str, Bot], rng: random.Random
) -> Move | None:
    """The next move of one of these seats: any that is possible, where to compare them would take too long.

    Whoever looks ahead is greedy where his time, and what a move itself takes, is over without one. TooCostly where not
    even any is found in that time.
    """
    seats = position.state.fight.seats

    def time_of(seat: str) -> Used:
        return within_time(seats[seat].bot_thinks or LOOKING_AHEAD)

    longest = max((seats[seat].bot_thinks or LOOKING_AHEAD for seat, bot in bots.items() if bot == "SHARP"), default=0)
    if longest:
        with suppress(TooCostly), bounded(MOST, clock.used_ns, THINKING_NS + longest * 1_000_000):
            return policy.next_move(book, position, bots, rng, search_within(time_of))
    try:
        with bounded(THINKING, clock.used_ns, THINKING_NS):
            return policy.next_move(book, position, bots, rng)
    except TooCostly:
        with bounded(THINKING, clock.used_ns, THINKING_NS):
            return policy.next_move(book, position, dict.fromkeys(bots, "RANDOM"), rng)


async def thought(
    work: Work, encounter: str, book: Rulebook[Any], position: Position[Any], rng: random.Random
) -> Move | None:
    """What `thought_of` returns or raises for the bots of an encounter. Raises what the pool does."""

    async def packed() -> tuple[Any, ...]:
        return position, position.state.fight.bots(), rng

    return await work.run(Owner(encounter, last=True), thought_of, book, packed)
