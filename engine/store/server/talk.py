"""Short, blocking talk with a server on its socket: only to start, check and end it."""

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


class Mood(Enum):
    """What a server says to PING."""

    READY = "ready"
    LOADING = "loading"
    """It reads its files."""
    SILENT = "silent"
    """Nobody listens, or no answer came in time."""


class Facts(Struct, frozen=True):
    """What a server says of itself. settings: the values of CONFIG GET, by name."""

    pid: int
    data: Path
    settings: Mapping[str, str]


@contextmanager
def _client(socket: Path, seconds: float) -> Iterator[redis.Redis]:
    # redis-py repeats a call ten times by itself; here every try is ours to count.
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


def mood(socket: Path, seconds: float = 2.0) -> Mood:
    """Ask the server how it is, and wait so long for an answer."""
    try:
        with _client(socket, seconds) as client:
            client.ping()
    except BusyLoadingError:
        return Mood.LOADING
    except ResponseError:  # it refuses, so it lives: a long script runs, the disk is full ...
        return Mood.READY
    except (RedisError, OSError):
        return Mood.SILENT
    return Mood.READY


def wait_ready(socket: Path, runs: Callable[[], bool], patience: float) -> Mood:
    """Wait until the server answers and has read its files, however long reading takes.

    runs: whether its process is still there. patience: seconds without any answer.
    Returns READY, or SILENT if it is gone or silent for too long.
    """
    until = time.monotonic() + patience
    while runs():
        match mood(socket):
            case Mood.READY:
                return Mood.READY
            case Mood.LOADING:
                until = time.monotonic() + patience
            case Mood.SILENT if time.monotonic() >= until:
                return Mood.SILENT
        time.sleep(_LOOK)
    return Mood.SILENT


def facts(socket: Path, settings: Mapping[str, str]) -> Facts | None:
    """Who listens on the socket. settings: the names to read. None if it does not tell."""
    try:
        with _client(socket, 5.0) as client:
            pid = int(client.info("server")["process_id"])
            told = client.config_get("dir", *settings)
            return Facts(
                pid=pid,
                data=Path(str(told["dir"])),
                settings={name: str(told[name]) for name in settings},
            )
    except (RedisError, OSError, KeyError, ValueError):
        return None


def ask_to_end(socket: Path) -> None:
    """SHUTDOWN: the server writes out and syncs what it has, then ends. Whether it does is for the caller to see."""
    try:
        with _client(socket, 30.0) as client:
            client.shutdown(nosave=True)
    except (RedisError, OSError):
        return


def names_socket(pid: int, socket: Path) -> bool:
    """Whether that process is a server that was started on that socket, and no stranger with a used pid."""
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
