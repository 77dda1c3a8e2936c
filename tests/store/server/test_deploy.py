"""The settings we publish for servers of other people's own are the ones we ask of them."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from redis import asyncio as aioredis
from redis.exceptions import RedisError

from engine.store.server import Binary, check
from tests.support.amounts import PATIENCE

SETTINGS = Path(__file__).parents[3] / "deploy" / "redis.conf"


async def test_a_server_with_the_published_settings_is_accepted(binary: Binary) -> None:
    """Started with nothing but the file and its places, it passes the strict check."""
    with tempfile.TemporaryDirectory(prefix="skald-", ignore_cleanup_errors=True) as folder:
        socket = Path(folder) / "s"
        arguments = ["--dir", folder, "--port", "0", "--unixsocket", str(socket), "--logfile", "log"]
        process = await asyncio.create_subprocess_exec(str(binary.path), str(SETTINGS), *arguments)
        client = aioredis.Redis(unix_socket_path=str(socket))
        try:
            for _ in range(500):
                try:
                    await client.ping()
                    break
                except (RedisError, OSError):
                    await asyncio.sleep(0.02)
            verdict = await check(client, strict=True)
            assert verdict.proven
        finally:
            await client.aclose()
            process.terminate()
            await asyncio.wait_for(process.wait(), PATIENCE)
