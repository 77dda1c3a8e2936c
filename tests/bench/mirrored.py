"""Sharp bots against greedy ones, in fights of every game that are played twice, with the sides changed over.

Bounded by runs, so that the figures are the same on every machine: `make bench ROWS=mirrored FULL=1` plays 200 a game.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from api.cli.creations import creation_of
from engine.service.bots.sharp import by_runs
from engine.service.bots.simulation import simulate_fight
from engine.service.encounters import NewEncounter
from engine.service.odds.intervals import wilson
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Series
from tests.systems.test_greedy_bots import FIGHTS, ground_of

RUNS, ROUNDS = 48, 30
"""Runs of each choice, and rounds of a fight."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """The share of fights that the sharp side wins, with its interval."""
    for system in FIGHTS:
        won, fights = 0, plan.pick(1, 10, 40, 200)
        for number in range(fights):
            won += _won(plan, system, number, plan.pick(2, RUNS, RUNS), plan.pick(1, ROUNDS, ROUNDS))
            plan.say(f"{system}: {won} of {number + 1}")
        share = wilson(won, fights)
        yield Row(
            group="mirrored",
            work=f"fights that sharp bots win against greedy ones, {plan.registry.book(system).system.name}",
            unit="of 1",
            ours=Series((share.low, share.value, share.high)),
            goals=[Goal("the lower end of the interval", share.low, ">=", 0.5)],
            note=f"of {fights}, in pairs with the sides changed over and the same dice; {RUNS} runs of each choice",
        )


def _won(plan: Plan, system: str, number: int, runs: int, rounds: int) -> bool:
    """Whether the sharp side wins a fight."""
    ground, people = FIGHTS[system]
    sides = [one["side"] for one in people]
    sharp, greedy = sides if number % 2 else sides[::-1]
    new = NewEncounter(name="", seats=(), system=system, combatants=tuple(people), ground=ground_of(ground))
    book: Any = plan.registry.book(system)
    bots: Any = {sharp: "SHARP", greedy: "GREEDY"}
    seed = f"mirrored {number // 2}"
    fight = simulate_fight(book, creation_of(new, book), bots, seed, rounds=rounds, search=by_runs(runs))
    return fight.outcome == sharp
