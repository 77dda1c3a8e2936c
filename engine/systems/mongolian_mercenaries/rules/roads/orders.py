"""Orders of travel."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import COMBATANT, Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import Card
from engine.systems.mongolian_mercenaries.rules.company.journey_state import LocationType
from engine.systems.mongolian_mercenaries.rules.days.orders import ActionLength
from engine.systems.mongolian_mercenaries.rules.roads.terrain import BoatSize, Ground, Lane, Ride, Slope, Vehicle
from engine.systems.mongolian_mercenaries.sheet import Tally


class TravelStep(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A location that is entered, as the table's map has it.  [MM-OUT-09]

    location: its type. ground, slope: what is difficult there. trail: a trail leads there.  [MM-OUT-10]
    area: whose event deck counts from there on; null: the same as before.  [MM-OUT-05]
    enemies: a visible enemy is there: no Rest, until a fight is settled or the party goes on.  [MM-REC-01]
    """

    location: LocationType = msgspec.field(default=LocationType.WILD, name="locationType")
    ground: Ground = msgspec.field(default=Ground.STEPPE, name="groundCover")
    slope: Slope = Slope.PLAIN
    trail: bool = False
    area: Card | None = None
    enemies: bool = msgspec.field(default=False, name="enemiesVisible")


class Rider(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Who rides, and what.  [MM-OUT-11]"""

    rider: Annotated[Id, COMBATANT]
    ride: Ride


class Travel(Order, frozen=True, kw_only=True):
    """The party travels, once a day, for a phase. GM only.  [MM-OUT-10]

    steps: the locations entered, in order. riders: who rides what; all others walk.  [MM-OUT-11]
    vehicle: all travel in it; null: in none.  [MM-OUT-12]  lane: all follow it in a boat; null: none.  [MM-OUT-14]
    boat: of which size it is; null: of one that fits.  [MM-OUT-14]
    left: pets and allies that may stay behind, and are lost then: their owners are asked.  [MM-PET-05]
    """

    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    steps: Annotated[tuple[TravelStep, ...], msgspec.Meta(min_length=1, max_length=40)]
    riders: Annotated[tuple[Rider, ...], msgspec.Meta(max_length=40)] = ()
    vehicle: Vehicle | None = None
    lane: Lane | None = None
    boat: BoatSize | None = None
    left: Annotated[tuple[Annotated[Id, COMBATANT], ...], msgspec.Meta(max_length=40)] = msgspec.field(
        default=(), name="leftBehind"
    )


class TakeTransport(Order, frozen=True, kw_only=True):
    """The party rides by public transport, once a day, without any test. GM only.  [MM-OUT-13]

    location, area: where it leads. length: how many phases it takes. fare: MNT that each character pays of its own.
    """

    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    location: LocationType = msgspec.field(default=LocationType.SETTLEMENT, name="locationType")
    length: ActionLength = ActionLength.ORDINARY
    fare: Tally = 0
    area: Card | None = None


class Explore(Order, frozen=True, kw_only=True):
    """The party explores where it is, once a day, for a phase; or gets into a place there. GM only.  [MM-OUT-19]

    place: that asks a test first; no phase passes by that. skill: that it asks, Streetwise by default.  [MM-OUT-09]
    """

    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    place: Card | None = msgspec.field(default=None, name="placeEntered")
    skill: Card = "streetwise"
