"""The orders every system has: begin the fight, and let somebody enter it."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kernel.combatant import Condition, Place
from engine.kernel.ids import Id, Seat
from engine.kernel.messages import Order


class Begin(Order, frozen=True, kw_only=True):
    """The fight begins: the system rolls or asks what it needs for the first turn. GM only, once."""

    note: str = ""


class Entry(Order, frozen=True, kw_only=True):
    """Who enters, and where. Each system's `Enter` adds its sheet.

    seat: owns and controls him; absent: the GM. vitals: present figures, where they are not the sheet's.
    seen_by: the only seats that know of him; absent: everybody.
    """

    actor: ClassVar[str] = ""
    # What others learn of a newcomer is in CombatantJoined, for each as far as he may.
    narrowed: ClassVar[tuple[str, ...]] = (
        "combatant", "name", "side", "seat", "place", "vitals", "conditions", "seen_by", "sheet",
    )  # fmt: skip
    combatant: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    side: Id
    seat: Seat | None = None
    place: Place | None = None
    vitals: dict[str, int] | None = None
    conditions: tuple[Condition, ...] = ()
    seen_by: tuple[Seat, ...] | None = None
