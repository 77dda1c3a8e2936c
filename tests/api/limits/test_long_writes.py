"""What goes through all events of a long fight, to write them or to go back, keeps nobody waiting."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.state.events import SeatRenamed
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.process_pool import Pool
from engine.service.proof.export import read_export
from engine.store.server import PrivateServer
from tests.api.limits.test_long_fights import Long, long
from tests.api.table import ADMIN
from tests.support.processes.heartbeat import Heartbeat
from tests.support.secrecy import gate

LONG = 50_000
"""Events."""
MOST = 0.1
"""Seconds of its processor for which a loop may keep others waiting."""
UNBOUNDED: dict[str, Any] = {"max_seconds": 120, "rate_per_token": 0, "rate_per_address": 0, "max_cost": 0}
RENAMED = SeatRenamed(whose="ana", name="Ana the Other")
"""A fact that no revert takes back: a revert has to apply it again, every time that it happened."""


def exported(fight: Long, token: str, id: str = "") -> bytes:
    """The file of a fight."""
    answer = fight.table.get(f"/v1/encounters/{id or fight.id}/export", token)
    assert answer.status_code == 200
    return answer.content


def ordered(fight: Long, command: dict[str, Any]) -> dict[str, Any]:
    """The answer to a command of the GM."""
    body = {"command": command}
    answer = fight.table.post(f"/v1/encounters/{fight.id}/commands", fight.gm, body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_exports_forks_and_ways_back_keep_the_loop_free(
    server: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a fight whose events all have to be kept by a revert."""
    monkeypatch.setattr(gate.Known, "learn", lambda *given: None)  # the gate of the tests reads every event on the loop
    with long(server, tmp_path, LONG, RENAMED, **UNBOUNDED) as fight:
        assert fight.table.get(f"/v1/encounters/{fight.id}", fight.gm).json()["version"] == LONG
        held: dict[str, float] = {}

        def timed(name: str, work: Any) -> Any:
            beat = Heartbeat()
            with beat.watching(fight.loop):
                found = work()
            held[name] = beat.longest
            return found

        whole = read_export(io.BytesIO(timed("export", lambda: exported(fight, ADMIN))))
        own = read_export(io.BytesIO(timed("export of a seat", lambda: exported(fight, fight.ana))))
        assert len(whole.events) == len(own.events) == LONG
        fork = f"/v1/encounters/{fight.id}/fork"
        forked = timed("fork", lambda: fight.table.post(fork, fight.gm, {"at": LONG - 10}).json())
        assert forked["encounter"]["version"] == LONG - 9
        ordered(fight, {"gm": {"setPolicy": {"kind": "Willing", "pace": 4}}})
        timed("takeBack", lambda: ordered(fight, {"table": {"takeBack": {"to": LONG - 900}}}))
        timed("revert", lambda: ordered(fight, {"gm": {"revert": {"to": 8}}}))
        seats = fight.table.get(f"/v1/encounters/{fight.id}", fight.gm).json()["seats"]
        assert RENAMED.name in {seat["name"] for seat in seats}
    assert {name: seconds for name, seconds in held.items() if seconds >= MOST} == {}


def test_a_file_is_the_same_whoever_writes_it(
    server: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool; this process, for a fight that is short; both, where the pool has no place for the next piece."""
    with long(server, tmp_path, 4_100, **UNBOUNDED) as fight:
        run, jobs = Pool.run, list[str]()

        async def counted(self: Pool, owner: str, job: Any, *more: Any, **options: Any) -> Any:
            jobs.append(job.__name__)
            return await run(self, owner, job, *more, **options)

        monkeypatch.setattr(Pool, "run", counted)
        by_pool = [exported(fight, token) for token in (ADMIN, fight.gm, fight.ana)]
        assert jobs.count("lines_packed") == 3 * 3

        async def full_later(self: Pool, owner: str, job: Any, *more: Any, **options: Any) -> Any:
            jobs.append(job.__name__)
            if jobs.count("lines_packed") > 1:
                raise QueueFull(32)
            return await run(self, owner, job, *more, **options)

        monkeypatch.setattr(Pool, "run", full_later)
        for token, expected in zip((ADMIN, fight.gm, fight.ana), by_pool, strict=True):
            jobs.clear()
            assert exported(fight, token) == expected
            assert jobs.count("lines_packed") == 3
        monkeypatch.setattr("engine.service.reading.queries.DECODED_AT_ONCE", 10_000)
        jobs.clear()
        assert [exported(fight, token) for token in (ADMIN, fight.gm, fight.ana)] == by_pool
        assert jobs == []


def test_an_export_that_cannot_begin_is_refused_in_words(
    server: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by an answer that breaks off."""
    with long(server, tmp_path, 2_100, **UNBOUNDED) as fight:

        async def full(*given: Any, **more: Any) -> Any:
            raise QueueFull(32)

        exported(fight, fight.ana)
        monkeypatch.setattr(Pool, "run", full)
        answer = fight.table.get(f"/v1/encounters/{fight.id}/export", fight.ana)
        assert (answer.status_code, answer.json()["code"]) == (429, "RATE_LIMITED")


def test_a_revert_keeps_the_same_wherever_its_way_is_gone(
    server: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the pool, and in this process for a way that is short."""
    kept: list[Any] = []
    for most in (2_000, 10_000):
        monkeypatch.setattr("engine.service.reading.loader.DECODED_AT_ONCE", most)
        with long(server, tmp_path / str(most), 2_100, RENAMED, **UNBOUNDED) as fight:
            (reverted,) = ordered(fight, {"gm": {"revert": {"to": 8}}})["events"]
            state = fight.table.get(f"/v1/encounters/{fight.id}", fight.gm).json()
            names = [(seat["name"], seat["role"]) for seat in state["seats"]]
            kept.append((reverted["data"]["toVersion"], reverted["data"]["kept"], names, state["version"]))
    assert kept[0] == kept[1]
    assert kept[0][1] == list(range(9, 2_101))
