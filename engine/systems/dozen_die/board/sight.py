"""Lines between figures: which squares they cross, and whether they give sight.  [DD-GAP-16]"""

from __future__ import annotations

from engine.kit.board import crossed, is_clear, middle
from engine.systems.dozen_die.board.footprint import Footprint, king_steps
from engine.systems.dozen_die.board.terrain_map import TerrainMap


def between(footprint: Footprint, other: Footprint) -> tuple[tuple[int, int], ...]:
    """The squares that a line between two centres crosses, in order, without the squares of the two figures."""
    if footprint.size == other.size == 1 and (
        footprint.x == other.x or footprint.y == other.y or _aslant(footprint, other)
    ):
        dx, dy = (other.x > footprint.x) - (other.x < footprint.x), (other.y > footprint.y) - (other.y < footprint.y)
        return tuple((footprint.x + dx * n, footprint.y + dy * n) for n in range(1, king_steps(footprint, other)))
    start, end = middle(footprint.x, footprint.y, footprint.size), middle(other.x, other.y, other.size)
    ends = {*footprint.cells(), *other.cells()}

    def far(at: tuple[int, int]) -> int:
        return (2 * at[0] + 1 - start[0]) ** 2 + (2 * at[1] + 1 - start[1]) ** 2

    return tuple(sorted((at for at in crossed(start, end) if at not in ends), key=far))


def _aslant(footprint: Footprint, other: Footprint) -> bool:
    return abs(footprint.x - other.x) == abs(footprint.y - other.y)


def sees(land: TerrainMap, footprint: Footprint, other: Footprint) -> bool:
    """Whether a line of sight runs between two figures, from centre to centre.

    Squares that block sight block it, except those of the two figures and those lower than both. Grazing a corner
    does not block; a line along the edge of two squares is blocked where both of them block. Walls along the sides of
    squares block what crosses them, and what passes where two of them meet on either side. Figures never block, and
    they see all round.  [DD-MOVE-04]
    """
    if not land.edges.sight(
        (footprint.x, footprint.y, footprint.size), (other.x, other.y, other.size), min(footprint.height, other.height)
    ):
        return False
    ends = {*footprint.cells(), *other.cells()}
    low = min(footprint.height, other.height)
    screens = (at for at in land.screens if at not in ends and not land.seen_over(at, low))
    return is_clear(middle(footprint.x, footprint.y, footprint.size), middle(other.x, other.y, other.size), screens)
