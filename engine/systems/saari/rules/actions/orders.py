"""Orders of what else a turn is spent on."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order, Place
from engine.systems.saari.content.kinds import Attribute


class Hold(Order, frozen=True, kw_only=True):
    """Act no more in this round; the actions left serve reactions.  [G-04]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class TakeUp(Order, frozen=True, kw_only=True):
    """Take clumsy gear in hand.  [SA-GEAR-09]  held: all that is in hand from now on."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    held: tuple[Id, ...]


class Move(Order, frozen=True, kw_only=True):
    """Go to an adjacent zone, mounted one further.  [SA-MOVE-01, SA-MOUNT-01]

    through: the zone between, mounted; absent: the easiest way. held: what is in hand from now on; absent: no change.
    [SA-GEAR-07]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    to: Place
    through: Place | None = None
    held: tuple[Id, ...] | None = None


class Withdraw(Order, frozen=True, kw_only=True):
    """Go to an adjacent zone, mounted one further, without free strikes.  [SA-WDRAW-01]  through, held: as of Move."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    to: Place
    through: Place | None = None
    held: tuple[Id, ...] | None = None


Note = Annotated[str, msgspec.Meta(max_length=500)]

Said = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


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
