"""The cards of days, events and feasts, as a table writes them.  [MM-OUT-03, MM-OUT-04, MM-OUT-05]"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import NOBODY, RuleRefusal
from engine.systems.mongolian_mercenaries.content.kinds import Card, Name
from engine.systems.mongolian_mercenaries.sheet import DayPhase

Saying = Annotated[str, msgspec.Meta(max_length=500), NOBODY]
SUMMER, WINTER = 1, 3
"""Of the seasons, which are counted from 0 for spring.  [MM-OUT-03]"""
YEAR = 336
"""Days: four seasons of 84.  [MM-OUT-03]"""


class Weather(Enum):
    """What a Day card says of the weather.  [MM-OUT-04]"""

    HEAT = "HEAT"
    COLD = "COLD"
    FROST = "FROST"
    RAIN = "RAIN"
    SNOW = "SNOW"


class DayCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A card of the day deck.  [MM-OUT-04]

    text: what it says beyond the rest. weather: as printed. time_symbol: what waits for it happens today.
    event: it has an event symbol. icons: of phases beside it; number: before it, for so many separate events.
    [MM-OUT-05]
    """

    id: Card
    name: Name
    text: Saying = msgspec.field(default="", name="cardText")
    weather: Annotated[tuple[Weather, ...], msgspec.Meta(max_length=5)] = ()
    time_symbol: bool = False
    event: bool = msgspec.field(default=False, name="eventSymbol")
    icons: Annotated[tuple[DayPhase, ...], msgspec.Meta(max_length=4)] = msgspec.field(default=(), name="phaseIcons")
    number: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = msgspec.field(default=None, name="eventNumber")


class EventCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A card of an area's event deck.  [MM-OUT-05]"""

    id: Card
    name: Name
    text: Saying = msgspec.field(default="", name="cardText")


class FeastCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A card of the feast deck. date: the day of the year, from 1. days: how long it acts.  [MM-OUT-04]"""

    id: Card
    name: Name
    text: Saying = msgspec.field(default="", name="cardText")
    date: Annotated[int, msgspec.Meta(ge=1, le=YEAR)] = msgspec.field(name="dayOfYear")
    days: Annotated[int, msgspec.Meta(ge=1, le=YEAR)] = msgspec.field(default=1, name="feastDays")


DayDeck = Annotated[tuple[DayCard, ...], msgspec.Meta(min_length=1, max_length=400)]
EventDeck = Annotated[tuple[EventCard, ...], msgspec.Meta(min_length=1, max_length=200)]
FeastDeck = Annotated[tuple[FeastCard, ...], msgspec.Meta(max_length=100)]


class TodaysEvent(Struct, frozen=True, kw_only=True, rename="camel"):
    """An event of today. phases: that it takes. card: drawn for it. come: it has begun.  [MM-OUT-05]"""

    phases: tuple[DayPhase, ...] = msgspec.field(name="eventPhases")
    card: Card | None = msgspec.field(default=None, name="eventCard")
    come: bool = False


def events_of(card: DayCard) -> tuple[TodaysEvent, ...]:
    """The events that a Day card brings: one for each icon where it has a number, otherwise one over all of them.

    Without an icon they come as early as possible.  [MM-OUT-05]
    """
    if not card.event:
        return ()
    phases = tuple(DayPhase)
    if card.number is None:
        return (TodaysEvent(phases=card.icons or phases[:1]),)
    return tuple(TodaysEvent(phases=(phase,)) for phase in card.icons or phases[: card.number])


def possible(weather: Iterable[Weather], season: int) -> tuple[Weather, ...]:
    """The weather of a card in a season: summer knows no frost and no snow, winter no heat.  [MM-OUT-04]"""
    printed = tuple(weather)
    made: list[Weather] = []
    for part in printed:
        found = part
        if season == SUMMER:
            found = {Weather.FROST: Weather.HEAT, Weather.SNOW: Weather.RAIN}.get(part, part)
        elif season == WINTER:
            if part is Weather.HEAT:
                found = Weather.FROST
            elif part is Weather.RAIN and {Weather.COLD, Weather.FROST, Weather.HEAT} & {*printed}:
                found = Weather.SNOW
        if found not in made:
            made.append(found)
    return tuple(made)


def judge_decks(days: DayDeck | None, events: dict[str, EventDeck] | None, feasts: FeastDeck) -> None:
    """RuleRefusal for decks that cannot be played: an id twice, icons that do not fit."""
    piles: list[tuple[str, tuple[DayCard | EventCard | FeastCard, ...]]] = [("dayDeck", days or ()), ("feasts", feasts)]
    piles += [(f"eventDecks.{area}", deck) for area, deck in (events or {}).items()]
    for field, pile in piles:
        seen: list[str] = []
        for place, card in enumerate(pile):
            if card.id in seen:
                raise RuleRefusal("id: another card has it", rule="MM-OUT-04", field=f"{field}.{place}.id")
            seen.append(card.id)
    for place, day in enumerate(days or ()):
        field = f"dayDeck.{place}.phaseIcons"
        if len(dict.fromkeys(day.icons)) < len(day.icons):
            raise RuleRefusal("phaseIcons: each phase once", rule="MM-OUT-05", field=field)
        if day.number is not None and day.icons and len(day.icons) != day.number:
            raise RuleRefusal("phaseIcons: one for each event", rule="MM-OUT-05", field=field)
        if not day.event and (day.icons or day.number is not None):
            raise RuleRefusal("phaseIcons: they belong to an event symbol", rule="MM-OUT-05", field=field)
