"""One message of a connection: taken at once it is not timed, and all else is as if it were from the start."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from api.streaming.connections import TOO_SLOW, Connection

MESSAGE = {"type": "websocket.send", "text": "{}"}


class Reader:
    """Takes a message in so many waits; then, or when it is given up, it says so."""

    def __init__(self, waits: int) -> None:
        self.waits, self.said = waits, list[str]()

    async def take(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.said.append(f"closed {message['code']}")
            return
        try:
            for _ in range(self.waits):
                await asyncio.sleep(0.001)
            self.said.append("taken")
        except asyncio.CancelledError:
            self.said.append("given up")
            raise


def connection(reader: Reader, seconds: float) -> Connection:
    async def receive() -> Any:
        return await asyncio.Event().wait()

    return Connection({"type": "websocket"}, receive, reader.take, seconds)


@pytest.mark.parametrize("waits", [0, 1, 3])
async def test_a_message_is_taken(waits: int) -> None:
    """At once, or with waits in between."""
    reader = Reader(waits)
    made = connection(reader, 10)
    await made.send(MESSAGE)
    await made.send(MESSAGE)
    assert reader.said == ["taken", "taken"]


async def test_who_takes_too_long_is_given_up() -> None:
    """And nothing more is sent to him."""
    reader = Reader(10**9)
    made = connection(reader, 0.05)
    for _ in range(2):
        with pytest.raises(OSError, match=r"\A\Z"):
            await made.send(MESSAGE)
    assert reader.said == ["given up", f"closed {TOO_SLOW}"]


async def test_who_leaves_while_he_waits_leaves() -> None:
    """What sends for him hears of it, and the next message finds the way free."""
    reader = Reader(10**9)
    made = connection(reader, 10)
    sending = asyncio.create_task(made.send(MESSAGE))
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    reader.waits = 0
    await made.send(MESSAGE)
    assert reader.said == ["given up", "taken"]


async def test_an_error_of_a_stream_is_raised_to_its_reader() -> None:
    """Before its first wait, or behind it."""

    class Broken(Reader):
        async def take(self, message: Any) -> None:
            for _ in range(self.waits):
                await asyncio.sleep(0)
            raise RuntimeError("broken")

    for waits in (0, 2):
        with pytest.raises(RuntimeError, match="broken"):
            await connection(Broken(waits), 10).send(MESSAGE)
