"""Numbers of opponents with which a fight is about as hard as is wanted: found by halving, with odds of each.

A chance falls as opponents become more. So the number is looked for between the largest that was too easy and the
smallest that was too hard; the mix of kinds stays what it is.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.service.odds.chance import Chance
from engine.service.odds.look_ahead import LookAhead
from engine.service.odds.numbers import MOST, Kind, Resized, kinds_of, planned, resized, sizes_of
from engine.service.odds.planned import first_position
from engine.service.odds.wanted import Wanted, require_sides
from engine.service.pool.overflow import done
from engine.service.pool.owner import Owner
from engine.service.writing.creator import NewEncounter

ROUGH, NEAREST = 30, 2
"""Runs of each number at first, and how many of the nearest get all that are wanted."""
FEW = 10
"""Runs below which a number comes after all others, however near it seems."""
SHARE = 3
"""Parts of the time that one number of opponents may take, of all that is left."""


class Aim(Struct, frozen=True, kw_only=True):
    """chance: that the side should have, 0 to 1. wanted: of the odds of each number; its `seconds`: for all of them."""

    side: str
    chance: Annotated[float, Meta(ge=0.01, le=0.99)]
    wanted: Wanted


class Proposal(Struct, frozen=True):
    """A fight with other numbers, and the chance of the side in it. runs: of which it is counted."""

    plan: Resized
    chance: Chance
    runs: int


class Proposals(Struct, frozen=True):
    """The nearest first, of which hardly anything is known last.

    kinds: of the opponents as they were; complete: nothing more is tried. seconds: it took.
    """

    kinds: tuple[Kind, ...]
    proposals: tuple[Proposal, ...]
    complete: bool = False
    seconds: float = 0.0


def side_of(new: NewEncounter) -> str:
    """The side of whoever is played by a seat, else of the first."""
    played = (raw for raw in new.combatants if raw.get("seat"))
    first = next(played, new.combatants[0] if new.combatants else {})
    return str(first.get("side", "heroes"))


async def aimed(
    ahead: LookAhead, owner: Owner, book: Rulebook[Any], new: NewEncounter, aim: Aim
) -> AsyncGenerator[Proposals, None]:
    """What is found so far, at least once a second, in the end complete. RuleRefusal as of `create`, and where there
    are no opponents."""
    kinds = kinds_of(new, aim.side)
    now = sum(len(kind.numbers) for kind in kinds)
    if not now or now == len(new.combatants):
        raise RuleRefusal(f"nobody is against the side {aim.side!r}, or nobody is of it", code="UNKNOWN", field="side")
    begun = time.monotonic()
    found: dict[int, Proposal] = {}
    search = _Search(now)

    def so_far(*, complete: bool = False) -> Proposals:
        nearest = sorted(found.values(), key=lambda tried: (tried.runs < FEW, abs(tried.chance.value - aim.chance)))
        return Proposals(tuple(kinds), tuple(nearest), complete, round(time.monotonic() - begun, 1))

    async def tried(total: int, runs: int) -> AsyncGenerator[Proposals, None]:
        """The odds of so many opponents, as they grow; there are none of a number that cannot be had."""
        plan = await done(ahead.work, owner, resized, book, new, kinds, sizes_of(kinds, total))
        left = aim.wanted.seconds - (time.monotonic() - begun)
        if plan is None or left <= 0:
            return
        position = await done(ahead.work, owner, first_position, book, planned(new, plan))
        wanted = _part_of(aim.wanted, runs, left)
        require_sides(position.state.fight, wanted)
        async with aclosing(ahead.follow(owner, book, position, wanted, known="EXACT", free=True)) as growing:
            async for odds in growing:
                chance = next(side.won for side in odds.sides if side.side == aim.side)
                if odds.runs:
                    found[total] = Proposal(plan, chance, odds.runs)
                yield so_far()

    while (total := search.next()) is not None and time.monotonic() - begun < aim.wanted.seconds:
        async with aclosing(tried(total, min(ROUGH, aim.wanted.runs))) as growing:
            async for proposals in growing:
                yield proposals
        if total in found:
            search.learn(total, easier=found[total].chance.value > aim.chance)
        else:
            search.too_many(total)
    nearest = sorted(found, key=lambda number: abs(found[number].chance.value - aim.chance))[:NEAREST]
    for total in nearest:
        async with aclosing(tried(total, aim.wanted.runs)) as growing:
            async for proposals in growing:
                yield proposals
    yield so_far(complete=True)


def _part_of(wanted: Wanted, runs: int, left: float) -> Wanted:
    seconds = max(1, round(left / SHARE))
    return structs.replace(wanted, runs=runs, seconds=seconds)


class _Search:
    """Which number is tried next. now: the first one."""

    def __init__(self, now: int) -> None:
        self._now, self._low, self._high = now, 0, MOST + 1
        self._tried = set[int]()

    def next(self) -> int | None:
        """None: both neighbours of what is wanted are tried, or there are none."""
        low, high = self._low, self._high
        if not self._tried:
            number = self._now
        elif high - low < 2:
            return None
        elif high > MOST:
            number = min(MOST, 2 * low)
        else:
            number = (low + high) // 2
        if number in self._tried:
            return None
        self._tried.add(number)
        return number

    def learn(self, number: int, *, easier: bool) -> None:
        """easier: than is wanted."""
        if easier:
            self._low = max(self._low, number)
        else:
            self._high = min(self._high, number)

    def too_many(self, number: int) -> None:
        """So many cannot be had."""
        self._high = min(self._high, number)
