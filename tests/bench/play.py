"""Whole fights of every game in memory and in one process: by random choice among all offers, by greedy bots, by runs.

In processor time, of the peers too: a busy machine does not make one side slower than the other.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from typing import Any

import msgspec

from api.cli.creations import creation_of
from api.operations.orders import new_encounter
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import Creation
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.bots.simulation import ROUNDS, Policy, simulate_fight
from engine.service.encounters import NewEncounter
from schemas.requests import CreateEncounterRequest
from tests.bench import odds, questions
from tests.bench.peers.games import games
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, Series, Side, interleaved


def _one(key: str, side: str, seat: str, ref: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "name": key.capitalize(), "side": side, "seat": seat, "sheet": {"ref": ref}, **more}


def _at(x: int, y: int) -> dict[str, Any]:
    return {"cell": {"x": x, "y": y}}


FIGHTS: dict[str, dict[str, Any]] = {
    "fantasia": {
        "combatants": [
            _one("cloud", "heroes", "ana", "soldier"),
            _one("vivi", "heroes", "ana", "black_mage"),
            _one("rosa", "heroes", "ana", "white_mage"),
            _one("goblin", "foes", "ben", "goblin"),
            _one("gobbo", "foes", "ben", "goblin"),
            _one("ogre", "foes", "ben", "ogre"),
        ]
    },
    "dozen_die": {
        "ground": {"space": {"kind": "GRID"}, "rows": [".......", "..##~..", "...+~..", "......."]},
        "combatants": [
            _one("vesa", "heroes", "ana", "veteran", place=_at(0, 1)),
            _one("veli", "heroes", "ana", "veteran", place=_at(0, 2)),
            _one("noita", "foes", "ben", "witch", place=_at(6, 1)),
            _one("noki", "foes", "ben", "witch", place=_at(6, 2)),
        ],
    },
}
"""By system: a small fight, without its seats."""
READY = {"minis": "wood", "saari": "glade", "mongolian_mercenaries": "alley"}
"""By system: one of its ready-made fights."""
COUNTS = {
    "fantasia": (4, 10),
    "dozen_die": (40, 100),
    "minis": (4, 10),
    "saari": (10, 30),
    "mongolian_mercenaries": (10, 30),
}
"""By system: how many fights a round plays by chance, quick and usual."""
GREEDY = {"fantasia": (1, 2), "dozen_die": (4, 10), "minis": (1, 2), "saari": (1, 2), "mongolian_mercenaries": (1, 2)}
"""The same of greedy bots."""
WITHIN = 4
"""How many times slower greedy bots may be than random ones, in whole fights per second."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Orders and answers per second, and fights per second."""
    peers, limit = await games(plan), plan.pick(1, ROUNDS, ROUNDS)
    for system in (*FIGHTS, *READY):
        book = plan.registry.book(system)
        name, creation = book.system.name, creation_of(_setup(book), book)
        random = _Played(book, creation, "RANDOM", plan.pick(1, *COUNTS[system]), limit)
        greedy = _Played(book, creation, "GREEDY", plan.pick(1, *GREEDY[system]), limit)
        runs = _Played(book, creation, "RUN", plan.pick(1, *COUNTS[system]), limit)
        sides: dict[str, Side] = {"random": random.round, "greedy": greedy.round, "runs": runs.round}
        found = await interleaved(plan.rounds, sides | {name: game.moves for name, game in peers.items()})
        by_chance = found.pop("random")
        del found["greedy"], found["runs"]
        row = Row(
            group="play",
            work=f"random legal play to the end, {name}",
            unit="commands/s",
            ours=by_chance,
            peers=found,
            note="orders and answers drawn from all offers, in memory; of the peers what both players decide; per "
            "second of processor time",
        )
        yield row.ahead_of(1, *peers)
        yield Row(group="play", work=f"the same, whole fights, {name}", unit="fights/s", ours=random.fights)
        row = Row(
            group="play",
            work=f"the same, by greedy bots, {name}",
            unit="fights/s",
            ours=greedy.fights,
            limit=random.fights,
            against="the same fights by random choice",
        )
        yield row.at_least(1 / WITHIN)
        yield Row(group="play", work=f"the same, by the policy of runs, {name}", unit="fights/s", ours=runs.fights)
    for more in (questions, odds):
        async for one in more.rows(plan):
            yield one


def _setup(book: Rulebook[Any]) -> NewEncounter:
    system = book.system.id
    if system in FIGHTS:
        return msgspec.convert({"name": system, "seats": [], "system": system, **FIGHTS[system]}, NewEncounter)
    ready = next(one for one in ready_fights_of(book.system, DEFAULT) if one.key == READY[system])
    return new_encounter(book, msgspec.convert(ready.request, CreateEncounterRequest))


class _Played:
    """Fights of one kind of bot. Every round plays the same ones. rounds: of a fight, at most."""

    def __init__(self, book: Rulebook[Any], creation: Creation, bot: Policy, count: int, rounds: int) -> None:
        self._book, self._creation, self._bot, self._count, self._rounds = book, creation, bot, count, rounds
        self._ended: list[float] = []

    async def round(self) -> Sample:
        """Commands per second."""
        start = time.process_time()
        bots = {"": self._bot}
        all_ = [
            simulate_fight(self._book, self._creation, bots, f"{number}", rounds=self._rounds)
            for number in range(self._count)
        ]
        taken = time.process_time() - start
        self._ended.append(self._count / taken)
        return Sample(sum(one.steps for one in all_) / taken)

    @property
    def fights(self) -> Series:
        """Fights per second; the first round is not counted."""
        return Series(tuple(self._ended[1:]))
