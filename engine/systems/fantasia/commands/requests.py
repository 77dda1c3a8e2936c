"""Orders that ask the game master."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.commands.types import Words
from engine.systems.fantasia.content.kinds import Attribute


class CheckAttribute(Order, frozen=True, kw_only=True):
    """Ask for a check of an attribute; the game master sets its difficulty and cost.  [FF-TURN-05]

    opponent: who opposes it with an attribute that the game master names.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    attribute: Attribute
    purpose: Words
    opponent: Id | None = None


class OtherAction(Order, frozen=True, kw_only=True):
    """Ask for something that the rules do not list, as the normal action.  [FF-TURN-06]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    purpose: Words
