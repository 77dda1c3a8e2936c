"""A fight that is appended step by step to a store while it is watched."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from api.access import stream_quota
from api.access.auth import Caller, Claims
from api.access.rates import counting_alone
from api.config import Settings
from api.hosting.wiring import make_authority, make_signer
from api.operations.session import Services, Session
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, Entry, Head, ListingFigures, Secrets

MOMENT = "2026-01-01T00:00:00.000Z"


class StoredFight:
    """A fight in a store of its own. id: of the fight. ends: the versions at which its steps end, in order."""

    def __init__(self, registry: Registry, system: str, id: str, folder: Path) -> None:
        self.book, self.id = registry.book(system), id
        self.ends: list[int] = []
        self.done = 0
        self._head, self._store = NOTHING, MemoryStore()
        self.hub = Hub(self._store)
        self.service = Encounters(self._store, registry, hub=self.hub)
        self._settings = Settings(data=folder, secret="s" * 40, admin_token="a" * 20)

    @property
    def over(self) -> bool:
        """Whether all of it is in the store."""
        return self.done == len(self.ends)

    @property
    def version(self) -> int:
        """The version in the store."""
        return self._head.version

    @property
    def head(self) -> Head:
        """Version and hash of what is in the store."""
        return self._head

    async def step(self) -> None:
        """Append the next step."""
        entries = self.entries(self.version, self.ends[self.done])
        figures = ListingFigures(self.book.system.id, "a fight", "running", MOMENT, MOMENT)
        secrets = None if self.done else Secrets("01" * 32, "02" * 32)
        key = f"{self.done}"
        await self._store.append(
            self.id, self._head, entries, seat="gm", key=key, fingerprint="f", figures=figures, secrets=secrets
        )
        self._head, self.done = Head(self.ends[self.done], entries[-1].hash), self.done + 1

    def entries(self, first: int, last: int) -> Sequence[Entry]:
        """What is appended after the version `first`, up to `last`."""
        raise NotImplementedError

    def services(self) -> Services:
        """Services over the store, as one process has them."""
        settings, rates = self._settings, counting_alone(per_token=0, per_address=0)
        authority, signer = make_authority(settings), make_signer(settings)
        return Services(self.service, authority, signer, settings, asyncio.Event(), rates, stream_quota.StreamQuota(0))

    def session_as(self, services: Services, claims: Claims | None, locale: str) -> Session:
        """A session of a seat, or (None) of the operator."""
        return Session(services, locale, Caller(admin=claims is None, claims=claims))
