"""Events of movement and posture."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules.board.orders import Manner


class MovedAbout(Event, frozen=True, kw_only=True):
    """A movement of so many metres, rounded up; in a fight with places `Moved` has the destination.  [FF-TURN-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    metres: int
    manner: Manner


class JumpTried(Event, frozen=True, kw_only=True):
    """A jump of so many centimetres, long or (high) upwards: 2d + an attribute against its distance.  [FF-MOVE-03]

    difficulty: 2 for each metre of a long jump, 4 of a high one; parts of a point are rounded up.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    high: bool
    centimetres: int
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool
