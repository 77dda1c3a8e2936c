"""The orders every system has: begin the fight, and let a combatant enter it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import Condition, Place
from engine.kernel.state.looks import Looks
from engine.kernel.structs.ids import Id, Seat
from engine.kernel.structs.messages import OfferGroup, Order
from engine.kernel.structs.named import NOBODY
from engine.kernel.structs.numbers import Amount


class Begin(Order, frozen=True, kw_only=True):
    """The fight begins: the system rolls or asks what it needs for the first turn. GM only, once."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: str = ""


class Entry(Order, frozen=True, kw_only=True):
    """Who enters, and where. Each system's `Enter` adds its sheet.

    id: the combatant's name in orders. seat: owns and controls it; absent: the GM. vitals: present figures, where they
    are not the sheet's. seen_by: the only seats that know of it; absent: everybody. looks: how it is shown; absent:
    plain.
    """

    actor: ClassVar[str] = ""
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    # What others may learn of a newcomer is in CombatantJoined, narrowed for each reader.
    narrowed: ClassVar[tuple[str, ...]] = (
        "id", "name", "side", "seat", "place", "vitals", "conditions", "seen_by", "sheet",
        "looks",
    )  # fmt: skip
    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    side: Annotated[Id, NOBODY]
    seat: Seat | None = None
    place: Place | None = None
    vitals: dict[str, Amount] | None = None
    conditions: tuple[Condition, ...] = ()
    seen_by: tuple[Seat, ...] | None = None
    looks: Looks | None = None


MOST_AT_ONCE = 100
"""How many may enter by one order."""
MOST_IN_A_FIGHT = 500
"""How many may be in a fight for anybody to enter, those who are out included: each step costs by them."""


class Newcomer(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Somebody, or several alike, of those who enter at once. Each system's adds its sheet.

    id, name: of copies both get a number behind them, the first ones that are free. count: how many. numbered: one
    alone gets a number too. place: where each of them enters; places: instead, one for each. looks: how they are shown;
    absent: plain. seen_by: the only seats that know of them; absent: everybody.
    """

    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    side: Annotated[Id, NOBODY]
    seat: Seat | None = None
    place: Place | None = None
    vitals: dict[str, Amount] | None = None
    conditions: tuple[Condition, ...] = ()
    seen_by: tuple[Seat, ...] | None = None
    looks: Looks | None = None
    count: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    numbered: bool = False
    places: Annotated[tuple[Place, ...], msgspec.Meta(max_length=50)] = ()


class Spawning(Order, frozen=True, kw_only=True):
    """Several enter at once, all or nobody. Each system's `Spawn` says who."""

    actor: ClassVar[str] = ""
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("combatants",)
    combatants: tuple[Any, ...]
