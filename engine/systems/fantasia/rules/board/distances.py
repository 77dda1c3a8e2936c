"""Places: points in hundredths of a metre, cells of a board, or none at all, where everybody is in reach of everybody.

On the board distances are straight lines between the centres of the nearest cells; one cell is one metre.
"""

from __future__ import annotations

from math import isqrt

from engine.kit import Combatant, Place, Point, RuleRefusal, WhyNot
from engine.kit.ground import SceneArea, SceneDisc
from engine.kit.plane import distance_up, squared_distance
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board, grid

HUNDREDTHS = 100
"""Hundredths per metre: the unit of points."""
ARM = 1
"""Arm's length in metres."""


def _point(who: Combatant) -> Point | None:
    return who.place.point if who.place else None


def squared(point: Point | None, other: Point | None) -> int | None:
    """The square of the distance, in hundredths of a metre; None where a place is missing."""
    if point is None or other is None:
        return None
    return squared_distance(point, other)


def metres_between(point: Point, other: Point) -> int:
    """The distance in metres, rounded up."""
    return -(-distance_up(point, other) // HUNDREDTHS)


def _apart(state: FantasiaFight, combatant: str, other: str) -> int | None:
    """The square of the distance of two combatants, in hundredths of a metre; None where a place is missing."""
    if board.grid(state) is None:
        here = state.fight.combatants
        return squared(_point(here[combatant]), _point(here[other]))
    mine, theirs = board.block(state, combatant), board.block(state, other)
    if mine is None or theirs is None:
        return None
    return grid.squared(mine, theirs) * HUNDREDTHS**2


def within(state: FantasiaFight, combatant: str, other: str, metres: int) -> bool:
    """Whether two combatants are at most so many metres apart; always, where a place is missing."""
    square = _apart(state, combatant, other)
    return square is None or square <= (metres * HUNDREDTHS) ** 2


def in_sight(state: FantasiaFight, combatant: str, other: str, metres: int) -> bool:
    """Whether two combatants are at most so many metres apart, and no wall hides one from the other."""
    return within(state, combatant, other, metres) and board.sees(state, combatant, other)


def unreached(state: FantasiaFight, who: str, target: str, metres: int, *, rule: str, field: str) -> RuleRefusal:
    """Why a target is not reached with so many metres, of one who does not reach it: how far away it is, what is in
    between, or, of one near enough, that nothing reaches there from here."""
    square = _apart(state, who, target)
    apart = 0 if square is None else -(-_root_up(square) // HUNDREDTHS)
    why = WhyNot.OUT_OF_REACH
    if apart > metres:
        reason = f"{target} is {apart} m away, this reaches {metres} m"
    elif not board.sees(state, who, target):
        reason = f"{target} is out of sight: something is in between"
        why = WhyNot.NOT_SEEN
    else:
        reason = f"{target} cannot be reached from here"
    return RuleRefusal(f"{field}: {reason}", rule=rule, field=field, why=why)


def _root_up(square: int) -> int:
    root = isqrt(square)
    return root if root * root == square else root + 1


def beside(state: FantasiaFight, combatant: str, other: str) -> bool:
    """Whether two combatants are at arm's length: within 1 m, on the board on adjacent cells."""
    reached = board.beside(state, combatant, other)
    return within(state, combatant, other, ARM) if reached is None else reached


def near(state: FantasiaFight, who: str, lies: Place | None) -> bool:
    """Whether an object is at arm's length; always, where it or the combatant has no place."""
    stands = board.block(state, who)
    if stands is not None and lies is not None and lies.cell is not None:
        there = grid.Block(lies.cell)
        return grid.squared(stands, there) <= ARM and board.joined(state, stands, there)
    square = squared(_point(state.fight.combatants[who]), lies.point if lies else None)
    return square is None or square <= (ARM * HUNDREDTHS) ** 2


def placed(state: FantasiaFight, who: str) -> bool:
    """Whether a combatant has a place."""
    if board.grid(state) is not None:
        return board.block(state, who) is not None
    return _point(state.fight.combatants[who]) is not None


def square_between(state: FantasiaFight, combatant: str, other: str) -> int:
    """The square of the distance of two combatants; 0 where a place is missing."""
    return _apart(state, combatant, other) or 0


def nearest_first(state: FantasiaFight, who: str, whom: tuple[str, ...]) -> tuple[str, ...]:
    """These by distance; without places, and at equal distances, in the order given."""
    return tuple(sorted(whom, key=lambda c: square_between(state, who, c)))


def require_ground(state: FantasiaFight, point: Point) -> None:
    """RuleRefusal for a point off the board."""
    if not board.holds(state, point):
        raise RuleRefusal("to: a point on the board", rule="FF-TURN-03", field="to")


def around_area(here: Point, hundredths: int) -> SceneArea:
    """All points at most so far away."""
    return SceneArea(disc=SceneDisc(centre=here, radius=hundredths))


def around(state: FantasiaFight, here: Point, hundredths: int) -> tuple[Place, ...]:
    """Four samples of places so far away; at an edge of the board, those nearer that are on it."""
    found: list[Place] = []
    while hundredths > 0 and not found:
        steps = ((hundredths, 0), (-hundredths, 0), (0, hundredths), (0, -hundredths))
        points = (Point(here.x + dx, here.y + dy) for dx, dy in steps)
        found = [Place(point=point) for point in points if board.holds(state, point)]
        hundredths //= 2
    return tuple(found)
