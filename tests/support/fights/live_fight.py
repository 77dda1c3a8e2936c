"""A fight played at random and appended step by step to a store while it is watched."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from msgspec import structs

from api.access import stream_quota
from api.access.auth import Caller, Claims
from api.access.rates import counting_alone
from api.config import Settings
from api.hosting.wiring import make_authority, make_signer
from api.operations.session import Services, Session
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.service.writing.writer import seal
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, Entry, Head, ListingFigures, Secrets
from tests.support.fights import playing
from tests.support.fights.usage import Usage

MOMENT = "2026-01-01T00:00:00.000Z"
ID = "arena"


class Played:
    """The steps of a fight, and how many of them are in the store."""

    def __init__(self, registry: Registry, system: str, seed: int, steps: int, folder: Path) -> None:
        examples, rng = playing.examples_of(system), random.Random(seed)
        self.arena = arena = examples.make(rng)
        self.book = registry.book(system)
        self._ends = [len(arena.stream)]
        examples.begin(arena)
        self._ends.append(len(arena.stream))
        usage = Usage(arena.book, examples.WORN)
        for number in range(steps):
            who = rng.choice([*arena.fight.combatants])
            if number % 5 == 4:
                arena.correct(f"combatants.{who}.name", f"{who} the {number}th")
            elif number % 13 == 12:
                arena.revert(rng.choice([end for end in self._ends if end > self._ends[-1] // 2]))
            elif (play := playing.chosen(arena, rng, usage)) is not None:
                playing.perform(arena, play)
            self._ends.append(len(arena.stream))
        self._ends = sorted(set(self._ends))
        self.seats = {seat.seat: seat.role for seat in arena.state.fight.seats.values()}
        self._head, self._done = NOTHING, 0
        self._store = MemoryStore()
        self.hub = Hub(self._store)
        self.service = Encounters(self._store, registry, hub=self.hub)
        self._settings = Settings(data=folder, secret="s" * 40, admin_token="a" * 20)

    @property
    def over(self) -> bool:
        """Whether all of it is in the store."""
        return self._done == len(self._ends)

    @property
    def version(self) -> int:
        """The version in the store."""
        return self._head.version

    @property
    def coming(self) -> list[str]:
        """The types of the events of the next step."""
        return [type(one.draft.event).__name__ for one in self.arena.stream[self.version : self._ends[self._done]]]

    async def step(self) -> None:
        """Append the next step."""
        first, last = self.version, self._ends[self._done]
        time = f"2026-01-01T00:00:{self._done:02d}.000Z"
        new = [structs.replace(recorded, time=time) for recorded in self.arena.stream[first:last]]
        entries: list[Entry] = seal(self.book, self._head, new)
        figures = ListingFigures(self.book.system.id, "a fight", "running", MOMENT, MOMENT)
        key = f"{self._done}"
        secrets = None if self._done else Secrets("01" * 32, "02" * 32)
        await self._store.append(
            ID, self._head, entries, seat="gm", key=key, fingerprint="f", figures=figures, secrets=secrets
        )
        self._head, self._done = Head(last, entries[-1].hash), self._done + 1

    def services(self) -> Services:
        """Services over the store, as one process has them."""
        settings, rates = self._settings, counting_alone(per_token=0, per_address=0)
        authority, signer = make_authority(settings), make_signer(settings)
        return Services(self.service, authority, signer, settings, asyncio.Event(), rates, stream_quota.StreamQuota(0))

    def session(self, services: Services, seat: str | None, locale: str, *, expires: int = 2**40) -> Session:
        """A session of a seat, or of the operator."""
        claims = None if seat is None else Claims(ID, seat, self.seats[seat], 0, expires)
        return Session(services, locale, Caller(admin=seat is None, claims=claims))
