"""Events of requests, and of the game master."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Attribute


class CheckFailed(Event, frozen=True, kw_only=True):
    """A check that cannot succeed fails without a roll. reason: in the system's words.  [FF-ST-40]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attribute: Attribute
    reason: str


class RequestJudged(Event, frozen=True, kw_only=True):
    """The game master allows or refuses a request.  [FF-TURN-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("purpose",)
    combatant: str
    purpose: str
    allowed: bool
