"""Files that are larger than a request: a process holds so many at once, and few of one address."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from api.access.request_limits import MOST_FILES, OF_ONE, BodyLimit
from api.errors.request_errors import RateLimited

MOST = 100


class Door:
    """Takes bodies, and keeps each until it is let go."""

    def __init__(self) -> None:
        self.go, self.read = asyncio.Event(), 0
        self.limit = BodyLimit(self._app, most=MOST, seconds=60, files={"/file": 1000})
        self.tasks: list[asyncio.Task[None]] = []

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        self.read += 1
        await self.go.wait()

    async def send(self, size: int, address: str, path: str = "/file") -> asyncio.Task[None]:
        """A request with a body of so many bytes, as far as it comes."""

        async def receive() -> Message:
            return {"type": "http.request", "body": b"x" * size, "more_body": False}

        async def nothing(message: Message) -> None:
            raise AssertionError(message)

        scope: dict[str, Any] = {"type": "http", "path": path, "headers": [], "client": (address, 1)}
        task = asyncio.ensure_future(self.limit(scope, receive, nothing))
        self.tasks.append(task)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    async def end(self) -> None:
        self.go.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.go.clear()


async def test_of_one_address_few_are_held() -> None:
    """One more is refused; what is no larger than any request is not counted, and others have their own."""
    door = Door()
    for _ in range(OF_ONE):
        await door.send(MOST + 1, "192.0.2.1")
    with pytest.raises(RateLimited):
        await (await door.send(MOST + 1, "192.0.2.1"))
    await door.send(MOST, "192.0.2.1")
    await door.send(MOST + 1, "192.0.2.2")
    assert door.read == OF_ONE + 2
    await door.end()
    for _ in range(OF_ONE):
        await door.send(MOST + 1, "192.0.2.1")
    assert door.read == 2 * OF_ONE + 2, "each that was answered has made room"
    await door.end()


async def test_a_network_of_ipv6_is_one_address_and_a_process_holds_so_many() -> None:
    door = Door()
    for number in range(OF_ONE):
        await door.send(MOST + 1, f"2001:db8::{number}")
    with pytest.raises(RateLimited):
        await (await door.send(MOST + 1, "2001:db8::ffff"))
    for number in range(MOST_FILES - OF_ONE):
        await door.send(MOST + 1, f"192.0.2.{number}")
    assert door.read == MOST_FILES
    with pytest.raises(RateLimited):
        await (await door.send(MOST + 1, "198.51.100.1"))
    await door.end()


async def test_who_leaves_makes_room() -> None:
    door = Door()
    for _ in range(OF_ONE):
        await door.send(MOST + 1, "192.0.2.1")
    for task in door.tasks:
        task.cancel()
    await asyncio.gather(*door.tasks, return_exceptions=True)
    await door.send(MOST + 1, "192.0.2.1")
    assert door.read == OF_ONE + 1
    await door.end()
