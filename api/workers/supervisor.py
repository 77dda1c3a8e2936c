"""`skald serve --workers N`: keeps the workers and the private server, passes signals on, and serves nothing itself."""

from __future__ import annotations

import asyncio
import signal
import sys

from api.config import Settings
from api.greeting import greet, reachable
from api.logs import set_up_logs
from api.wiring import Kept, running_server, settled
from api.workers.crew import Crew, Greeting
from api.workers.door import Door
from api.workers.talk import Orders
from engine.kernel.errors import SkaldError


def supervise(settings: Settings, *, demo: bool) -> int:
    """Serve by `settings.workers` processes until told to end (SIGINT, SIGTERM); the exit code.

    Raises ConfigError.
    """
    set_up_logs()
    whole = settled(settings)
    try:
        door = Door(settings.host, settings.port)
    except OSError:
        return _say(f"cannot listen on {settings.host}:{settings.port}: is it in use?")
    with door:
        address = reachable(door.host, door.port)
        try:
            asyncio.run(_supervised(whole, door, address, demo, lambda lines: greet(settings, address, lines)))
        except (SkaldError, OSError) as error:
            return _say(str(error))
    return 0


async def _supervised(settings: Settings, door: Door, address: str, demo: bool, greeting: Greeting) -> None:
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopping.set)
    async with running_server(settings) as url:
        orders = Orders(number=0, settings=settings, kept=Kept(url), address=address, demo=demo)
        crew = Crew(orders, door, stopping, greeting)
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, crew.told_to_end)
        await crew.run()


def _say(message: str) -> int:
    print(f"skald: {message}", file=sys.stderr)
    return 1
