"""Every test of the private server runs against each server program this machine has."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import redis

from engine.store.server import Binary
from tests.support.processes.servers import servers_here

RawServer = Callable[..., str]


@pytest.fixture(params=servers_here(), ids=str)
def binary(request: pytest.FixtureRequest) -> Binary:
    """One of the server programs here."""
    found: Binary = request.param
    return found


@pytest.fixture
def raw_server(binary: Binary) -> Iterator[RawServer]:
    """Start a server that is not ours, with the given settings; gives its url."""
    with ExitStack() as stack:

        def start(**settings: str) -> str:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="skald-raw-")))
            socket = folder / "s"
            words = {"port": "0", "unixsocket": str(socket), "dir": str(folder), "save": ""}
            words |= {name.replace("_", "-"): value for name, value in settings.items()}
            arguments: list[str] = []
            for name, value in words.items():
                # Some settings take several words, each an argument of its own.
                arguments += [f"--{name}", *(value.split() or [""])]
            process = subprocess.Popen([binary.path, *arguments], stdout=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.kill)
            url = f"unix://{socket}"
            with redis.Redis.from_url(url) as client:
                for _ in range(500):
                    try:
                        client.ping()
                        return url
                    except redis.ConnectionError:
                        assert process.poll() is None, "the server ended"
                        time.sleep(0.01)
            raise AssertionError("the server did not answer")

        yield start
