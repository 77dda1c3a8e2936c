"""Keeping the private server alive while the service runs."""

from __future__ import annotations

import asyncio
import logging

from engine.store.server.errors import ServerError
from engine.store.server.private import PrivateServer

LOG = logging.getLogger(__name__)


async def keep(server: PrivateServer, every: float = 0.25) -> None:
    """Look after the server until cancelled, and start it again when its process or its socket is gone.

    every: seconds between two looks; a look is two system calls. After a start that failed the next look comes later,
    at most 30 s: what keeps it from starting (a full disk) passes or needs a person, who finds each try in the log.
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
