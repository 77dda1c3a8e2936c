"""Pauses between retries."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec import Struct


class RetryPauses(Struct, frozen=True):
    """Pauses that double, in seconds, from the first to the longest. Endless."""

    first: float = 0.01
    longest: float = 0.5

    def __iter__(self) -> Iterator[float]:
        pause = min(self.first, self.longest)
        while True:
            # Jitter: callers interrupted by a restart must not all retry at the same moment.
            yield pause * random.uniform(0.5, 1.0)
            pause = min(2 * pause, self.longest)
