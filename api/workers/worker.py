"""A worker: serves like a single process, with resources from its supervisor, and ends when the supervisor does."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress

from api.config import ConfigError
from api.hosting.app import create_app
from api.hosting.greeting import Demo, opened_demo
from api.hosting.server import CUT_AFTER, SHUTDOWN_SECONDS, run
from api.logs import set_up_logs
from api.workers.channel import Failed, Heartbeat, Ready, Report, StartOrders, format_report, read_orders
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.structs.errors import SkaldError

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two heartbeats."""

LAST = SHUTDOWN_SECONDS + CUT_AFTER + 5.0
"""Seconds for an orderly end of a worker without a supervisor."""


def main() -> int:
    """Serve as ordered; returns the exit code. The only argument is the descriptor of the supervisor's channel."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    orders = read_orders(channel)
    if orders is None:
        return 0
    threading.Thread(target=_outlived, args=(channel,), daemon=True).start()
    set_up_logs(worker=orders.number)
    try:
        _serve(orders, channel)
    except (ConfigError, RegistrationError, SkaldError, OSError) as error:
        _report(channel, Failed(str(error)))
        return 1
    except Exception as error:
        log.exception("this worker cannot serve")
        _report(channel, Failed(f"a worker fails: {error!r}"))
        return 1
    return 0


def _serve(orders: StartOrders, channel: socket.socket) -> None:
    gc.disable()  # until it runs, as in a single process
    app = create_app(orders.settings, kept=orders.kept)
    app.state.demo = orders.demo
    beating: set[asyncio.Task[None]] = set()

    async def listening(host: str, port: int) -> None:
        _report(channel, Ready(await opened_demo(app.state.services, orders.address) if orders.makes_demo else Demo()))
        beating.add(asyncio.create_task(_beat(channel)))

    run(app, orders.settings, listening, [socket.socket(fileno=number) for number in orders.sockets])


async def _beat(channel: socket.socket) -> None:
    while True:
        await asyncio.sleep(BEAT)
        _report(channel, Heartbeat())


def _report(channel: socket.socket, report: Report) -> None:
    # Never wait for a supervisor that is gone or does not read: the report is dropped.
    with suppress(OSError):
        channel.send(format_report(report), socket.MSG_DONTWAIT)


def _outlived(channel: socket.socket) -> None:
    """End the process when the supervisor is gone: nothing would restart it or keep the private server running.

    Runs in a thread, so that a busy event loop does not delay it.
    """
    with suppress(OSError):
        while channel.recv(1024):
            pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
