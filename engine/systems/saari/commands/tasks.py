"""The orders of active actions that are neither attack nor movement."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.saari.content.kinds import Attribute

Said = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Note = Annotated[str, msgspec.Meta(max_length=500)]


class FirstAid(Order, frozen=True, kw_only=True):
    """Bring an unconscious comrade in the same zone back into the fight.  [SA-AID-01]

    held: what is in hand from now on; absent: no change.  [SA-GEAR-07]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    target: Id
    held: tuple[Id, ...] | None = None


class ShakeOff(Order, frozen=True, kw_only=True):
    """Try to shake a condition off.  [SA-DEF-11]  condition: its key. held: as of FirstAid."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    condition: Id
    held: tuple[Id, ...] | None = None


class GroupAction(Order, frozen=True, kw_only=True):
    """Do something together with comrades who join; never an attack.  [SA-GROUP-01, SA-GROUP-02]

    attribute: that is rolled. target: somebody whom it concerns, as the troll that they sneak past; nothing is done to
    it. note: what they do. held: as of FirstAid.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    attribute: Attribute
    target: Id | None = None
    note: Note = ""
    held: tuple[Id, ...] | None = None


class OtherAction(Order, frozen=True, kw_only=True):
    """Do anything else: the game master names what it costs and how hard it is.  [G-63]

    note: what it does. attribute: that its player proposes to roll; absent: nothing is rolled. held: as of FirstAid.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    note: Said
    attribute: Attribute | None = None
    held: tuple[Id, ...] | None = None


ORDERS: tuple[type[Order], ...] = (FirstAid, ShakeOff, GroupAction, OtherAction)
