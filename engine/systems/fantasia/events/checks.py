"""Events of checks, and of what the game master was asked for."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.content.kinds import Attribute


class CheckMade(Event, frozen=True, kw_only=True):
    """2d + an attribute against a difficulty.  [FF-DICE-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool


class CheckFailed(Event, frozen=True, kw_only=True):
    """A check that cannot succeed is failed without a roll. reason: in the system's words.  [FF-ST-40]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attribute: Attribute
    reason: str


class OpposedCheckMade(Event, frozen=True, kw_only=True):
    """Both roll 2d + an attribute; the higher total wins, and a tie is not enough.  [FF-DICE-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attribute: Attribute
    total: int
    opponent: str
    opposing: Attribute
    opposed_total: int
    passed: bool


class RequestJudged(Event, frozen=True, kw_only=True):
    """The game master allows or refuses what was asked for.  [FF-TURN-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("purpose",)
    combatant: str
    purpose: str
    allowed: bool
