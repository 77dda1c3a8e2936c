"""Lines over the board: which squares they cross, and what they see.  [DD-GAP-16]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.stand import Stand, king_steps

Twice = tuple[int, int]
"""A point in half squares, so that middles and corners are whole numbers."""


def middle(stand: Stand) -> Twice:
    """The middle of a figure."""
    return (2 * stand.x + stand.size, 2 * stand.y + stand.size)


def _side(one: Twice, other: Twice, corner: Twice) -> int:
    return (other[0] - one[0]) * (corner[1] - one[1]) - (other[1] - one[1]) * (corner[0] - one[0])


def crosses(one: Twice, other: Twice, at: tuple[int, int]) -> bool:
    """Whether the line between two points goes through the inside of a square; its rim and corners do not count."""
    left, top = 2 * at[0], 2 * at[1]
    if max(one[0], other[0]) <= left or min(one[0], other[0]) >= left + 2:
        return False
    if max(one[1], other[1]) <= top or min(one[1], other[1]) >= top + 2:
        return False
    sides = [_side(one, other, (left + dx, top + dy)) for dx in (0, 2) for dy in (0, 2)]
    return min(sides) < 0 < max(sides)


def runs_along(one: Twice, other: Twice, at: tuple[int, int]) -> bool:
    """Whether an upright or level line runs along the rim of a square for a while."""
    left, top = 2 * at[0], 2 * at[1]
    if one[0] == other[0] and one[0] in (left, left + 2):
        return max(one[1], other[1]) > top and min(one[1], other[1]) < top + 2
    if one[1] == other[1] and one[1] in (top, top + 2):
        return max(one[0], other[0]) > left and min(one[0], other[0]) < left + 2
    return False


def between(one: Stand, other: Stand) -> tuple[tuple[int, int], ...]:
    """The squares that a line from middle to middle crosses, but for those of the two, from the first on."""
    if one.size == other.size == 1 and (one.x == other.x or one.y == other.y or _aslant(one, other)):
        dx, dy = (other.x > one.x) - (other.x < one.x), (other.y > one.y) - (other.y < one.y)
        return tuple((one.x + dx * n, one.y + dy * n) for n in range(1, king_steps(one, other)))
    start, end = middle(one), middle(other)
    mine = {*one.cells(), *other.cells()}

    def far(at: tuple[int, int]) -> int:
        return (2 * at[0] + 1 - start[0]) ** 2 + (2 * at[1] + 1 - start[1]) ** 2

    return tuple(sorted((at for at in _box(start, end) if at not in mine and crosses(start, end, at)), key=far))


def _aslant(one: Stand, other: Stand) -> bool:
    return abs(one.x - other.x) == abs(one.y - other.y)


def _box(one: Twice, other: Twice) -> Iterator[tuple[int, int]]:
    for y in range(min(one[1], other[1]) // 2, max(one[1], other[1]) // 2 + 1):
        for x in range(min(one[0], other[0]) // 2, max(one[0], other[0]) // 2 + 1):
            yield x, y


def sees(land: Land, one: Stand, other: Stand) -> bool:
    """Whether a line of sight runs between two, from middle to middle.

    Squares that nobody sees through block it, but for those of the two, and for those lower than both. Grazing a corner
    does not; a line along the rim of two squares is blocked where both of them block. Figures never do, and they see
    all round.  [DD-MOVE-04]
    """
    start, end = middle(one), middle(other)
    mine = {*one.cells(), *other.cells()}
    low = min(one.height, other.height)
    rims: list[tuple[int, int]] = []
    for at in land.screens:
        if at in mine or land.seen_over(at, low):
            continue
        if crosses(start, end, at):
            return False
        if runs_along(start, end, at):
            rims.append(at)
    upright = start[0] == end[0]
    # Of two on either side of the line, the one is the other's neighbour across it.
    across = [(x + 1, y) if upright else (x, y + 1) for x, y in rims]
    return not any(at in rims for at in across)
