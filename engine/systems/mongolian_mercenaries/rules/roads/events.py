"""Facts of travel."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Card
from engine.systems.mongolian_mercenaries.rules.company.journey_state import LocationType


class PartyTravelled(Event, frozen=True, kw_only=True):
    """The party has travelled.  [MM-OUT-10]

    entered: so many locations. wanted: as many as it set out for; where it is more, a test has ended the travel.
    location: of what type the last one is. area: whose event deck counts from now on; null: the same.  [MM-OUT-05]
    enemies: visible ones are there.  [MM-REC-01]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("area",)
    entered: int = field(name="locationsEntered")
    wanted: int = field(name="locationsWanted")
    location: LocationType = field(name="locationType")
    area: Card | None = None
    enemies: bool = field(default=False, name="enemiesVisible")


class LocationExplored(Event, frozen=True, kw_only=True):
    """The party has explored where it is, or tried to get into a place.  [MM-OUT-09, MM-OUT-19]

    place: which; null: it has explored. found: the test has passed. location_card, title, text: drawn for it.
    deck: from which.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("place", "location_card", "title", "text", "deck")
    place: Card | None = field(default=None, name="placeEntered")
    found: bool = field(name="somethingFound")
    location_card: Card | None = None
    title: str | None = field(default=None, name="eventTitle")
    text: str = field(default="", name="cardText")
    deck: Card | None = field(default=None, name="deckDrawn")
    reshuffled: bool = False
