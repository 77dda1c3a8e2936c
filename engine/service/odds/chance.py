"""A chance that runs have shown: a share of them, and how wide it may be off."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct

from engine.service.odds.intervals import wilson

EDGE = 0.001
"""How near to never and always a chance comes that only runs have shown: they prove neither."""


class Chance(Struct, frozen=True):
    """A chance with its interval of 95 per cent (Wilson), 0 to 1. Exactly 0 or 1 only where nothing else can happen."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Quartiles(Struct, frozen=True):
    """The middle of some whole numbers, and of their lower and upper half. Each is one of them."""

    q1: int
    median: int
    q3: int


def chance(hits: int, of: int, *, certain: bool = False) -> Chance:
    """certain: nothing else can happen than what did."""
    if certain:
        share = float(hits == of and of > 0)
        return Chance(share, share, share)
    found = wilson(hits, of)
    value, low, high = (round(min(max(number, EDGE), 1 - EDGE), 4) for number in (found.value, found.low, found.high))
    return Chance(value, low, high)


def quartiles(values: Sequence[int]) -> Quartiles:
    """Of at least one value."""
    ordered = sorted(values)
    q1, median, q3 = (ordered[max(ceil(len(ordered) * part / 4) - 1, 0)] for part in (1, 2, 3))
    return Quartiles(q1, median, q3)
