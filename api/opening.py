"""The store that a command works on: your server, the one that `skald serve` runs, or our own for the moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from api.config import Settings
from api.wiring import STORE
from engine.store.redis import RedisStore
from engine.store.server import FolderInUse, Fsync, PrivateServer, ServerError
from engine.store.server.written import recall


@asynccontextmanager
async def opened(settings: Settings, *, fresh: bool = False) -> AsyncGenerator[RedisStore, None]:
    """A store, closed at the end. A server that was not running is started, and ended again.

    fresh: make the data folder if there is none.
    Raises ServerError where there is none to be had, StoreUnavailable where it does not answer.
    """
    if settings.redis_url:
        async with _store(settings.redis_url) as store:
            yield store
        return
    folder = settings.data / STORE
    if not fresh and not folder.exists():
        raise ServerError(
            f"there are no fights in {settings.data}: set SKALD_DATA, or run this where `skald serve` ran"
        )
    try:
        fsync: Fsync = "always" if settings.durability == "strict" else "everysec"
        server = await asyncio.to_thread(PrivateServer.start, folder, appendfsync=fsync)
    except FolderInUse:
        # The folder is one Skald's at a time, its server is everybody's of this user.
        async with _store(_running(folder)) as store:
            yield store
        return
    try:
        async with _store(server.url) as store:
            yield store
    finally:
        await asyncio.to_thread(server.stop)


def _running(folder: Path) -> str:
    """The url of the server that works on a folder. FolderInUse where nobody knows it."""
    written = recall(folder)
    if written is None:
        raise FolderInUse(f"another Skald works on {folder} and its server cannot be found: try again")
    return f"unix://{quote(written.socket)}"


@asynccontextmanager
async def _store(url: str) -> AsyncGenerator[RedisStore, None]:
    store = RedisStore(url)
    try:
        await store.ping()
        yield store
    finally:
        await store.close()
