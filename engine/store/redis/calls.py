"""Calls to the server: retried within a deadline, then StoreUnavailable.

Every call of the adapter may be retried: an append has its key, all others set or read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ConnectionError,
    NoPermissionError,
    RedisError,
    TimeoutError,
    TryAgainError,
)

from engine.store.port import StoreUnavailable
from engine.store.redis.retry_pauses import RetryPauses

T = TypeVar("T")
log = logging.getLogger(__name__)

# A server that starts, fails over or moves slots answers with one of these and recovers in a moment.
PASSING = ("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY", "NOREPLICAS")
# A full disk or memory does not recover within seconds.
LASTING = ("MISCONF", "OOM", "NOAUTH", "WRONGPASS", "NOPERM")

ADVICE = {
    "MISCONF": "it cannot write its files; see its log, and whether its disk is full",
    "OOM": "its memory is full; give it more (maxmemory), and never an eviction policy",
    "READONLY": "it is a replica now; SKALD_REDIS_URL must lead to the primary",
    "NOREPLICAS": "too few replicas are with it (min-replicas-to-write)",
    "CLUSTERDOWN": "part of its cluster is missing; CLUSTER SHARDS tells which, bring its server back or replace it",
    "MASTERDOWN": "it is a replica, and its primary is gone",
    "NOAUTH": "it wants a password; see SKALD_REDIS_URL",
    "WRONGPASS": "it does not take the password in SKALD_REDIS_URL",
    "NOPERM": "the user in SKALD_REDIS_URL may not do this",
}
"""What an operator can do about a server that refuses calls."""
REMINDED_EVERY = 10.0
"""Seconds until the same refusal is logged again."""

PATIENCE = 5.0
"""Seconds for which a call is retried."""


class Caller:
    """Calls servers, and logs when one is away, when it is back, and what it refuses.

    patience: seconds for which a call is retried. pauses: between the tries. heed: called with each try's error.
    """

    def __init__(
        self, patience: float, pauses: RetryPauses, note_failure: Callable[[RedisError], Awaitable[None]]
    ) -> None:
        self._patience, self._pauses, self._note_failure = patience, pauses, note_failure
        self._away_since: float | None = None
        self._repeating = 0
        self._complained: dict[str, float] = {}

    async def call(self, do: Callable[[], Awaitable[T]]) -> T:
        """What `do` returns, retried with growing pauses while the server is away.

        Raises StoreUnavailable after `patience`, or at once if waiting is useless. Other server errors are bugs of the
        caller and pass through.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        pauses: Iterator[float] | None = None
        try:
            while True:
                try:
                    answer = await do()
                    break
                except RedisError as error:
                    passing = is_passing(error)
                    if passing is None:
                        raise
                    if pauses is None:
                        pauses = iter(self._pauses)
                        self._repeating += 1
                    self._tell(error, loop.time())
                    await self._note_failure(error)
                    pause = next(pauses)
                    if not passing or loop.time() + pause > deadline:
                        raise StoreUnavailable(f"the store does not answer: {error}") from error
                await asyncio.sleep(pause)
        finally:
            self._repeating -= pauses is not None
        # In a cluster one server may be away while others answer: it is back when no call is retrying.
        if self._away_since is not None and not self._repeating:
            log.info("the store answers again, after %.1f s", loop.time() - self._away_since)
            self._away_since = None
        return answer

    def _tell(self, error: RedisError, now: float) -> None:
        """Log one line when it goes away, and a line now and then for refusals, as reads may go on meanwhile."""
        if isinstance(error, AskError | TryAgainError):
            return  # a slot is moving between servers: nothing is wrong
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
    """Whether the server may recover in a moment; False if it is away for longer; None for other errors.

    Judged by content, because inside a script some servers wrap the code in a sentence.
    """
    words = _words(error)
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError) or _among(words, LASTING):
        return False
    if isinstance(error, ConnectionError | TimeoutError | BusyLoadingError) or _among(words, PASSING):
        return True
    return None


def is_full(error: RedisError) -> bool:
    """Whether the server's memory is full."""
    return "OOM" in _words(error)


def _words(error: RedisError) -> list[str]:
    return [error.status_code or "", *str(error).replace(":", " ").replace("-", " ").split()]


def _among(words: list[str], codes: tuple[str, ...]) -> bool:
    return any(word in codes for word in words)
