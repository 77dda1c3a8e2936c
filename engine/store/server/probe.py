"""Short, blocking calls to a server on its socket: only to start, check and end it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

import redis
from msgspec import Struct
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError, ResponseError
from redis.retry import Retry

_LOOK = 0.01  # seconds between two tries


class ServerStatus(Enum):
    """A server's response to PING."""

    READY = "ready"
    LOADING = "loading"
    """It is reading its files."""
    SILENT = "silent"
    """Nobody listens, or no answer in time."""


class ServerFacts(Struct, frozen=True):
    """What a server reports about itself. settings: the values of CONFIG GET, by name."""

    pid: int
    data: Path
    settings: Mapping[str, str]


@contextmanager
def _client(socket: Path, seconds: float) -> Iterator[redis.Redis]:
    # redis-py retries a call ten times by default; here the caller counts the tries.
    client = redis.Redis(
        unix_socket_path=str(socket),
        socket_timeout=seconds,
        socket_connect_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )
    try:
        yield client
    finally:
        client.close()


def server_status(socket: Path, seconds: float = 2.0) -> ServerStatus:
    """Ask for the server's status; wait at most `seconds` for an answer."""
    try:
        with _client(socket, seconds) as client:
            client.ping()
    except BusyLoadingError:
        return ServerStatus.LOADING
    except ResponseError:  # an error is an answer, so it lives: a long script runs, the disk is full ...
        return ServerStatus.READY
    except (RedisError, OSError):
        return ServerStatus.SILENT
    return ServerStatus.READY


def wait_ready(socket: Path, runs: Callable[[], bool], patience: float) -> ServerStatus:
    """Wait until the server answers and has read its files, however long reading takes.

    runs: whether its process still exists. patience: seconds without any answer.
    Returns READY, or SILENT if it is gone or silent for too long.
    """
    until = time.monotonic() + patience
    while runs():
        match server_status(socket):
            case ServerStatus.READY:
                return ServerStatus.READY
            case ServerStatus.LOADING:
                until = time.monotonic() + patience
            case ServerStatus.SILENT if time.monotonic() >= until:
                return ServerStatus.SILENT
        time.sleep(_LOOK)
    return ServerStatus.SILENT


def server_facts(socket: Path, settings: Mapping[str, str]) -> ServerFacts | None:
    """Identify the server on the socket. settings: the names to read. None if it does not answer."""
    try:
        with _client(socket, 5.0) as client:
            pid = int(client.info("server")["process_id"])
            found = client.config_get("dir", *settings)
            return ServerFacts(
                pid=pid,
                data=Path(str(found["dir"])),
                settings={name: str(found[name]) for name in settings},
            )
    except (RedisError, OSError, KeyError, ValueError):
        return None


def ask_to_end(socket: Path) -> None:
    """Send SHUTDOWN: the server writes and syncs its data, then ends. The caller must check that it did."""
    try:
        with _client(socket, 30.0) as client:
            client.shutdown(nosave=True)
    except (RedisError, OSError):
        return


def names_socket(pid: int, socket: Path) -> bool:
    """Whether that process is a server started on that socket, not another process with a reused pid."""
    try:
        shown = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        try:
            shown = subprocess.run(
                ["ps", "-o", "args=", "-p", str(pid)], capture_output=True, timeout=5, check=False
            ).stdout
        except (OSError, subprocess.SubprocessError):
            return False
    return os.fsencode(socket) in shown
