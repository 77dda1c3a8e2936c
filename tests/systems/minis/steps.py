"""Steps of minis in tests: ways by points from the middle, where somebody stands, what is refused."""

from __future__ import annotations

from engine.kernel.state.combatant import Point
from engine.kernel.structs.messages import Order
from engine.systems.minis.orders import Move
from engine.systems.minis.rules.movement.orders import Stop
from tests.systems.minis.bout import Bout, point

NORTH, EAST, SOUTH, WEST = Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)


def move(who: str, *stops: tuple[int, int], facing: Point | None = None) -> Move:
    """A way by points counted from the middle of the table."""
    return Move(combatant=who, path=tuple(Stop(point=point(*stop)) for stop in stops), facing=facing)


def at(bout: Bout, who: str = "ada") -> tuple[int, int]:
    """Where somebody stands, counted from the middle."""
    where = bout.who(who).place
    assert where is not None
    assert where.point is not None
    return where.point.x - 2400, where.point.y - 2400


def refuses(bout: Bout, order: Order, reason: str, rule: str) -> None:
    """The order is refused in these words."""
    refusal = bout.refuse(order)
    assert (refusal.reason, refusal.rule) == (reason, rule)


def walks(bout: Bout, who: str, *stops: tuple[int, int], facing: Point | None = None) -> tuple[int, int]:
    """Move, whatever opportunity attacks are declined; where it ends."""
    bout.order(move(who, *stops, facing=facing))
    while bout.asked and bout.asked[0] == "StrikeAtLeaving":
        bout.answer("decline")
    return at(bout, who)
