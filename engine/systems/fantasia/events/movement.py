"""Events of moving, jumping and falling."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.commands import Manner
from engine.systems.fantasia.content.kinds import Attribute


class MovedAbout(Event, frozen=True, kw_only=True):
    """A movement of so many metres, rounded up; where to says `Moved`, in a fight with places.  [FF-TURN-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    metres: int
    manner: Manner


class JumpTried(Event, frozen=True, kw_only=True):
    """A jump of so many centimetres, far or (high) upwards: 2d + an attribute against its distance.  [FF-MOVE-03]

    difficulty: 2 for each metre of a long jump, 4 of a high one; parts of a point are rounded up.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    high: bool
    centimetres: int
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool


class Fell(Event, frozen=True, kw_only=True):
    """Somebody falls so many metres: damage of one die for all, times metres.  [FF-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    metres: int


class CarriedOff(Event, frozen=True, kw_only=True):
    """A strong wind drags somebody who floats; where to says `Moved`, in a fight with places.  [FF-ST-53]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    cause: str
