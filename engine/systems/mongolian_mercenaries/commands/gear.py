"""The orders about gear: searching equipment, handing over, items, talents, prayers."""

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


class UseItem(Order, frozen=True, kw_only=True):
    """Use an item at hand.  [MM-ACT-14, MM-DW-13]  target: whom it is used on; absent: the user, or nobody.

    weapon: a melee weapon of one's own that it is used on.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    item: Id
    target: Id | None = None
    weapon: Id | None = None


class UseTalent(Order, frozen=True, kw_only=True):
    """Use a talent that is an action.  [MM-ACT-15, MM-TAL-03, MM-DW-13]

    targets: on whom, where it is on somebody. means: of an attack, a weapon at hand; absent: the first that serves.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    talent: Id
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=5)] = ()
    means: Id | None = None


class Pray(Order, frozen=True, kw_only=True):
    """Say a prayer.  [MM-ACT-16, MM-SKILL-23, MM-DW-13]  target: on whom; absent: the user, or nobody."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    combatant: Id
    prayer: Id
    target: Id | None = None


ORDERS: tuple[type[Order], ...] = (SearchEquipment, HandOver, UseItem, UseTalent, Pray)
