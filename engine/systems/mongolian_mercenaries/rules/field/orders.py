"""Orders of movement, cover and mounts. Each kind of movement is an order of its own.  [MM-ACT-07, MM-DW-10]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

from engine.kit import COMBATANT, Ending, Id, OfferGroup, Order


class Heading(Enum):
    """Which way. NEARER: towards an opponent, or position 1.  FARTHER: away from it, or towards position 5."""

    NEARER = "NEARER"
    FARTHER = "FARTHER"


class ChangeDistance(Order, frozen=True, kw_only=True):
    """Come nearer to an opponent, or draw away, by one level, by an opposed test of speed.  [MM-MOVE-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    target: Annotated[Id, COMBATANT]
    heading: Heading = Heading.NEARER


class ChangePosition(Order, frozen=True, kw_only=True):
    """Go one position on; an ally there changes places.  [MM-MOVE-03, MM-MOVE-05]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    heading: Heading = Heading.NEARER


class UseCover(Order, frozen=True, kw_only=True):
    """Hide behind the cover of the own position, or leave it.  [MM-MOVE-06]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    leave: bool = False


class Screen(Order, frozen=True, kw_only=True):
    """Step between an ally and opponents: no melee attack reaches it.  [MM-MOVE-07, MM-MOVE-08]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    target: Annotated[Id, COMBATANT]


class Block(Order, frozen=True, kw_only=True):
    """Bar an opponent's way: in melee it can attack nobody else.  [MM-MOVE-07, MM-MOVE-09]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    target: Annotated[Id, COMBATANT]


class Escape(Order, frozen=True, kw_only=True):
    """Try to leave the battlefield.  [MM-MOVE-11 to MM-MOVE-13]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    ends: ClassVar[Ending | None] = Ending.COMBATANT
    combatant: Id


class Mount(Order, frozen=True, kw_only=True):
    """Mount the own mount.  [MM-MNT-01, MM-MNT-02]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id


class Dismount(Order, frozen=True, kw_only=True):
    """Dismount."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id


class Crouch(Order, frozen=True, kw_only=True):
    """Crouch in heavy cover: neither shoot nor be shot at.  [MM-ACT-11, MM-COV-03]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


class LeanOut(Order, frozen=True, kw_only=True):
    """Crouch no longer.  [MM-ACT-12, MM-COV-04]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
