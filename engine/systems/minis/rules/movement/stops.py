"""What stops a mini in the middle of a piece of movement; the piece goes on afterwards, unless it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from engine.kit import Point, Table
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.state import MinisState


class Stop(Struct, frozen=True):
    """A stop on a segment.

    step: how many steps of a hundredth of an inch lead there (`steps_between`); of the same step the lesser `rank`
    comes first. at: where the mini stands then. act: what happens; returns whether the mini goes on.
    """

    step: int
    rank: tuple[int, int, int, str]
    at: Point
    act: Callable[[Table[MinisState]], bool]


StopFinder = Callable[[MinisFight, str, Point, Point], Iterable[Stop]]
"""What looks for stops: the state, who moves, and both ends of a segment."""


def stops_on(state: MinisFight, who: str, point: Point, other: Point) -> list[Stop]:
    """The stops of a segment, in order."""
    found = [stop for look in state.own.stop_finders for stop in look(state, who, point, other)]
    return sorted(found, key=lambda stop: (stop.step, stop.rank))
