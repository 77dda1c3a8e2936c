"""Odds of a fight of four a side from its middle, in two processes: until all runs are there, and until some are."""

from __future__ import annotations

import random
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import RunDice
from engine.kernel.playing.position import Position
from engine.service.bots.simulation import Play
from engine.service.encounters import NewEncounter
from engine.service.odds.look_ahead import LookAhead
from engine.service.odds.planned import first_position
from engine.service.odds.run import begun
from engine.service.odds.wanted import Wanted
from engine.service.pool.owner import OPERATOR
from engine.service.pool.process_pool import Pool
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Sample, Series, interleaved
from tests.systems.test_greedy_bots import FIGHTS, ground_of

RUNS, ROUNDS = 200, 30
ALL, FIRST = 10.0, 1.0
"""Seconds that they may take, and the first of them."""
PROCESSES = 2
BESIDE = {"dozen_die": {"space": {"kind": "GRID"}, "rows": ["." * 8] * 6}}
"""Grounds that are too small for four a side."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Seconds for each game."""
    runs, rounds = plan.pick(2, 50, RUNS, RUNS), plan.pick(1, 1, 2, 3)
    # Of its places a pool keeps one free for others, who are not there.
    async with Pool(PROCESSES + 1, seconds=600) as pool:
        for system in FIGHTS:
            book = plan.registry.book(system)
            asked = _Asked(pool, book, middle(book, four_a_side(system)), runs)
            found = (await interleaved(rounds, {"ours": asked.round}))["ours"]
            first = Series(tuple(asked.first[1:]))
            yield Row(
                group="play",
                work=f"{RUNS} continuations of a fight of four a side from its middle, {book.system.name}",
                unit="s",
                ours=found,
                goals=[
                    Goal("seconds", found.median, "<=", ALL),
                    Goal("the first partial answer", first.median, "<=", FIRST),
                ],
                note=f"by the policy of runs, on open ground, {PROCESSES} processes; {ROUNDS} rounds at most",
            )


class _Asked:
    """The same question from another seed each time, by a service that has kept nothing. first: seconds until runs."""

    def __init__(self, pool: Pool, book: Rulebook[Any], at: Position[Any], runs: int) -> None:
        self._pool, self._book, self._at, self._runs = pool, book, at, runs
        self.first = list[float]()

    async def round(self) -> Sample:
        """Seconds until all runs are there."""
        seed = f"bench {len(self.first)}"
        wanted = Wanted(within=0.01, runs=self._runs, seconds=600, rounds=ROUNDS, seed=seed)
        ahead, begin, first = LookAhead(self._pool, side_by_side=PROCESSES), time.perf_counter(), 0.0
        async with aclosing(ahead.follow(OPERATOR, self._book, self._at, wanted, known="EXACT")) as answers:
            async for odds in answers:
                if odds.runs and not first:
                    first = time.perf_counter() - begin
        self.first.append(first)
        return Sample(time.perf_counter() - begin)


def four_a_side(system: str) -> NewEncounter:
    """Four of each of two on open ground, one beside the other."""
    ground, people = FIGHTS[system]
    many = [beside(one, number) for number in range(4) for one in people]
    plain = BESIDE.get(system, ground)
    return NewEncounter(
        name="", seats=(), system=system, combatants=tuple(many), ground=ground_of(plain) if plain else None
    )


def beside(one: dict[str, Any], number: int) -> dict[str, Any]:
    """Another one like this, so many places beside it; in a zone all stand together."""
    other = {**one, "id": f"{one['id']}{number}", "name": f"{one['name']} {number}"}
    match one.get("place"):
        case {"cell": at}:
            other["place"] = {"cell": {**at, "y": at["y"] + number}}
        case {"point": at}:
            other["place"] = {"point": {**at, "y": at["y"] + 150 * (number - 2)}}
    return other


def middle(book: Rulebook[Any], new: NewEncounter) -> Position[Any]:
    """Where a fight stands after half of what its combatants do in it."""
    start = begun(first_position(book, new))
    play = Play(book, start, {"": "RUN"}, random.Random("middle"), RunDice("middle"), ROUNDS)
    passed = [play.position for _ in play.on()]
    return passed[len(passed) // 2]
