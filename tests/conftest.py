"""Fixtures for all tests: one real server for the whole run, empty at the start of every test that asks for it."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from engine.store.server import PrivateServer
from tests.support.servers import flush, test_server


def pytest_configure() -> None:
    """A cancelled CI job gets SIGTERM: end in order, as after Ctrl-C, so that no server is left behind."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def server() -> Iterator[PrivateServer]:
    """The run's server. Use `redis_url` unless the test is about the server itself."""
    with test_server() as running:
        yield running


@pytest.fixture
def redis_url(server: PrivateServer) -> str:
    """The url of an empty server."""
    flush(server)
    return server.url
