"""A copy of a running server's files is whole, whatever the server does meanwhile."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

import pytest
import redis

from engine.store.server import Binary, PrivateServer, ServerError, copy_files
from tests.store.server.steps import append, versions


def test_copies_during_writes_and_rewrites_are_whole(binary: Binary, tmp_path: Path) -> None:
    """Each holds every step that was acknowledged before it began, and only whole ones."""
    acknowledged, over = [0], threading.Event()
    with PrivateServer.start(tmp_path / "data", among=[binary]) as server:

        def write() -> None:
            with redis.Redis.from_url(server.url) as client:
                while not over.is_set():
                    append(server.url, acknowledged[0] + 1)
                    acknowledged[0] += 4
                    if acknowledged[0] % 40 == 0:
                        with suppress(redis.ResponseError):  # one is under way
                            client.bgrewriteaof()

        writing = threading.Thread(target=write)
        writing.start()
        try:
            least = []
            for number in range(8):
                before = acknowledged[0]
                while acknowledged[0] < before + 12:
                    pass
                least.append(acknowledged[0])
                assert copy_files(server.data, tmp_path / f"copy{number}") > 0
        finally:
            over.set()
            writing.join()
        for number, before in enumerate(least):
            with PrivateServer.start(tmp_path / f"copy{number}", among=[binary]) as restored:
                found = versions(restored.url)
                assert found == [*range(1, len(found) + 1)]
                assert len(found) % 4 == 0
                assert before <= len(found) <= acknowledged[0]
    assert not list(tmp_path.glob("*.part"))


def test_what_is_not_there_cannot_be_copied(tmp_path: Path) -> None:
    """And leaves nothing behind."""
    with pytest.raises(ServerError, match="no fights"):
        copy_files(tmp_path / "data", tmp_path / "copy")
    assert not list(tmp_path.iterdir())
