"""Orders of an activated order."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import PART, Ending, Id, OfferGroup, Order, Place
from engine.systems.dozen_die.rules.board.orders import Way


class March(Order, frozen=True, kw_only=True):
    """Move before the activation, far from every foe.  [DD-MARCH-03]

    combatant: who goes. to: where, out of contact, by a shortest way; instead of it:
    path: the steps, one after the other. off: leave the board at their end.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    to: Place | None = None
    path: Way = ()
    off: bool = False

    def ending(self) -> Ending | None:
        return Ending.COMBATANT if self.off else None


class Move(Order, frozen=True, kw_only=True):
    """Go up to the figure's movement in squares.  [DD-MOVE-01]

    combatant: who goes. to: where, out of contact, by a shortest way; instead of it:
    path: the steps, one after the other. off: leave the board at their end.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    to: Place | None = None
    path: Way = ()
    off: bool = False

    def ending(self) -> Ending | None:
        return Ending.COMBATANT if self.off else None


class Charge(Order, frozen=True, kw_only=True):
    """Go into contact with a foreign figure and fight it.  [DD-CHG-01]

    combatant: who charges. path: the steps; absent: a shortest way into contact.
    skill: a skill used in contact instead of melee.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    path: Way = ()
    skill: Id | None = None


class Act(Order, frozen=True, kw_only=True):
    """Use a skill.  [DD-CON-02]  targets: whom; place: which square; door: which door between squares, by its key."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    skill: Id
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()
    place: Place | None = None
    door: Annotated[Id, PART] | None = None


class Shoot(Order, frozen=True, kw_only=True):
    """Shoot a loaded weapon at somebody in sight and in range: an action."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    weapon: Id


class Reload(Order, frozen=True, kw_only=True):
    """Load a weapon again: an action that always succeeds.  [DD-REA-24]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    weapon: Id
