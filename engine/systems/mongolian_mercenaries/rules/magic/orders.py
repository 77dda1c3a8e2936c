"""The order to cast."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import Card, Rank


class Cast(Order, frozen=True, kw_only=True):
    """Cast a spell.  [MM-ACT-08, MM-MAG-22, MM-DW-12]

    held_in: the scroll, rune or book at hand that it is cast from; absent: it is learned.  [MM-MAG-04]
    targets: of a spell at combatants. position: of the own side, of a spell that changes one.  [MM-MAG-15]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    combatant: Id
    spell: Card
    held_in: Id | None = None
    targets: tuple[Id, ...] = ()
    position: Rank | None = msgspec.field(default=None, name="spellPosition")
