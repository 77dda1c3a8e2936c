"""Geometry of squares: blocks of cells, distances, directions, backs. It works on numbers only."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kit import Cell
from engine.kit.board import cells, gap, king_distance, squared_distance, taxicab_distance
from engine.systems.fantasia.ground import Facing

STEPS = {Facing.NORTH: (0, -1), Facing.EAST: (1, 0), Facing.SOUTH: (0, 1), Facing.WEST: (-1, 0)}
"""Offsets of x and y for a step in each direction."""


class Block(Struct, frozen=True):
    """The cells of a combatant: a square of `size` cells a side. corner: that of least x and y."""

    corner: Cell
    size: int = 1

    def cells(self) -> Iterator[Cell]:
        """Its cells, row by row."""
        return (Cell(x, y) for x, y in cells(self.corner.x, self.corner.y, self.size))

    def at(self, corner: Cell) -> Block:
        """The same block at another corner."""
        return Block(corner, self.size)


def stepped(cell: Cell, facing: Facing, steps: int = 1) -> Cell:
    """The cell so many steps further."""
    dx, dy = STEPS[facing]
    return Cell(cell.x + dx * steps, cell.y + dy * steps)


def direction(cell: Cell, other: Cell) -> Facing | None:
    """The direction of another cell in a straight line; None for the same cell and for diagonals."""
    dx, dy = other.x - cell.x, other.y - cell.y
    if (dx == 0) is (dy == 0):
        return None
    return next(f for f, (x, y) in STEPS.items() if x * dx > 0 or y * dy > 0)


def offset(block: Block, other: Block) -> tuple[int, int]:
    """Columns and rows between the nearest cells of two blocks: (0, 0) where they overlap, (1, 0) side by side."""
    return (
        gap(block.corner.x, block.size, other.corner.x, other.size),
        gap(block.corner.y, block.size, other.corner.y, other.size),
    )


def squared(block: Block, other: Block) -> int:
    """The square of the distance, in cells, between the centres of their nearest cells."""
    return squared_distance(*offset(block, other))


def counted(block: Block, other: Block, *, twice: bool) -> int:
    """Cells between two blocks. twice: each diagonal one counts 2.  [FF-GRID-14]"""
    columns, rows = offset(block, other)
    return taxicab_distance(columns, rows) if twice else king_distance(columns, rows)


def behind(target: Block, facing: Facing, other: Block) -> bool:
    """Whether another block is straight behind a target: beyond its back, and not off to a side.  [FF-GRID-09]"""
    dx, dy = STEPS[facing]
    columns, rows = offset(target, other)
    if dx:
        return columns > 0 and rows == 0 and (other.corner.x - target.corner.x) * dx < 0
    return rows > 0 and columns == 0 and (other.corner.y - target.corner.y) * dy < 0


def in_back_arc(target: Block, facing: Facing, other: Block) -> bool:
    """Whether another block's centre is in the quarter behind a target's, edges included.  [FF-GRID-11]"""
    # Twice the distance between the centres, so that it is whole for blocks of any size.
    across = 2 * (other.corner.x - target.corner.x) + other.size - target.size
    down = 2 * (other.corner.y - target.corner.y) + other.size - target.size
    dx, dy = STEPS[facing]
    back = -(across * dx + down * dy)
    side = across if dy else down
    return back > 0 and abs(side) <= back
