"""A recorded fight, appended step by step to a store while it is watched."""

from __future__ import annotations

from pathlib import Path

import msgspec

from api.access.auth import Claims
from api.operations.session import Services, Session
from engine.service.proof.export import ExportedEvent, read_export
from engine.service.registry import Registry
from engine.store.port import Entry
from tests.recordings.make import path_of
from tests.support.fights.stored import StoredFight


def _step_of(event: ExportedEvent) -> str:
    """What all events of a step have alike."""
    found = msgspec.json.decode(event.secret or event.public)
    return f"{found.get('command')} {found.get('time')}"


class Recorded(StoredFight):
    """The steps of a recording, and how many of them are in the store."""

    def __init__(self, registry: Registry, name: str, folder: Path) -> None:
        with path_of(name).open("rb") as file:
            export = read_export(file)
        super().__init__(registry, export.header.system, export.header.encounter, folder)
        self._events = export.events
        names = [_step_of(event) for event in self._events]
        self.ends = [n for n in range(1, len(names)) if names[n] != names[n - 1]] + [len(names)]

    def entries(self, first: int, last: int) -> list[Entry]:
        return [
            Entry(
                version=event.version, public=event.public, secret=event.secret, to=event.to,
                salt=event.salt, hash=event.hash,
            )
            for event in self._events[first:last]
        ]  # fmt: skip

    async def seats(self) -> dict[str, str]:
        """Role by seat, as far as the fight has come."""
        fight = (await self.service.view(self.id, None)).position.state.fight
        return {seat.seat: seat.role for seat in fight.seats.values()}

    def session(self, services: Services, seat: str, role: str, locale: str) -> Session:
        """A session of a seat."""
        claims = Claims(self.id, seat, role, 0, 2**40)  # type: ignore[arg-type]  # a role
        return self.session_as(services, claims, locale)
