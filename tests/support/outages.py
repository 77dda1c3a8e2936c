"""What befalls a real server: killed, frozen, its subscriptions cut."""

from __future__ import annotations

import os
import signal
import time

import redis

from engine.store.server import PrivateServer


def kill(server: PrivateServer) -> None:
    """SIGKILL, no word to the clients. `server.ensure()` brings it back on its data."""
    os.kill(server.pid, signal.SIGKILL)
    while server.runs():
        time.sleep(0.002)


def freeze(server: PrivateServer) -> None:
    """Stop it without closing anything, as a lost network would look."""
    os.kill(server.pid, signal.SIGSTOP)


def thaw(server: PrivateServer) -> None:
    """Let it go on."""
    os.kill(server.pid, signal.SIGCONT)


def cut_subscriptions(server: PrivateServer) -> None:
    """Close every connection that listens, and no other."""
    with redis.Redis.from_url(server.url) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
