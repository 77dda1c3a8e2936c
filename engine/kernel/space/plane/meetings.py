"""How one straight side of a line is met: by a point, and by a segment. Exact: whole numbers only.

Closed lines and lines kept in a tree ask the same of each of their sides.
"""

from __future__ import annotations

from fractions import Fraction

from engine.kernel.space.plane.shares import Exact
from engine.kernel.space.turns import Spot, along, turn


def met_eastwards(first: Spot, second: Spot, at: Exact) -> bool | None:
    """Whether a line from a point to the east crosses a side; None: the point lies on it.

    Of a corner on that line only one of two sides counts, so that an odd number of crossings means inside.
    """
    x, y, over = at
    px, py, qx, qy = first[0] * over - x, first[1] * over - y, second[0] * over - x, second[1] * over - y
    across = px * qy - py * qx
    if across == 0 and px * qx + py * qy <= 0:
        return None
    return (py > 0) is not (qy > 0) and (across > 0) is (qy > py)


def shares_met(first: Spot, second: Spot, start: Spot, end: Spot) -> tuple[Fraction, ...]:
    """Where a segment of some length meets a side, as shares of its length.

    Touching counts; where it runs along the side, the first and the last common point do.
    """
    low, high = turn(start, end, *first), turn(start, end, *second)
    if low == high == 0:
        square = along(start, end, *end)
        shares = sorted((along(start, end, *first), along(start, end, *second)))
        if shares[0] <= square and shares[1] >= 0:
            return Fraction(max(shares[0], 0), square), Fraction(min(shares[1], square), square)
    elif (low <= 0 <= high) or (high <= 0 <= low):
        mine, theirs = turn(first, second, *start), turn(first, second, *end)
        if mine != theirs and ((mine <= 0 <= theirs) or (theirs <= 0 <= mine)):
            return (Fraction(mine, mine - theirs),)
    return ()
