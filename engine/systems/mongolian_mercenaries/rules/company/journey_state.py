"""What a table sets for its company, and what the company keeps between fights: the calendar."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds import Card, Cards, Count
from engine.systems.mongolian_mercenaries.rules.company.day_cards import (
    DayDeck,
    EventDeck,
    FeastDeck,
    TodaysEvent,
    Weather,
)
from engine.systems.mongolian_mercenaries.sheet import DayPhase, Tally

Rate = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
MNT = "mnt"
"""The currency of base values.  [MM-OUT-02]"""
DAYS_IN_SEASON = 84
"""7 days a week, 4 weeks a month, 3 months a season.  [MM-OUT-03]"""
PHASES = tuple(DayPhase)
"""Morning, noon, evening, night.  [MM-OUT-03]"""


class LocationType(Enum):
    """Where the company is. A place that is found there does not change it.  [MM-OUT-09]"""

    WILD = "WILD"
    WATER = "WATER"
    SETTLEMENT = "SETTLEMENT"


class Recipe(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How a preparation is made.  [MM-OUT-20]

    ingredients: that are used up, each as often as it is named. tools: that have to be there.
    level: of Alchemy, at least.
    """

    ingredients: Annotated[tuple[Card, ...], msgspec.Meta(min_length=1, max_length=20)]
    tools: Annotated[tuple[Card, ...], msgspec.Meta(max_length=20)] = ()
    level: Annotated[int, msgspec.Meta(ge=1, le=5)] = msgspec.field(default=1, name="alchemyLevel")


class MerchantRank(Enum):
    """How many things a merchant offers a day: 3, 5 or 7.  [MM-OUT-15]"""

    PETTY = "PETTY"
    MIDDLE = "MIDDLE"
    INFLUENTIAL = "INFLUENTIAL"


