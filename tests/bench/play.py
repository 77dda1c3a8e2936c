"""Whole fights by random choice among all offers, in memory and in one process, for each rule system."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

import msgspec

from api.cli.simulate import creation_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.bots.simulation import simulate_fight
from engine.service.encounters import NewEncounter
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


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Orders and answers per second, and fights per second."""
    peers = await games(plan)
    for system, fight in FIGHTS.items():
        book = plan.registry.book(system)
        setup = msgspec.convert({"name": system, "seats": [], "system": system, **fight}, NewEncounter)
        fights: list[float] = []
        sides: dict[str, Side] = {"ours": partial(_played, plan, book, setup, fights)}
        found = await interleaved(plan.rounds, sides | {name: game.moves for name, game in peers.items()})
        row = Row(
            group="play",
            work=f"random legal play to the end, {book.system.name}",
            unit="commands/s",
            ours=found.pop("ours"),
            peers=found,
            note="orders and answers drawn from all offers, in memory; of the peers what both players decide",
        )
        yield row.ahead_of(1, *peers)
        ended = Series(tuple(fights[1:]))
        yield Row(group="play", work=f"the same, whole fights, {book.system.name}", unit="fights/s", ours=ended)


async def _played(plan: Plan, book: Rulebook[Any], setup: NewEncounter, fights: list[float]) -> Sample:
    """Commands per second; fights per second are appended to `fights`. Every round plays the same fights."""
    count = plan.pick(1, 4, 10) * (1 if setup.system == "fantasia" else 10)
    creation, start = creation_of(setup), time.perf_counter()
    all_ = [simulate_fight(book, creation, {"": "RANDOM"}, f"{number}") for number in range(count)]
    taken = time.perf_counter() - start
    assert all(one.outcome for one in all_), "a fight did not come to its end"
    fights.append(count / taken)
    return Sample(sum(one.steps for one in all_) / taken)
