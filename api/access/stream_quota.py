"""Open streams, counted per token, and without one per address.

Each process counts its own: a stream costs the process that serves it, and a killed process leaves no count behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from api.access.auth import Caller
from api.access.rates import network
from api.errors.request_errors import RateLimited


class StreamQuota:
    """most: open streams per token, or without one per address; 0: unlimited. The operator's are not counted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._streams: Counter[str] = Counter()

    def check(self, who: Caller, address: str = "") -> None:
        """RateLimited if one more stream would be too many."""
        mark = _mark(who, address)
        if self._most and mark and self._streams[mark] >= self._most:
            whom = "with this token" if who.mark else "from your address"
            raise RateLimited(f"{self._most} streams are open {whom}: end one")

    @contextmanager
    def one(self, who: Caller, address: str = "") -> Iterator[None]:
        """Count a stream as open for the duration of the block."""
        self.check(who, address)
        mark = _mark(who, address)
        self._streams[mark] += 1
        try:
            yield
        finally:
            self._streams[mark] -= 1
            if not self._streams[mark]:
                del self._streams[mark]


def _mark(who: Caller, address: str) -> str:
    """By what a caller's streams are counted; "": not at all."""
    return "" if who.admin else who.mark or (address and network(address))
