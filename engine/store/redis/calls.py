"""One way to call the server: repeat what may be repeated, within a deadline, and say StoreUnavailable after it.

Every call of the adapter may be repeated: an append has its key, all else sets or reads.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ConnectionError,
    NoPermissionError,
    NoScriptError,
    RedisError,
    TimeoutError,
)

from engine.store.port import StoreUnavailable

T = TypeVar("T")
log = logging.getLogger(__name__)

# A server that starts, fails over or moves slots says one of these and is well a moment later.
PASSING = ("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY", "NOREPLICAS")
# A disk or memory that is full does not mend itself within seconds.
LASTING = ("MISCONF", "OOM", "NOAUTH", "WRONGPASS", "NOPERM")

ADVICE = {
    "MISCONF": "it cannot write its files; see its log, and whether its disk is full",
    "OOM": "its memory is full; give it more (maxmemory), and never an eviction policy",
    "READONLY": "it is a replica now; SKALD_REDIS_URL must lead to the primary",
    "NOREPLICAS": "too few replicas are with it (min-replicas-to-write)",
    "CLUSTERDOWN": "part of its cluster is missing",
    "MASTERDOWN": "it is a replica, and its primary is gone",
    "NOAUTH": "it wants a password; see SKALD_REDIS_URL",
    "WRONGPASS": "it does not take the password in SKALD_REDIS_URL",
    "NOPERM": "the user in SKALD_REDIS_URL may not do this",
}
"""What an operator may do about a server that answers, and refuses."""
REMINDED_EVERY = 10.0
"""Seconds until the same refusal is told again."""

FIRST_PAUSE = 0.01
LONGEST_PAUSE = 0.5


class Caller:
    """Calls a server, and tells the operator when it is away, when it is back, and what it refuses.

    patience: seconds for which a call is repeated. turned: told when the server says that it is a replica.
    """

    def __init__(self, patience: float, turned: Callable[[], Awaitable[None]] | None = None) -> None:
        self._patience, self._turned = patience, turned
        self._away_since: float | None = None
        self._complained: dict[str, float] = {}

    async def call(self, do: Callable[[], Awaitable[T]]) -> T:
        """What `do` returns, tried again with growing pauses while the server is away.

        Raises StoreUnavailable after `patience`, or at once when waiting is no use. Other errors of the server are our
        mistakes and pass through.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        pause = FIRST_PAUSE
        while True:
            try:
                answer = await do()
            except RedisError as error:
                passing = is_passing(error)
                if passing is None:
                    raise
                self._tell(error, loop.time())
                if not passing or loop.time() + pause > deadline:
                    raise StoreUnavailable(f"the store does not answer: {error}") from error
                if self._turned is not None and "READONLY" in _words(error):
                    await self._turned()
            else:
                if self._away_since is not None:
                    log.info("the store answers again, after %.1f s", loop.time() - self._away_since)
                    self._away_since = None
                return answer
            # Jitter: the callers that a restart stopped must not all come back in one moment.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _tell(self, error: RedisError, now: float) -> None:
        """One line when it goes away; of what it refuses a line now and then, for reads may go on meanwhile."""
        words = _words(error)
        code = next((code for code in ADVICE if code in words), "")
        if not code:
            if self._away_since is None:
                self._away_since = now
                log.warning("the store does not answer, trying again: %s", error)
        elif now - self._complained.get(code, float("-inf")) > REMINDED_EVERY:
            self._complained[code] = now
            log.error("the store refuses (%s): %s. It said: %s", code, ADVICE[code], error)


def is_passing(error: RedisError) -> bool | None:
    """Whether the server may be well in a moment; False if it is away for longer; None for an error of another kind.

    By content, because inside a script some servers wrap the code in a sentence of their own.
    """
    words = _words(error)
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError) or _among(words, LASTING):
        return False
    # A server that came back empty has lost the script, once more between its loading and the call.
    if isinstance(error, ConnectionError | TimeoutError | BusyLoadingError | NoScriptError) or _among(words, PASSING):
        return True
    return None


def is_full(error: RedisError) -> bool:
    """Whether the server refused because its memory is full."""
    return "OOM" in _words(error)


def _words(error: RedisError) -> list[str]:
    return [error.status_code or "", *str(error).replace(":", " ").replace("-", " ").split()]


def _among(words: list[str], codes: tuple[str, ...]) -> bool:
    return any(word in codes for word in words)
