"""Places: points in hundredths of a metre, cells of a board, or none at all, where everybody is in reach of everybody.

On the board distances run between the middles of the nearest cells, in a straight line; one cell is one metre.
"""

from __future__ import annotations

from math import isqrt

from engine.kernel.combatant import Combatant, Place, Point
from engine.kernel.errors import RuleRefusal
from engine.systems.fantasia.rules import board, grid
from engine.systems.fantasia.rules.look import FF

HUNDREDTHS = 100
"""Of a metre: the unit of points."""
ARM = 1
"""Metres within which somebody is at arm's length."""


def _point(who: Combatant) -> Point | None:
    return who.place.point if who.place else None


def squared(one: Point | None, other: Point | None) -> int | None:
    """The square of the distance, in hundredths of a metre; None where somebody has no place."""
    if one is None or other is None:
        return None
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def hundredths_between(one: Point, other: Point) -> int:
    """The distance in hundredths of a metre, rounded up."""
    square = squared(one, other) or 0
    root = isqrt(square)
    return root if root * root == square else root + 1


def metres_between(one: Point, other: Point) -> int:
    """The distance in metres, rounded up."""
    return -(-hundredths_between(one, other) // HUNDREDTHS)


def _apart(state: FF, one: str, other: str) -> int | None:
    """The square of the distance of two, in hundredths of a metre; None where somebody has no place."""
    if board.grid(state) is None:
        here = state.fight.combatants
        return squared(_point(here[one]), _point(here[other]))
    mine, theirs = board.block(state, one), board.block(state, other)
    if mine is None or theirs is None:
        return None
    return grid.squared(mine, theirs) * HUNDREDTHS**2


def within(state: FF, one: str, other: str, metres: int) -> bool:
    """Whether two are at most so many metres apart; always, where one of them has no place."""
    square = _apart(state, one, other)
    return square is None or square <= (metres * HUNDREDTHS) ** 2


def beside(state: FF, one: str, other: str) -> bool:
    """Whether two are at arm's length: within 1 m, on the board on neighbouring cells."""
    reached = board.beside(state, one, other)
    return within(state, one, other, ARM) if reached is None else reached


def near(state: FF, who: str, lies: Place | None) -> bool:
    """Whether something that lies somewhere is at arm's length; always, where it or he has no place."""
    stands = board.block(state, who)
    if stands is not None and lies is not None and lies.cell is not None:
        return grid.squared(stands, grid.Block(lies.cell)) <= ARM
    square = squared(_point(state.fight.combatants[who]), lies.point if lies else None)
    return square is None or square <= (ARM * HUNDREDTHS) ** 2


def placed(state: FF, who: str) -> bool:
    """Whether somebody has a place."""
    if board.grid(state) is not None:
        return board.block(state, who) is not None
    return _point(state.fight.combatants[who]) is not None


def nearest_first(state: FF, who: str, whom: tuple[str, ...]) -> tuple[str, ...]:
    """These by distance from him; without places, and at equal distances, in the order given."""
    return tuple(sorted(whom, key=lambda c: _apart(state, who, c) or 0))


def require_ground(state: FF, point: Point) -> None:
    """RuleRefusal for a point off the board."""
    if not board.holds(state, point):
        raise RuleRefusal("to: a point on the board", rule="FF-TURN-03", field="to")


def around(state: FF, here: Point, hundredths: int) -> tuple[Place, ...]:
    """Four samples of places so far away; at an edge of the board, those nearer that lie on it."""
    found: list[Place] = []
    while hundredths > 0 and not found:
        steps = ((hundredths, 0), (-hundredths, 0), (0, hundredths), (0, -hundredths))
        points = (Point(here.x + dx, here.y + dy) for dx, dy in steps)
        found = [Place(point=point) for point in points if board.holds(state, point)]
        hundredths //= 2
    return tuple(found)
