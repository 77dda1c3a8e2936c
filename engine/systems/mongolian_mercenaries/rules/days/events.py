"""Facts of the company's day."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Card
from engine.systems.mongolian_mercenaries.sheet import DayPhase


class PhaseCame(Event, frozen=True, kw_only=True):
    """The next phase of the day has come, or the next day.  [MM-OUT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    day: int = field(name="journeyDay")
    day_phase: DayPhase = field(name="journeyPhase")


class DayActionDone(Event, frozen=True, kw_only=True):
    """The party has done something that it may do once a day.  [MM-OUT-19]  action: which."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("action",)
    action: Card = field(name="dayAction")


class ProvisionsEaten(Event, frozen=True, kw_only=True):
    """The party has eaten.  [MM-OUT-07]  units: of provisions that are gone."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    units: int


class CampChanged(Event, frozen=True, kw_only=True):
    """The camp is pitched, or struck.  [MM-OUT-08]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    camped: bool
