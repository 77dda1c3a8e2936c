"""Orders of items, talents, prayers, states and traps in use."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import Card, Rank


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


class UseState(Order, frozen=True, kw_only=True):
    """Do what the card of a state allows, such as putting out the own fire.  [MM-ST-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    state: Card


class DisarmTrap(Order, frozen=True, kw_only=True):
    """Take a trap away that lies on a position of the own side, the own or a neighbouring one.  [MM-SKILL-18]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    position: Rank


class SetTrap(Order, frozen=True, kw_only=True):
    """Lay a trap on a neighbouring free position.  [MM-SKILL-18]  trap: its card."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    trap: Id
    position: Rank
