"""Facts of the company's day."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Card
from engine.systems.mongolian_mercenaries.rules.company.day_cards import TodaysEvent, Weather
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


class MealPutOff(Event, frozen=True, kw_only=True):
    """The party does not eat yet.  [MM-OUT-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


class CampChanged(Event, frozen=True, kw_only=True):
    """The camp is pitched, or struck.  [MM-OUT-08]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    camped: bool


class DayCardDrawn(Event, frozen=True, kw_only=True):
    """The Day card of today.  [MM-OUT-04]

    title: its name. weather: that the season lets come. events: that it brings. reshuffled: the deck was, before.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("day_card", "title", "text")
    day_card: Card
    title: str = field(name="cardTitle")
    text: str = field(default="", name="cardText")
    weather: tuple[Weather, ...] = field(default=(), name="weatherToday")
    time_symbol: bool = False
    events: tuple[TodaysEvent, ...] = field(default=(), name="eventsToday")
    reshuffled: bool = False


class EventCame(Event, frozen=True, kw_only=True):
    """An event takes its phases.  [MM-OUT-05]

    number: which of today's events, from 0. event_card, title: of the card; null and "": its area has no deck.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("area", "event_card", "title", "text")
    number: int = field(name="eventOfDay")
    area: Card
    event_card: Card | None = None
    title: str | None = field(default=None, name="eventTitle")
    text: str = field(default="", name="cardText")
    reshuffled: bool = False


class FeastCame(Event, frozen=True, kw_only=True):
    """A feast begins, or goes on today.  [MM-OUT-04]  over: its last day has passed, and it is discarded."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("feast", "title", "text")
    feast: Card
    title: str = field(name="cardTitle")
    text: str = field(default="", name="cardText")
    over: bool = field(default=False, name="feastOver")


class ActionHalted(Event, frozen=True, kw_only=True):
    """An action is interrupted without effect.  [MM-OUT-05]

    action: which. missing: phases that it still takes; 0: it has lapsed.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("action",)
    action: Card = field(name="dayAction")
    missing: int = field(name="phasesMissing")


class PhasesCounted(Event, frozen=True, kw_only=True):
    """Phases that fights have taken are counted off what lasts for phases.  [MM-OUT-31]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    phases: int = field(name="phasesTaken")


class VagrancySeen(Event, frozen=True, kw_only=True):
    """The party spends the night of that day in a Settlement without lodging, which is a crime.  [MM-REC-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    day: int = field(name="journeyDay")
