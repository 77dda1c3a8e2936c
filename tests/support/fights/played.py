"""Fights played at random through the real service, in memory: material for audits and exports."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

import msgspec

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.state.fight import DiceMode
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.chain import seal
from engine.store.ids import new_id
from engine.store.memory import MemoryStore
from engine.store.port import Entry
from tests.support.fights.fights import new_fight

REGISTRY = Registry.installed()
BOOK: Rulebook[Any] = REGISTRY.book("fantasia")


async def play(service: Encounters, encounter: str, chance: random.Random, moves: int) -> None:
    """Play random orders and answers among the offers of all seats."""
    for _ in range(moves):
        view = await service.view(encounter, "gm")
        fight = view.position.state.fight
        waiting = [a for a in fight.window.asked if not a.answered] if fight.window else []
        if waiting:
            asked = waiting[0]
            if asked.kind == "Roll":
                faces = [chance.randint(1, 3) for _ in range(int(asked.question["dice"].split("d")[0]))]
                await service.answer(encounter, asked.seats[0], asked.decision, None, faces=faces)
            else:
                choice = Choice(chance.choice(asked.offers).key)
                await service.answer(encounter, asked.seats[0], asked.decision, choice)
            continue
        offers = [(c, o) for c in fight.acting for o in BOOK.system.offers(view.seen, c)]
        offers = offers or [(None, o) for o in BOOK.system.offers(view.seen, None)]
        if not offers:
            return
        who, offer = chance.choice(offers)
        seat = fight.holders(who)[0] if who else "gm"
        await service.submit(encounter, seat, BOOK.encode_order(offer.body))


async def played(
    service: Encounters,
    *,
    dice: DiceMode = "SEEDED",
    seed: int = 1,
    ended: bool = True,
    typed_by: TypedBy = NOBODY_TYPES,
) -> str:
    """The id of a fight with a secret correction, a revert into an order and a branch that was taken back."""
    chance = random.Random(seed)
    encounter = (await service.create(new_fight(dice=dice, seed=str(seed), typed_by=typed_by))).id
    await service.submit(encounter, "gm", {"fantasia": {"begin": {}}})
    await play(service, encounter, chance, 25)
    version = (await service.view(encounter, "gm")).version
    hp = {"path": "combatants.goblin.vitals.hp.now", "value": 3}
    await service.submit(encounter, "gm", {"gm": {"correct": hp}})
    await service.submit(encounter, "gm", {"gm": {"revert": {"to": version * 2 // 3, "corrections": [hp]}}})
    await play(service, encounter, chance, 12)
    if ended:
        await service.submit(encounter, "gm", {"gm": {"end": {"reason": "it is late"}}})
    return encounter


def service() -> Encounters:
    """A service over an empty in-memory store."""
    return Encounters(MemoryStore(), REGISTRY)


def stream(
    *,
    dice: DiceMode = "SEEDED",
    seed: int = 1,
    ended: bool = True,
    fork: bool = False,
    typed_by: TypedBy = NOBODY_TYPES,
) -> list[Entry]:
    """All entries of such a fight, equal on every run except for times. fork: of a fork from its middle, ended."""

    async def make() -> list[Entry]:
        encounters = service()
        encounter = await played(encounters, dice=dice, seed=seed, ended=ended or fork, typed_by=typed_by)
        if fork:
            at = (await encounters.view(encounter, "gm")).version // 2
            encounter = (await encounters.fork(encounter, "gm", at)).id
            await play(encounters, encounter, random.Random(seed), 15)
            await encounters.submit(encounter, "gm", {"gm": {"end": {}}})
        return (await encounters.entries(encounter))[1]

    chance = random.Random(f"{dice} {seed}")
    with (
        patch("engine.service.randomness.secrets", _Chance(chance)),
        patch("engine.service.randomness.new_id", lambda now, noise: new_id(seed, noise)),
    ):
        return asyncio.run(make())


class _Chance:
    """Replaces the module `secrets`: the same fight on every run."""

    def __init__(self, chance: random.Random) -> None:
        self.token_bytes = chance.randbytes
        self.token_hex = lambda count: chance.randbytes(count).hex()


def forged(entries: Sequence[Entry], version: int, change: Callable[[dict[str, Any]], None]) -> list[Entry]:
    """The same stream with the event at `version` changed in all its parts, and every hash recomputed."""
    made: list[Entry] = []
    previous = ""
    for entry in entries:
        public, secret = entry.public, entry.secret
        if entry.version == version:
            public = _changed(public, change)
            secret = None if secret is None else _changed(secret, change)
        made.append(seal(previous, entry.version, public, secret=secret, to=entry.to, salt=entry.salt))
        previous = made[-1].hash
    return made


def _changed(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    event = msgspec.json.decode(data)
    change(event)
    return msgspec.json.encode(event, order="sorted")


def types(entries: Sequence[Entry]) -> list[str]:
    """The type of each event."""
    return [msgspec.json.decode(entry.secret or entry.public)["type"] for entry in entries]


def versions_of(entries: Sequence[Entry], kind: str) -> list[int]:
    """The versions of all events of a type."""
    return [version for version, name in enumerate(types(entries), 1) if name == kind]
