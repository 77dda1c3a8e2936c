"""Ways on squares, one step after another in eight directions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.kernel.space.paths import NODE
from engine.kernel.state.combatant import Cell
from engine.kernel.structs.budget import spend


def ways(start: Cell, is_free: Callable[[Cell], bool], most: int) -> dict[Cell, tuple[Cell, ...]]:
    """Every square within so many steps, the nearest first, with a shortest way there; not the start itself.

    is_free: whether somebody can step on a square: it lies on the board, and neither a wall nor anybody is there. It
    is asked of squares beside free ones alone. A diagonal step is as long as any other, and may pass between two walls.
    """
    found: dict[Cell, tuple[Cell, ...]] = {start: ()}
    queue = deque(found)
    while queue and len(found[queue[0]]) < most:
        here = queue.popleft()
        spend(NODE)
        for step in (Cell(here.x + x, here.y + y) for y in (-1, 0, 1) for x in (-1, 0, 1)):
            if step not in found and is_free(step):
                found[step] = (*found[here], step)
                queue.append(step)
    return {cell: way for cell, way in found.items() if way}
