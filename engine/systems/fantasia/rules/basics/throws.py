"""All results of two six-sided dice, and how many of them are a success: exact, with how many there are in all."""

from __future__ import annotations

from collections.abc import Sequence

THROWS = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""All results of 2d6, equally likely."""

_SUMS = tuple(sum(faces) for faces in THROWS)


def reached(figure: int, difficulty: int, *, twice: bool = False) -> tuple[int, int]:
    """(results of 2d6 + figure that reach a difficulty, all results).  [FF-DICE-02]

    twice: it is rolled twice, and the lower roll counts.  [FF-ST-23]
    """
    good = sum(thrown + figure >= difficulty for thrown in _SUMS)
    return (good**2, len(THROWS) ** 2) if twice else (good, len(THROWS))


def opposed(figure: int, opposing: int, *, ties: bool = False) -> tuple[int, int]:
    """(results of both that 2d6 + figure wins, all results). ties: also with a tie.  [FF-DICE-03]"""
    least = opposing - figure + (0 if ties else 1)
    return sum(mine - theirs >= least for mine in _SUMS for theirs in _SUMS), len(THROWS) ** 2


def unnoticed(hiding: Sequence[int], watching: Sequence[int], *, ties: bool = False) -> tuple[int, int]:
    """(results in which the lowest hider beats the highest watcher, all results); of each 2d6 and its figure.

    ties: also with a tie. Without watchers nobody notices anything.  [FF-SURP-04, FF-SURP-05]
    """
    everything = len(THROWS) ** (len(hiding) + len(watching))
    if not watching:
        return everything, everything
    good = 0
    for highest in range(min(watching) + 2, max(watching) + 13):
        exactly = _all_at_most(watching, highest) - _all_at_most(watching, highest - 1)
        good += exactly * _all_above(hiding, highest - 1 if ties else highest)
    return good, everything


def _all_at_most(figures: Sequence[int], total: int) -> int:
    product = 1
    for figure in figures:
        product *= sum(thrown + figure <= total for thrown in _SUMS)
    return product


def _all_above(figures: Sequence[int], total: int) -> int:
    product = 1
    for figure in figures:
        product *= sum(thrown + figure > total for thrown in _SUMS)
    return product
