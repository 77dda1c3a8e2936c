"""Faults of a real server: killed, frozen, its subscriptions cut."""

from __future__ import annotations

import os
import signal
import sys
import time
from asyncio import create_subprocess_exec
from pathlib import Path

import redis

from engine.store.server import PrivateServer


def kill(server: PrivateServer) -> None:
    """SIGKILL, without warning to clients. `server.ensure()` restarts it on its data."""
    os.kill(server.pid, signal.SIGKILL)
    while server.runs():
        time.sleep(0.002)


def freeze(server: PrivateServer) -> None:
    """Stop it without closing anything, as after a network loss."""
    os.kill(server.pid, signal.SIGSTOP)


def thaw(server: PrivateServer) -> None:
    """Resume it."""
    os.kill(server.pid, signal.SIGCONT)


def cut_subscriptions(server: PrivateServer) -> None:
    """Close every subscribing connection, and no other."""
    with redis.Redis.from_url(server.url) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


_IN_A_WRITE = """
import os, signal, sys, time
pid, file, patience = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
base = size = os.stat(file).st_size
end = time.monotonic() + patience
changed = 0.0
while (now := time.monotonic()) < end:
    grown = os.stat(file).st_size
    if grown != size:
        base = size if now - changed > 0.0005 else base
        size, changed = grown, now
        if size - base >= 12_288:
            break
os.kill(pid, signal.SIGKILL)
"""


async def kill_in_a_write(pid: int, file: Path, patience: float) -> None:
    """SIGKILL while a long write makes the file grow, so it may be cut inside; after `patience` seconds at the latest.

    Watched from a separate process: in ours, the moment would pass before it is scheduled.
    """
    words = [str(pid), str(file), str(patience)]
    watching = await create_subprocess_exec(sys.executable, "-I", "-S", "-c", _IN_A_WRITE, *words)
    await watching.wait()
