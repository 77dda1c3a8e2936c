"""Streams that are held open, counted by the token that opened them.

Each process counts its own: a stream costs the process that serves it, and one that is killed leaves no count behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from api.auth import Pass
from api.errors import RateLimited


class Held:
    """most: streams at once with one token; 0: any number. The operator's are not counted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._streams: Counter[str] = Counter()

    def check(self, who: Pass) -> None:
        """RateLimited where one stream more would be too many."""
        if self._most and who.mark and self._streams[who.mark] >= self._most:
            raise RateLimited(f"{self._most} streams are open with this token: end one")

    @contextmanager
    def one(self, who: Pass) -> Iterator[None]:
        """A stream, as long as the block lasts."""
        self.check(who)
        self._streams[who.mark] += 1
        try:
            yield
        finally:
            self._streams[who.mark] -= 1
            if not self._streams[who.mark]:
                del self._streams[who.mark]
