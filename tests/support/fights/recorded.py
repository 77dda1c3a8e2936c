"""A recorded fight, appended step by step to a store while it is watched."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from api.access import stream_quota
from api.access.auth import Caller, Claims
from api.access.rates import counting_alone
from api.config import Settings
from api.hosting.wiring import make_authority, make_signer
from api.operations.session import Services, Session
from engine.service.encounters import Encounters
from engine.service.proof.export import ExportedEvent, read_export
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, Entry, Head, ListingFigures, Secrets
from tests.recordings.make import path_of
from tests.support.fights.live_fight import MOMENT


def _step_of(event: ExportedEvent) -> str:
    """What all events of a step have alike."""
    found = msgspec.json.decode(event.secret or event.public)
    return f"{found.get('command')} {found.get('time')}"


class Recorded:
    """The steps of a recording, and how many of them are in the store."""

    def __init__(self, registry: Registry, name: str, folder: Path) -> None:
        with path_of(name).open("rb") as file:
            export = read_export(file)
        self.book, self.id = registry.book(export.header.system), export.header.encounter
        self._events = export.events
        names = [_step_of(event) for event in self._events]
        self.ends = [n for n in range(1, len(names)) if names[n] != names[n - 1]] + [len(names)]
        self._head, self._done = NOTHING, 0
        self._store = MemoryStore()
        self.hub = Hub(self._store)
        self.service = Encounters(self._store, registry, hub=self.hub)
        self._settings = Settings(data=folder, secret="s" * 40, admin_token="a" * 20)

    @property
    def over(self) -> bool:
        """Whether all of it is in the store."""
        return self._done == len(self.ends)

    @property
    def version(self) -> int:
        """The version in the store."""
        return self._head.version

    async def step(self) -> None:
        """Append the next step."""
        last = self.ends[self._done]
        entries = [
            Entry(
                version=event.version, public=event.public, secret=event.secret, to=event.to,
                salt=event.salt, hash=event.hash,
            )
            for event in self._events[self.version : last]
        ]  # fmt: skip
        figures = ListingFigures(self.book.system.id, "a fight", "running", MOMENT, MOMENT)
        secrets = None if self._done else Secrets("01" * 32, "02" * 32)
        key = f"{self._done}"
        await self._store.append(
            self.id, self._head, entries, seat="gm", key=key, fingerprint="f", figures=figures, secrets=secrets
        )
        self._head, self._done = Head(last, entries[-1].hash), self._done + 1

    async def seats(self) -> dict[str, str]:
        """Role by seat, as far as the fight has come."""
        fight = (await self.service.view(self.id, None)).position.state.fight
        return {seat.seat: seat.role for seat in fight.seats.values()}

    def services(self) -> Services:
        """Services over the store, as one process has them."""
        settings, rates = self._settings, counting_alone(per_token=0, per_address=0)
        authority, signer = make_authority(settings), make_signer(settings)
        return Services(self.service, authority, signer, settings, asyncio.Event(), rates, stream_quota.StreamQuota(0))

    def session(self, services: Services, seat: str, role: str, locale: str) -> Session:
        """A session of a seat."""
        claims = Claims(self.id, seat, role, 0, 2**40)  # type: ignore[arg-type]  # a role
        return Session(services, locale, Caller(admin=False, claims=claims))
