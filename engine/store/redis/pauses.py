"""How long to wait before something is tried again."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec import Struct


class Pauses(Struct, frozen=True):
    """Pauses that double, in seconds, from the first to the longest. Endless."""

    first: float = 0.01
    longest: float = 0.5

    def __iter__(self) -> Iterator[float]:
        pause = min(self.first, self.longest)
        while True:
            # Jitter: the callers that a restart stopped must not all come back in one moment.
            yield pause * random.uniform(0.5, 1.0)
            pause = min(2 * pause, self.longest)
