"""Rates an encounter for some of its sides from kernel data: the measure of a greedy bot."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.fight import Fight

STANDING = 0.5
"""Value of a combatant that is still fighting with any of its first vital left."""
OTHERS = 0.1
"""Value of all further vitals together, beside the first."""
NEARER = 0.0005
"""Value of one unit of length nearer to the nearest enemy: enough to walk, too little to skip an attack."""

READY = 0.02
"""Value of full readiness to attack, such as a loaded weapon. Less than an attack, more than a step."""


def evaluate(fight: Fight, seat: str, sides: Collection[str]) -> float:
    """Higher is better for these sides. Counts only visible combatants; the first vital decides life.

    sides: also ids of other sides' combatants that fight for them.
    """
    seen = [c for c in fight.combatants.values() if fight.sees(seat, c)]
    mine = [c for c in seen if c.side in sides or c.id in sides]
    theirs = [c for c in seen if c.side not in sides and c.id not in sides]
    value = sum(strength(c) for c in mine) - sum(strength(c) for c in theirs)
    targets = [c for c in theirs if strength(c) > 0]
    for combatant in mine:
        if strength(combatant) > 0:
            ways = [way for other in targets if (way := length(combatant.place, other.place)) is not None]
            value -= NEARER * min(ways, default=0.0)
    return value


def strength(who: Combatant) -> float:
    """0 for a defeated combatant, up to 1.6."""
    if who.out is not None:
        return 0.0
    shares = [vital.now / vital.max if vital.max else float(vital.now > 0) for vital in who.vitals.values()]
    if not shares or shares[0] <= 0:
        return 0.0
    first, *more = shares
    return first + STANDING + (OTHERS * sum(more) / len(more) if more else 0.0)


def length(place: Place | None, other: Place | None) -> float | None:
    """The distance of two places, in units of length or cells; None if unknown."""
    if place is None or other is None:
        return None
    if place.cell and other.cell:
        return hypot(place.cell.x - other.cell.x, place.cell.y - other.cell.y)
    if place.point and other.point:
        return hypot(place.point.x - other.point.x, place.point.y - other.point.y) / 100
    if place.rank is not None and other.rank is not None:
        return float(abs(place.rank - other.rank))
    return None
