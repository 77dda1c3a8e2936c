"""`skald serve --workers N`: runs the workers and the private server, forwards signals, and serves nothing itself."""

from __future__ import annotations

import asyncio
import signal
import sys

from api.config import Settings
from api.hosting.greeting import greet, reachable
from api.hosting.wiring import KeptServer, running_server, settled
from api.logs import set_up_logs
from api.workers.channel import StartOrders
from api.workers.listener import Listener
from api.workers.worker_pool import Greeting, WorkerPool
from engine.kernel.structs.errors import SkaldError


def supervise(settings: Settings, *, demo: bool) -> int:
    """Serve with `settings.workers` processes until SIGINT or SIGTERM; returns the exit code.

    Raises ConfigError.
    """
    set_up_logs()
    whole = settled(settings)
    try:
        listener = Listener(settings.host, settings.port)
    except OSError:
        return _fail(f"cannot listen on {settings.host}:{settings.port}: is it in use?")
    with listener:
        address = reachable(listener.host, listener.port)
        try:
            asyncio.run(
                _supervised(whole, listener, address, demo, lambda candidate: greet(settings, address, candidate))
            )
        except (SkaldError, OSError) as error:
            return _fail(str(error))
    return 0


async def _supervised(settings: Settings, listener: Listener, address: str, demo: bool, greeting: Greeting) -> None:
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopping.set)
    async with running_server(settings) as url:
        orders = StartOrders(number=0, settings=settings, kept=KeptServer(url), address=address, demo=demo)
        pool = WorkerPool(orders, listener, stopping, greeting)
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, pool.request_stop)
        await pool.run()


def _fail(message: str) -> int:
    print(f"skald: {message}", file=sys.stderr)
    return 1
