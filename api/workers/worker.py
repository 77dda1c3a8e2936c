"""A worker: serves as a single process does, with what its supervisor has made, and not longer than that one lives."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress

from api.app import create_app
from api.config import ConfigError
from api.greeting import demo_lines
from api.logs import set_up_logs
from api.server import CUT_AFTER, SHUTDOWN_SECONDS, run
from api.workers.talk import Beat, Failed, Orders, Ready, Report, format_report, read_orders
from engine.kernel.errors import SkaldError
from engine.kernel.rulebook import RegistrationError

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two signs of life."""

LAST = SHUTDOWN_SECONDS + CUT_AFTER + 5.0
"""Seconds in which a worker without a supervisor ends in order."""


def main() -> int:
    """Serve as ordered; the exit code. The only argument is the descriptor that leads to the supervisor."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    orders = read_orders(channel)
    if orders is None:
        return 0
    threading.Thread(target=_outlived, args=(channel,), daemon=True).start()
    set_up_logs(worker=orders.number)
    try:
        _serve(orders, channel)
    except (ConfigError, RegistrationError, SkaldError, OSError) as error:
        _tell(channel, Failed(str(error)))
        return 1
    except Exception as error:
        log.exception("this worker cannot serve")
        _tell(channel, Failed(f"a worker fails: {error!r}"))
        return 1
    return 0


def _serve(orders: Orders, channel: socket.socket) -> None:
    app = create_app(orders.settings, kept=orders.kept)
    beating: set[asyncio.Task[None]] = set()

    async def listening(host: str, port: int) -> None:
        _tell(channel, Ready(await demo_lines(app.state.house, orders.address) if orders.demo else []))
        beating.add(asyncio.create_task(_beat(channel)))

    run(app, orders.settings, listening, [socket.socket(fileno=one) for one in orders.sockets])


async def _beat(channel: socket.socket) -> None:
    while True:
        await asyncio.sleep(BEAT)
        _tell(channel, Beat())


def _tell(channel: socket.socket, report: Report) -> None:
    # A supervisor that is gone, or that reads nothing, hears nothing: nobody waits for it.
    with suppress(OSError):
        channel.send(format_report(report), socket.MSG_DONTWAIT)


def _outlived(channel: socket.socket) -> None:
    """End the process when the supervisor is gone: nobody would start it again, nor keep the private server.

    In a thread, so that it is noticed whatever the loop is busy with.
    """
    with suppress(OSError):
        while channel.recv(1024):
            pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
