"""How well a fight stands for some sides of it, by what the kernel holds: the measure of a greedy bot."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from engine.kernel.combatant import Combatant, Place
from engine.kernel.fight import Fight

STANDING = 0.5
"""What somebody is worth who is in the fight with anything left of his first vital."""
OTHERS = 0.1
"""What all his further vitals together are worth beside the first."""
NEARER = 0.0005
"""What one unit of length nearer to the nearest enemy is worth: enough to walk, too little to forgo a blow."""


def worth(fight: Fight, seat: str, sides: Collection[str]) -> float:
    """The more, the better for these sides. Only of those whom the seat sees; the first vital is what life hangs on.

    sides: and combatants of others that fight for them, by their ids.
    """
    seen = [c for c in fight.combatants.values() if fight.sees(seat, c)]
    mine = [c for c in seen if c.side in sides or c.id in sides]
    theirs = [c for c in seen if c.side not in sides and c.id not in sides]
    value = sum(_strength(c) for c in mine) - sum(_strength(c) for c in theirs)
    targets = [c for c in theirs if _strength(c) > 0]
    for one in mine:
        if _strength(one) > 0:
            ways = [length for other in targets if (length := _length(one.place, other.place)) is not None]
            value -= NEARER * min(ways, default=0.0)
    return value


def _strength(who: Combatant) -> float:
    """0 for whom the fight is lost, up to 1.6."""
    if who.out is not None:
        return 0.0
    shares = [vital.now / vital.max if vital.max else float(vital.now > 0) for vital in who.vitals.values()]
    if not shares or shares[0] <= 0:
        return 0.0
    first, *more = shares
    return first + STANDING + (OTHERS * sum(more) / len(more) if more else 0.0)


def _length(one: Place | None, other: Place | None) -> float | None:
    """How far two places are apart, in units of length or cells; None where nothing says."""
    if one is None or other is None:
        return None
    if one.cell and other.cell:
        return hypot(one.cell.x - other.cell.x, one.cell.y - other.cell.y)
    if one.point and other.point:
        return hypot(one.point.x - other.point.x, one.point.y - other.point.y) / 100
    if one.rank is not None and other.rank is not None:
        return float(abs(one.rank - other.rank))
    return None
