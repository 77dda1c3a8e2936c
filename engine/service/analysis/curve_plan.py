"""At which moments of a fight its chances are looked at: all in a short one, in a long one some, and more at a jump."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.service.analysis.curve import Shares, ranked
from engine.service.analysis.outline import Outline

COARSE = 13
"""Moments of a first look, from which it follows how many can be paid."""


def spread(outline: Outline, knots: Sequence[int], most: int) -> list[int]:
    """These moments and more, up to so many in all: the middle of the longest stretch first.

    Both ends of the fight are among them, and of what is no order: that cannot be done again.
    """
    spans = outline.spans
    found = {0, len(spans), *knots}
    for number, span in enumerate(spans):
        if not span.ordered:
            found |= {number, number + 1}
    while len(found) < min(most, len(spans) + 1):
        length, start = max((end - start, -start) for start, end in pairwise(sorted(found)))
        found.add(-start + length // 2)
    return sorted(found)


def refined(outline: Outline, knots: Sequence[int], shares: Shares) -> list[int]:
    """These moments, and the middle of each stretch of several acts over which the chances have jumped."""
    ends = list(pairwise(knots))
    jumps = [ends[number] for number in ranked(shares, knots, outline)]
    return sorted({*knots, *((start + end) // 2 for start, end in jumps if end - start > 1)})
