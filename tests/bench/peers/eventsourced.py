"""The library `eventsourcing`: an aggregate with as many events, loaded, changed and saved for every command."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID

from tests.bench.plan import Plan
from tests.bench.rounds import Sample

if TYPE_CHECKING:
    from eventsourcing.application import Application

NAMES = {"sqlite": "eventsourcing on SQLite", "popo": "eventsourcing in memory"}


class Peer:
    """One application with one aggregate for each run of commands."""

    def __init__(self, application: Application[Any], make: Any, events: int, step: int, commands: int) -> None:
        self._application, self._make = application, make
        self._events, self._step, self._commands = events, step, commands
        self._kept: UUID | None = None

    def _aggregate(self) -> UUID:
        aggregate = self._make()
        while aggregate.version < self._events:
            aggregate.note("ogre", aggregate.version)
        self._application.save(aggregate)
        return UUID(str(aggregate.id))

    async def command(self) -> Sample:
        """Commands per second: each loads an aggregate with as many events, and saves a step of our size."""
        ids = [self._aggregate() for _ in range(self._commands)]
        start = time.perf_counter()
        for id in ids:
            aggregate = self._application.repository.get(id)
            for number in range(self._step):
                aggregate.note("ogre", number)
            self._application.save(aggregate)
        taken = time.perf_counter() - start
        after = {self._application.repository.get(id).version for id in ids}
        assert after == {self._events + self._step}, f"versions {after}"
        return Sample(self._commands / taken)

    async def load(self) -> Sample:
        """Loads per second of such an aggregate."""
        id = self._kept = self._kept or self._aggregate()
        start = time.perf_counter()
        for _ in range(self._commands):
            loaded = self._application.repository.get(id)
        taken = time.perf_counter() - start
        assert loaded.version == self._events, f"version {loaded.version}"
        return Sample(self._commands / taken)


@contextmanager
def peers(plan: Plan, events: int, step: int, *, commands: int) -> Iterator[dict[str, Peer]]:
    """Both of its stores that need no installation; none without the library. commands: in each round."""
    if importlib.util.find_spec("eventsourcing") is None:
        plan.say("eventsourcing is not installed: pip install -e '.[bench]'")
        yield {}
        return
    from eventsourcing.application import Application

    from tests.bench.peers.aggregate import Fight

    file = plan.folder / f"eventsourcing-{time.monotonic_ns()}.sqlite"
    settings = {
        "sqlite": {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)},
        "popo": {"PERSISTENCE_MODULE": "eventsourcing.popo"},
    }
    applications: dict[str, Application[Any]] = {name: Application(env) for name, env in settings.items()}
    try:
        yield {NAMES[name]: Peer(app, Fight, events, step, commands) for name, app in applications.items()}
    finally:
        for application in applications.values():
            application.close()
