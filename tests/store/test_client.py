"""Commands are packed alike whatever their length, and a long one keeps nobody waiting."""

from __future__ import annotations

import asyncio
from typing import Any

import hiredis
import pytest

from engine.store.redis.client import PIECE, connect


@pytest.mark.parametrize("more", [1, PIECE - 1, PIECE, 2 * PIECE + 1])
async def test_a_command_is_packed_whole(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One array of bulk strings, with the words of the command's name apart."""
    client = connect("redis://127.0.0.1:1")
    connection: Any = client.connection_pool.make_connection()
    sent: list[bytes] = []

    async def keep(packed: list[bytes], check_health: bool = True) -> None:
        sent.extend(packed)

    monkeypatch.setattr(connection, "send_packed_command", keep)
    arguments: list[Any] = [b"\r\n*1", "ä", 7, ""] * more
    await connection.send_command("SCRIPT LOAD", *arguments[:more])
    assert b"".join(sent) == hiredis.pack_command(("SCRIPT", "LOAD", *arguments[:more]))
    await client.aclose()


async def test_a_long_command_gives_the_loop_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others run between the pieces."""
    client = connect("redis://127.0.0.1:1")
    connection: Any = client.connection_pool.make_connection()
    turns = 0

    async def keep(packed: list[bytes], check_health: bool = True) -> None:
        ticking.cancel()

    async def tick() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(connection, "send_packed_command", keep)
    ticking = asyncio.create_task(tick())
    await connection.send_command("EVALSHA", *["x"] * (10 * PIECE))
    assert turns >= 10
    await client.aclose()
