"""Keeping the private server alive while the service runs."""

from __future__ import annotations

import asyncio
import logging

from engine.store.server.errors import ServerError
from engine.store.server.private import PrivateServer

LOG = logging.getLogger(__name__)


async def keep_alive(server: PrivateServer, every: float = 0.25) -> None:
    """Watch the server until cancelled, and restart it when its process or socket is gone.

    every: seconds between checks; a check is two system calls. After a failed start the next check comes later, at most
    30 s: the cause (a full disk) passes or needs a person, who finds each try in the log.
    """
    pause = every
    while True:
        await asyncio.sleep(pause)
        try:
            if not server.reachable():
                await asyncio.to_thread(server.ensure)
            pause = every
        except (ServerError, OSError) as error:
            pause = min(max(pause * 2, 1.0), 30.0)
            LOG.error("the private server could not be started again, next try in %g s: %s", pause, error)
