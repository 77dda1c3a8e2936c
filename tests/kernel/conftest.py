"""Every fight of these tests lies in a real store too, step by step, and is read back from it at the end."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.playing.position import Step
from engine.kernel.structs.messages import Recorded
from engine.service.reading.loader import Loader
from engine.service.registry import Registry
from engine.service.writing.writer import fingerprint, seal
from engine.store.chain import first_break
from engine.store.port import NOTHING, Head, ListingFigures
from engine.store.redis import RedisStore
from tests.support.fights.arena import Arena

FIGURES = ListingFigures("arena", "a fight", "running", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")


class Mirror:
    """Appends what arenas keep, as the service would: sealed, at an expected head, one step at a time."""

    def __init__(self, runner: asyncio.Runner, store: RedisStore) -> None:
        self._run, self._store = runner.run, store
        self._names = itertools.count(1)
        self.arenas: dict[str, tuple[Arena, Head]] = {}

    def keep(self, arena: Arena, step: Step[Any]) -> None:
        name = next((name for name, (known, _) in self.arenas.items() if known is arena), None)
        if name is None:
            name = f"arena{next(self._names)}"
            self.arenas[name] = (arena, NOTHING)
            if before := arena.stream[: -len(step.new)]:  # a fork, or a copy, brings what was before along
                self._append(name, arena, before)
        self._append(name, arena, step.new)

    def _append(self, name: str, arena: Arena, new: Any) -> None:
        head = self.arenas[name][1]
        entries = seal(arena.book, head, new)
        self._run(
            self._store.append(
                name, head, entries, seat="gm", key=str(head.version), fingerprint=fingerprint(name), figures=FIGURES
            )
        )
        self.arenas[name] = (arena, Head(entries[-1].version, entries[-1].hash))

    def judge(self) -> None:
        """The store's fight is the arena's: chain, head, open command, and a version in the middle."""
        for name, (arena, head) in self.arenas.items():
            loader = Loader(self._store, Registry([arena.book]))
            entries = self._run(self._store.read(name, 1, head.version))
            assert first_break(entries) is None
            if head.version != len(arena.stream) or arena.at(head.version).state != arena.position.state:
                continue  # a test that cut its own stream, or whose system breaks the law of folding on purpose
            position, _ = self._run(loader.at(name, arena.book, head.version, owner="test"))
            assert position.state == arena.position.state
            assert [r.version for r in position.trail] == [r.version for r in arena.position.trail]
            middle = (head.version + 1) // 2
            assert self._run(loader.at(name, arena.book, middle, owner="test"))[0].state == arena.at(middle).state


@pytest.fixture(autouse=True)
def mirror(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirror]:
    """Behind every arena stands the store."""
    keep_in_memory = Arena._keep
    with asyncio.Runner() as runner:
        store = RedisStore(redis_url)
        made = Mirror(runner, store)

        def keep(arena: Arena, step: Step[Any]) -> list[Recorded]:
            kept = keep_in_memory(arena, step)
            made.keep(arena, step)
            return kept

        monkeypatch.setattr(Arena, "_keep", keep)
        try:
            yield made
            made.judge()
        finally:
            runner.run(store.close())
