"""Orders of what happens to a fighter."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import COMBATANT, Id, OfferGroup, Order, Place


class Mount(Order, frozen=True, kw_only=True):
    """Get on a mount in the same zone.  [SA-MOUNT-01, G-63]  held: as of Move."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    mount: Annotated[Id, COMBATANT]
    held: tuple[Id, ...] | None = None


class Dismount(Order, frozen=True, kw_only=True):
    """Get off the mount.  [SA-MOUNT-01, G-63]  held: as of Move."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    held: tuple[Id, ...] | None = None


class PlaceAlly(Order, frozen=True, kw_only=True):
    """The game master moves an ally, at any count, and while a decision is open.  [W-05, W-15, SA-ALLY-03]

    ally: or a mount without a rider. to: a zone; absent: its own. beside: somebody there whose engagement it joins;
    absent: it is in none.
    """

    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    ally: Annotated[Id, COMBATANT]
    to: Place | None = None
    beside: Annotated[Id, COMBATANT] | None = None


class HarmAllies(Order, frozen=True, kw_only=True):
    """The game master decides whether attacks may harm allies in this scene.  [W-29, SA-ALLY-02]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    harmable: bool
