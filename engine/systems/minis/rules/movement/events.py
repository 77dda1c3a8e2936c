"""Events of movement."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.kit import Audience, Event, Point, Weight


class RunElected(Event, frozen=True, kw_only=True):
    """A mini runs for the rest of the turn.  [MN-RUN-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class PieceMoved(Event, frozen=True, kw_only=True):
    """A mini has moved a piece of its movement.  [MN-MOVE-01]

    start: where it began. way: its corners and its end.
    thousandths: of an inch, along the path: by so many the rounded sum of the turn grows. fraction: billionths by which
    the exact sum then differs from the rounded one.  [MN-GAP-36]
    penalised: movement is halved from now on.  [MN-WAT-05]  ended: it has met water.  [MN-WAT-01]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    from_: Point = msgspec.field(name="start")
    path: tuple[Point, ...] = msgspec.field(name="way")
    thousandths: int
    fraction: int = 0
    penalised: bool = False
    ended: bool = False
