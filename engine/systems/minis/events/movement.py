"""Events of movement."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

import msgspec

from engine.kit import Audience, Event, Point, Weight


class Turned(Event, frozen=True, kw_only=True):
    """A mini faces in another direction. pivot: by a pivot of its own.  [MN-GAP-37]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    facing: Point
    pivot: bool = False


class RunElected(Event, frozen=True, kw_only=True):
    """A mini runs for the rest of the turn.  [MN-RUN-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class Provocation(Enum):
    """What provokes an opportunity attack.  [MN-GAP-08]

    LEAVING: moving out of an enemy's reach.
    SHOOTING: shooting within it. CASTING: casting a spell within it. Both only where it is agreed so.
    """

    LEAVING = "LEAVING"
    SHOOTING = "SHOOTING"
    CASTING = "CASTING"


class OpportunityTaken(Event, frozen=True, kw_only=True):
    """A mini strikes at an enemy that leaves its reach, or that shoots or casts within it.  [MN-GAP-08, MN-GAP-38]

    mover: who is leaving, shoots or casts. provocation: which of these.
    in_water: in water that is a penalty for it: it does not move any more in this turn.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    mover: str
    in_water: bool = False
    provocation: Provocation = Provocation.LEAVING


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
