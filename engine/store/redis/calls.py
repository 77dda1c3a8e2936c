"""One way to call the server: repeat what may be repeated, within a deadline, and say StoreUnavailable after it.

Every call of the adapter may be repeated: an append has its key, all else sets or reads.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ConnectionError,
    NoPermissionError,
    RedisError,
    TimeoutError,
)

from engine.store.port import StoreUnavailable

T = TypeVar("T")

# A server that starts, fails over or moves slots says one of these and is well a moment later.
PASSING = ("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY", "NOREPLICAS")
# A disk or memory that is full does not mend itself within seconds.
LASTING = ("MISCONF", "OOM", "NOAUTH", "WRONGPASS", "NOPERM")

FIRST_PAUSE = 0.01
LONGEST_PAUSE = 0.5


async def call(do: Callable[[], Awaitable[T]], patience: float) -> T:
    """What `do` returns, tried again with growing pauses while the server is away, for `patience` seconds.

    Raises StoreUnavailable after that, or at once when waiting is no use. Other errors of the server are our mistakes
    and pass through.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + patience
    pause = FIRST_PAUSE
    while True:
        try:
            return await do()
        except RedisError as error:
            passing = is_passing(error)
            if passing is None:
                raise
            if not passing or loop.time() + pause > deadline:
                raise StoreUnavailable(f"the store does not answer: {error}") from error
        # Jitter: the callers that a restart stopped must not all come back in one moment.
        await asyncio.sleep(pause * random.uniform(0.5, 1.0))
        pause = min(2 * pause, LONGEST_PAUSE)


def is_passing(error: RedisError) -> bool | None:
    """Whether the server may be well in a moment; False if it is away for longer; None for an error of another kind.

    By content, because inside a script some servers wrap the code in a sentence of their own.
    """
    words = [error.status_code or "", *str(error).replace(":", " ").replace("-", " ").split()]
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError) or _among(words, LASTING):
        return False
    if isinstance(error, ConnectionError | TimeoutError | BusyLoadingError) or _among(words, PASSING):
        return True
    return None


def _among(words: list[str], codes: tuple[str, ...]) -> bool:
    return any(word in codes for word in words)
