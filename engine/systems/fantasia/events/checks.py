"""Events of checks, and of requests to the game master."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Attribute


class CheckMade(Event, frozen=True, kw_only=True):
    """2d + an attribute against a difficulty.  [FF-DICE-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool


class CheckFailed(Event, frozen=True, kw_only=True):
    """A check that cannot succeed fails without a roll. reason: in the system's words.  [FF-ST-40]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attribute: Attribute
    reason: str


class OpposedCheckMade(Event, frozen=True, kw_only=True):
    """Both roll 2d + an attribute; the higher total wins, and a tie is not enough.  [FF-DICE-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attribute: Attribute
    total: int
    opponent: str
    opposing: Attribute
    opposed_total: int
    passed: bool


class RequestJudged(Event, frozen=True, kw_only=True):
    """The game master allows or refuses a request.  [FF-TURN-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("purpose",)
    combatant: str
    purpose: str
    allowed: bool
