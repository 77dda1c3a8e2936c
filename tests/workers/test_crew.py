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
from api.wiring import Kept, settled
from api.workers import crew
from api.workers.crew import Crew
from api.workers.door import Door
from api.workers.talk import Orders
from tests.end_to_end.told import until
from tests.support.serving import gone

PATIENCE = 90.0


@asynccontextmanager
async def working(redis_url: str, data: Path, silence: float = 60.0) -> AsyncGenerator[tuple[Crew, Door]]:
    """Two workers that serve."""
    settings = settled(Settings(workers=2, data=data, redis_url=redis_url, durability="relaxed"))
    stopping, all_serve = asyncio.Event(), asyncio.Event()
    with Door("127.0.0.1", 0) as door:
        orders = Orders(number=0, settings=settings, kept=Kept(redis_url), address="")
        made = Crew(orders, door, stopping, lambda demo: all_serve.set(), silence=silence)
        running = asyncio.create_task(made.run())
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait({running, asyncio.create_task(all_serve.wait())}, return_when="FIRST_COMPLETED")
            yield made, door
        finally:
            stopping.set()
            await running


async def test_a_worker_that_is_stuck_is_ended_and_started_again(
    redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its connections would hang for ever; the other serves on meanwhile."""
    async with working(redis_url, tmp_path, silence=8.0) as (made, door):
        before = made.pids
        os.kill(before[1], signal.SIGSTOP)
        await gone(before[1], 30)
        await until(lambda: len(made.pids) == 2, "both serve")
        assert made.pids[1] != before[1]
        assert made.pids[2] == before[2]
        assert "no sign of life for 8 s" in caplog.text
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{door.port}") as client:
            assert (await client.get("/readyz")).status_code == 200


async def test_who_stood_still_himself_takes_nobody_for_stuck(redis_url: str, tmp_path: Path) -> None:
    """A supervisor that was stopped on its terminal, and goes on."""
    async with working(redis_url, tmp_path, silence=2.0) as (made, _):
        before = made.pids
        time.sleep(3)  # noqa: ASYNC251 - the whole process stands still
        await asyncio.sleep(1)
        assert made.pids == before


async def test_who_is_told_twice_does_not_wait(redis_url: str, tmp_path: Path) -> None:
    """A worker that cannot end in order keeps nobody."""
    async with working(redis_url, tmp_path) as (made, _):
        pids = made.pids
        os.kill(pids[1], signal.SIGSTOP)
        made.told_to_end()
        await gone(pids[2], 30)
        made.told_to_end()
        await gone(pids[1], 5)


async def test_a_worker_that_does_not_end_is_killed(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for it longer than is given."""
    monkeypatch.setattr(crew, "ENDING", 1.0)
    async with working(redis_url, tmp_path) as (made, _):
        pids = made.pids
        os.kill(pids[1], signal.SIGSTOP)
        made.told_to_end()
        await gone(pids[1], 30)
