"""Places: points in hundredths of a metre, or none at all, where everybody is in reach of everybody."""

from __future__ import annotations

from math import isqrt

from engine.kernel.combatant import Combatant, Point
from engine.systems.fantasia.rules.look import FF

HUNDREDTHS = 100
"""Of a metre: the unit of points."""


def _point(who: Combatant) -> Point | None:
    return who.place.point if who.place else None


def squared(one: Point | None, other: Point | None) -> int | None:
    """The square of the distance, in hundredths of a metre; None where somebody has no place."""
    if one is None or other is None:
        return None
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def metres_between(one: Point, other: Point) -> int:
    """The distance in metres, rounded up."""
    square = squared(one, other) or 0
    root = isqrt(square)
    hundredths = root if root * root == square else root + 1
    return -(-hundredths // HUNDREDTHS)


def within(state: FF, one: str, other: str, metres: int) -> bool:
    """Whether two are at most so many metres apart; always, where one of them has no place."""
    here = state.fight.combatants
    square = squared(_point(here[one]), _point(here[other]))
    return square is None or square <= (metres * HUNDREDTHS) ** 2


def placed(state: FF, who: str) -> bool:
    """Whether somebody has a place."""
    return _point(state.fight.combatants[who]) is not None


def nearest_first(state: FF, who: str, whom: tuple[str, ...]) -> tuple[str, ...]:
    """These by distance from him; without places, and at equal distances, in the order given."""
    here = state.fight.combatants
    return tuple(sorted(whom, key=lambda c: squared(_point(here[who]), _point(here[c])) or 0))
