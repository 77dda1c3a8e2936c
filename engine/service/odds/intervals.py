"""Shares and means of many runs, with intervals of 95 per cent."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

Z = 1.959964
"""Quantile of the normal distribution for 95 per cent intervals."""


class Interval(Struct, frozen=True):
    """A value with its 95 per cent confidence interval."""

    value: float
    low: float
    high: float


def wilson(hits: int, of: int) -> Interval:
    """A share of `of` trials by Wilson's score: it stays within 0 and 1, however few there are."""
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share, square = hits / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """A mean by the normal distribution of its error."""
    count = len(values)
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    value = sum(values) / count
    if count == 1:
        return Interval(value, value, value)
    half = Z * sqrt(sum((number - value) ** 2 for number in values) / (count - 1) / count)
    return Interval(value, value - half, value + half)
