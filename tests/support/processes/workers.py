"""The workers of a service, distinguished by its log: which serve, and which answered what."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import websockets

from tests.support.amounts import PATIENCE
from tests.support.processes.serving import Service

T = TypeVar("T")
WIRE: Any = ["graphql-transport-ws"]
MOST = 200
"""The most connections tried until each worker has enough."""


def started(service: Service) -> list[tuple[int, int]]:
    """(number, pid) of every worker that began to serve, in that order, over all starts."""
    return [(int(n), int(pid)) for n, pid in re.findall(r"worker (\d+) serves \(pid (\d+)\)", service.log())]


def pids(service: Service) -> dict[int, int]:
    """The pid of the latest process of each worker, by number."""
    return dict(started(service))


def pool_of(pids: Iterable[int]) -> list[int]:
    """The processes of the pools of these workers."""
    children = [
        int(child)
        for pid in pids
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [pid for pid in children if b"engine.service.pool.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def start(service: Service, count: int) -> None:
    """Start it, and wait until all its workers serve."""
    before = len(started(service))
    await service.start(PATIENCE)
    await more_serve(service, before + count)


async def more_serve(service: Service, times: int) -> None:
    """Wait until workers have begun to serve `times` times. AssertionError with the log."""
    end = time.monotonic() + PATIENCE
    while len(started(service)) < times:
        assert time.monotonic() < end, service.log()[-4000:]
        await asyncio.sleep(0.05)


async def who(service: Service, request: str) -> int:
    """The worker that logged a request."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for line in reversed(service.log().splitlines()):
            if request in line:
                return int(json.loads(line)["worker"])
        await asyncio.sleep(0.02)
    raise AssertionError(f"nobody wrote of {request}")


@asynccontextmanager
async def clients(service: Service, count: int, each: int = 1) -> AsyncGenerator[dict[int, list[httpx.AsyncClient]]]:
    """Clients of one connection, keyed by the worker that they are connected to."""

    async def connected(request: str, stack: AsyncExitStack) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=1, keepalive_expiry=None)
        client = httpx.AsyncClient(base_url=service.base, timeout=PATIENCE, limits=limits, verify=False)
        await stack.enter_async_context(client)
        await client.get("/livez", headers={"x-request-id": request})
        return client

    async with AsyncExitStack() as stack:
        yield await _spread(service, count, each, lambda request: connected(request, stack))


@asynccontextmanager
async def socket(service: Service, token: str, request: str = "socket") -> AsyncGenerator[Any]:
    """A socket, acknowledged."""
    url, head = f"ws://127.0.0.1:{service.port}/graphql", {"x-request-id": request}
    async with websockets.connect(url, subprotocols=WIRE, additional_headers=head, max_size=None) as made:
        await made.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
        assert json.loads(await made.recv())["type"] == "connection_ack"
        yield made


@asynccontextmanager
async def sockets(service: Service, count: int, token: str) -> AsyncGenerator[dict[int, Any]]:
    """A socket with each worker, acknowledged."""
    async with AsyncExitStack() as stack:
        found = await _spread(
            service, count, 1, lambda request: stack.enter_async_context(socket(service, token, request))
        )
        yield {number: one for number, (one,) in found.items()}


async def _spread(
    service: Service, count: int, each: int, connect: Callable[[str], Awaitable[T]]
) -> dict[int, list[T]]:
    """Connect until every worker has enough."""
    found: dict[int, list[T]] = {number: [] for number in range(1, count + 1)}
    for _ in range(MOST):
        if all(len(some) == each for some in found.values()):
            return found
        request = f"seek-{secrets.token_hex(6)}"
        made = await connect(request)
        some = found[await who(service, request)]
        if len(some) < each:
            some.append(made)
    raise AssertionError(f"of {MOST} connections the workers have { ({n: len(some) for n, some in found.items()}) }")
