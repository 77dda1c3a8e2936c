"""Orders of spells and readied actions."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.types import Readied, Trigger


class Cast(Order, frozen=True, kw_only=True):
    """Cast a spell.  [FF-MAG-01]

    targets: one; of an area spell the one at its centre, or, in a fight without places, everybody in it.
    """

    actor: ClassVar[str] = "caster"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    caster: Id
    spell: Id
    targets: tuple[Id, ...]


Remark = Annotated[str, msgspec.Meta(max_length=500)]


class Ready(Order, frozen=True, kw_only=True):
    """Ready the normal action until something happens.  [FF-READY-01]

    watched: whose actions count; absent: anybody's. note: the condition in words; the engine does not check it.
    Target, weapon and spell are picked when it is used.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("action", "trigger", "watched", "note")
    combatant: Id
    action: Readied
    trigger: Trigger = Trigger.ANY
    watched: Id | None = None
    note: Remark = ""
