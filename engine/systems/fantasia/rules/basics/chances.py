"""Chances of attack rolls, exactly: so many of all equally likely results, and how many results there are."""

from __future__ import annotations

from engine.systems.fantasia.rules.basics.critical import outcome_of
from engine.systems.fantasia.rules.basics.events import Outcome
from engine.systems.fantasia.rules.basics.throws import THROWS

_HITS = (Outcome.HIT, Outcome.CRITICAL)


def hits(faces: tuple[int, ...], figure: int, against: int, *, plain: bool) -> bool:
    """Whether these faces of 2d6 hit. For the rest see `hit`."""
    return outcome_of(faces, sum(faces) + figure, against, plain=plain) in _HITS


def hit(figure: int, against: int, *, plain: bool, twice: bool) -> tuple[int, int]:
    """(results of 2d6 + figure that hit, all results). plain: no criticals, no fumbles.  [FF-ATK-01, FF-CRIT-01]

    twice: it is rolled twice, and the lower roll counts.  [FF-ST-23]
    """
    each = [hits(faces, figure, against, plain=plain) for faces in THROWS]
    if not twice:
        return sum(each), len(THROWS)
    good = 0
    for first, item in zip(THROWS, each, strict=True):
        for second, other in zip(THROWS, each, strict=True):
            good += other if sum(second) < sum(first) else item
    return good, len(THROWS) ** 2