class MerchantProfile(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a merchant deals in.  [MM-OUT-15]

    goods: cards of his types, from which his offer of a day is drawn, and which he buys.
    provisions: he has any number of them, beyond his offer.  [MM-OUT-07]
    """

    rank: MerchantRank = msgspec.field(default=MerchantRank.PETTY, name="merchantRank")
    goods: Annotated[tuple[Card, ...], msgspec.Meta(min_length=1, max_length=400)] = msgspec.field(name="merchantGoods")
    provisions: bool = msgspec.field(default=False, name="sellsProvisions")


class School(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What can be learned in a place that one does not have yet, and for how many development points.  [MM-OUT-19]"""

    skills: dict[Card, Count] = msgspec.field(default_factory=dict, name="skillPrices")
    spells: dict[Card, Count] = msgspec.field(default_factory=dict, name="spellPrices")


class CompanySettings(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a table sets for its company.

    cards: of this table alone, as in its fights.  [MM-GEN-02]
    allies_eat: allies and pets eat provisions, too.  [MM-OUT-07]
    rates: MNT that a token of another currency is worth. territory: whose currency every money action uses.
    [MM-OUT-02]  prices: base values in MNT, by card.  [MM-OUT-15]  merchants: what each of them offers.  [MM-OUT-15]
    xp_table: experience to rise from level 1, from level 2 and so on.  [MM-OUT-30]  talent_prices: development points
    for each talent.  [MM-OUT-19]  ingredients: what can be gathered, by type.  [MM-OUT-21]
    merchant_orders: what each merchant gets whom he is talked into it.  [MM-OUT-17]  recipes: of preparations, by card.
    [MM-OUT-20]  The source prints none of the last seven: an order that needs one that is not set is refused.
    day_deck: a card of it is drawn each day; without one days have no card. feasts: come at their dates.  [MM-OUT-04]
    event_decks: of events, by area; without one an event has no card. area: where the company begins.  [MM-OUT-05]
    lodging_prices: in MNT for each character, of poor, comfortable and luxurious.  [MM-REC-04]
    location_cards: what exploration finds, of wild, water and settlement. schools: places of schooling.  [MM-OUT-19]
    profiles: of merchants whose offers are drawn.  [MM-OUT-15]
    An order that needs one of the last four that is not set is refused.
    """

    cards: Cards = Cards()
    allies_eat: bool = False
    rates: dict[Card, Rate] = msgspec.field(default_factory=lambda: {"kzt": 5})
    territory: Card = "mnt"
    prices: dict[Card, Tally] | None = None
    merchants: dict[Card, tuple[Card, ...]] | None = msgspec.field(default=None, name="merchantOffers")
    xp_table: Annotated[tuple[Rate, ...], msgspec.Meta(max_length=99)] | None = None
    talent_prices: dict[Card, Count] | None = None
    ingredients: dict[Card, tuple[Card, ...]] | None = msgspec.field(default=None, name="ingredientsByType")
    merchant_orders: dict[Card, tuple[Card, ...]] | None = msgspec.field(default=None, name="merchantOrders")
    recipes: dict[Card, Recipe] | None = None
    day_deck: DayDeck | None = None
    event_decks: dict[Card, EventDeck] | None = None
    feasts: FeastDeck = msgspec.field(default=(), name="feastDeck")
    area: Card = msgspec.field(default="home", name="areaAtStart")
    lodging_prices: dict[Card, Tally] | None = None
    location_cards: dict[Card, EventDeck] | None = None
    schools: dict[Card, School] | None = None
    profiles: dict[Card, MerchantProfile] | None = msgspec.field(default=None, name="merchantProfiles")


class Journey(Struct, frozen=True, kw_only=True, rename="camel"):
    """Where the company is in time.  [MM-OUT-03]

    day: the first is 1. day_phase: what comes next. camped: its camp is pitched.  [MM-OUT-08]
    fed: it has eaten today. put_off: it was asked, and has not yet.  [MM-OUT-07]
    done: what it has done today and may do once a day.  [MM-OUT-19]  treated, repairing: who was treated, and who has
    repaired something, in this phase.  [MM-OUT-29]  trained: who has, today.  [MM-OUT-19]
    location: of what type the place is where it stands.  [MM-OUT-09]
    day_card: drawn for today. weather: of today. feasts: that act today. used: cards of each deck that are discarded,
    the day deck's under "". [MM-OUT-04]  events: of today. area: whose event deck counts; null: that at the start.
    halted: an action that an event or the night has interrupted. halted_for: phases that it still takes. [MM-OUT-05]
    enemies: visible ones are where the party stands.  [MM-REC-01]
    offered: what merchants have today whose offers are drawn.  [MM-OUT-15]
    owed: phases that fights have taken, and that are not yet counted off what lasts for phases.  [MM-OUT-31]
    """

    day: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(default=1, name="journeyDay")
    day_phase: DayPhase = msgspec.field(default=DayPhase.MORNING, name="journeyPhase")
    camped: bool = False
    fed: bool = False
    put_off: bool = msgspec.field(default=False, name="mealPutOff")
    done: tuple[Card, ...] = msgspec.field(default=(), name="doneToday")
    treated: tuple[str, ...] = msgspec.field(default=(), name="treatedNow")
    repairing: tuple[str, ...] = msgspec.field(default=(), name="repairingNow")
    trained: tuple[str, ...] = msgspec.field(default=(), name="trainedToday")
    location: LocationType = msgspec.field(default=LocationType.WILD, name="locationType")
    day_card: Card | None = None
    weather: tuple[Weather, ...] = msgspec.field(default=(), name="weatherToday")
    feasts: tuple[Card, ...] = msgspec.field(default=(), name="feastsToday")
    used: dict[str, tuple[Card, ...]] = msgspec.field(default_factory=dict, name="discardedCards")
    events: tuple[TodaysEvent, ...] = msgspec.field(default=(), name="eventsToday")
    area: Card | None = None
    offered: dict[Card, tuple[Card, ...]] = msgspec.field(default_factory=dict, name="offersToday")
    halted: Card | None = msgspec.field(default=None, name="haltedAction")
    halted_for: int = msgspec.field(default=0, name="phasesMissing")
    enemies: bool = msgspec.field(default=False, name="enemiesVisible")
    owed: int = msgspec.field(default=0, name="phasesOwed")

    @property
    def evolve_fighters(self) -> Callable[[Any, Any, Any], Any]:
        """How facts of fights change fighters: `between.py` says it for the campaigns that are played."""
        raise NotImplementedError

    @property
    def season(self) -> int:
        """0 to 3, counted from the first day.  [MM-OUT-03]"""
        return (self.day - 1) // DAYS_IN_SEASON % 4


def provisions_on(sheet: dict[str, object]) -> Count:
    """Units on a sheet in JSON.  [MM-OUT-07]"""
    units = sheet.get("provisions", 0)
    return units if isinstance(units, int) else 0
