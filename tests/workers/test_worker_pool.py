"""Workers that are stuck, or that are told twice to end: real ones, looked after by this process."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from api.config import Settings
from api.hosting.wiring import KeptServer, settled
from api.workers import worker_pool
from api.workers.channel import StartOrders
from api.workers.listener import Listener
from api.workers.worker_pool import WorkerPool
from tests.end_to_end.clients import until
from tests.support.amounts import PATIENCE
from tests.support.processes.serving import gone


@asynccontextmanager
async def working(redis_url: str, data: Path, silence: float = 60.0) -> AsyncGenerator[tuple[WorkerPool, Listener]]:
    """Two workers that serve."""
    settings = settled(Settings(workers=2, data=data, redis_url=redis_url, durability="relaxed"))
    stopping, all_serve = asyncio.Event(), asyncio.Event()
    with Listener("127.0.0.1", 0) as listener:
        orders = StartOrders(number=0, settings=settings, kept=KeptServer(redis_url), address="")
        made = WorkerPool(orders, listener, stopping, lambda demo: all_serve.set(), silence=silence)
        running = asyncio.create_task(made.run())
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait({running, asyncio.create_task(all_serve.wait())}, return_when="FIRST_COMPLETED")
            yield made, listener
        finally:
            stopping.set()
            await running


async def test_a_worker_that_is_stuck_is_ended_and_started_again(
    redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its connections would hang for ever; the other serves on meanwhile."""
    async with working(redis_url, tmp_path, silence=8.0) as (made, listener):
        before = made.pids
        os.kill(before[1], signal.SIGSTOP)
        await gone(before[1])
        await until(lambda: len(made.pids) == 2, "both serve")
        assert made.pids[1] != before[1]
        assert made.pids[2] == before[2]
        assert "no sign of life for 8 s" in caplog.text
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listener.port}") as client:
            assert (await client.get("/readyz")).status_code == 200


async def test_a_supervisor_that_was_stopped_kills_no_worker(redis_url: str, tmp_path: Path) -> None:
    """A supervisor that was stopped on its terminal, and goes on."""
    async with working(redis_url, tmp_path, silence=4.0) as (made, _):
        before = made.pids
        time.sleep(5)  # noqa: ASYNC251 - the whole process stands still
        await asyncio.sleep(1)
        assert made.pids == before


async def test_who_is_told_twice_does_not_wait(redis_url: str, tmp_path: Path) -> None:
    """A worker that cannot end in order keeps nobody."""
    async with working(redis_url, tmp_path) as (made, _):
        pids = made.pids
        os.kill(pids[1], signal.SIGSTOP)
        made.request_stop()
        await gone(pids[2])
        made.request_stop()
        await gone(pids[1])


async def test_a_worker_that_does_not_end_is_killed(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for it longer than is given."""
    monkeypatch.setattr(worker_pool, "ENDING", 1.0)
    async with working(redis_url, tmp_path) as (made, _):
        pids = made.pids
        os.kill(pids[1], signal.SIGSTOP)
        made.request_stop()
        await gone(pids[1])
