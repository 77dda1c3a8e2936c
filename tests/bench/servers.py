"""Both servers, each in its own process: the service as users start it, and the bare parts."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from api.access.auth import TokenAuthority
from tests.bench.bare import Given
from tests.bench.plan import Plan
from tests.support.processes.serving import Service

ADMIN = "the-operators-own-token"
SECRET = "a-secret-of-at-least-thirty-two-characters"
UNLIMITED = dict.fromkeys(("SKALD_RATE_PER_TOKEN", "SKALD_RATE_PER_ADDRESS", "SKALD_MAX_STREAMS"), "0")
PATIENCE = 40.0


def tokens() -> TokenAuthority:
    """Issues tokens that the service accepts."""
    return TokenAuthority(SECRET, ADMIN, hours=1)


@asynccontextmanager
async def skald(plan: Plan, **settings: str) -> AsyncGenerator[Service, None]:
    """`skald serve` on this run's server, without rate limits."""
    chosen = {
        "SKALD_REDIS_URL": plan.url,
        "SKALD_DURABILITY": "relaxed",
        "SKALD_SECRET": SECRET,
        "SKALD_ADMIN_TOKEN": ADMIN,
        **UNLIMITED,
        **settings,
    }
    service = Service(plan.folder / "data", "env", **chosen)
    await service.start()
    try:
        yield service
    finally:
        await service.stop()


@asynccontextmanager
async def bare(plan: Plan, given: Given) -> AsyncGenerator[Process, None]:
    """The bare parts, listening on the given port."""
    file = plan.folder / f"given-{given.port}.json"
    file.write_bytes(msgspec.json.encode(given))
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.bare", str(file))
    try:
        await listening(given.port, process)
        yield process
    finally:
        process.terminate()
        await process.wait()


async def listening(port: int, process: Process) -> None:
    """Wait until a started process listens. AssertionError if it does not."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.returncode is None:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise AssertionError("the bare server did not come up")
