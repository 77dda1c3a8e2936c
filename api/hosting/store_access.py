"""The store for a command: the configured server, the one that `skald serve` runs, or a temporary private one."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from api.config import Settings
from api.hosting.wiring import STORE, store_at
from engine.store.redis import RedisStore
from engine.store.server import FolderInUse, Fsync, PrivateServer, ServerError, copy_files
from engine.store.server.version_record import read_record


@asynccontextmanager
async def opened(settings: Settings, *, fresh: bool = False) -> AsyncGenerator[RedisStore, None]:
    """A store, closed at the end. A server that is not running is started, and stopped afterwards.

    fresh: create the data folder if it does not exist.
    Raises ServerError if no server is available, StoreUnavailable if it does not answer.
    """
    if settings.redis_url:
        async with _store(settings.redis_url, settings) as store:
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
        # Only one Skald owns the folder at a time, but all processes of this user may use its server.
        async with _store(_running(folder), settings) as store:
            yield store
        return
    try:
        async with _store(server.url, settings) as store:
            yield store
    finally:
        await asyncio.to_thread(server.stop)


def copy_data(data: Path, to: Path) -> tuple[int, list[str]]:
    """Copy a data folder into a new one, even while a service runs; returns bytes of fights, names of the other files.

    Raises ServerError if there are no fights. After any failure `to` does not exist.
    """
    to.mkdir(mode=0o700, parents=True)
    try:
        # Fights first: the secret behind any token that they know of exists by then.
        size = copy_files(data / STORE, to / STORE)
        beside = sorted(file for file in data.iterdir() if file.is_file())
        for file in beside:
            shutil.copy2(file, to / file.name)
    except BaseException:
        shutil.rmtree(to)
        raise
    return size, [file.name for file in beside]


def _running(folder: Path) -> str:
    """The url of the server that works on a folder. FolderInUse if it is unknown."""
    written = read_record(folder)
    if written is None:
        raise FolderInUse(f"another Skald works on {folder} and its server cannot be found: try again")
    return f"unix://{quote(written.socket)}"


@asynccontextmanager
async def _store(url: str, settings: Settings) -> AsyncGenerator[RedisStore, None]:
    store = store_at(url, settings)
    try:
        await store.ping()
        yield store
    finally:
        await store.close()
