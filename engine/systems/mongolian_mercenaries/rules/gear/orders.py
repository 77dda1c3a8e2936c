"""Orders of gear that is moved, handed over or gained, and of levels."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order

Things = Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)]


class SearchEquipment(Order, frozen=True, kw_only=True):
    """Look through one's equipment and swap things.  [MM-ACT-09, MM-DW-24]

    hold, wear, ready, pack: ids of what goes into the hands, is put on, goes onto the belt, into the backpack.
    What is in the hands already stays there as far as they hold it.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    hold: Things = ()
    wear: Things = ()
    ready: Things = ()
    pack: Things = ()


class HandOver(Order, frozen=True, kw_only=True):
    """Hand things to an ally who is very close, or ask for some.  [MM-ACT-10, MM-DW-25]

    give: ids of one's own. want: ids of the ally's, which its player may refuse.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    target: Id
    give: Things = ()
    want: Things = ()
