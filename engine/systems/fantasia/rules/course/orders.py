"""Orders of requests, and of the game master."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Ending, Id, OfferGroup, Order
from engine.systems.fantasia.rules.attacks.orders import Words
from engine.systems.fantasia.rules.magic.orders import Remark


class GoOn(Order, frozen=True, kw_only=True):
    """The fight goes on although the rules have called it decided. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """The game master ends the battle. winner: a side; absent: nobody. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Remark = ""


class Surrender(Order, frozen=True, kw_only=True):
    """The game master accepts a side's surrender: everybody of it still standing leaves the fight. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.SIDE
    side: Annotated[Id, SIDE]
    note: Remark = ""


class Leave(Order, frozen=True, kw_only=True):
    """The game master takes a combatant out of the fight. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    ends: ClassVar[Ending | None] = Ending.COMBATANT
    combatant: Id
    note: Remark = ""


class ComeBack(Order, frozen=True, kw_only=True):
    """The game master brings a combatant who left or surrendered back into the fight. GM only.

    It returns to its place; if that is occupied now, one of the two must be moved first.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    note: Remark = ""


class OtherAction(Order, frozen=True, kw_only=True):
    """Ask for something that the rules do not list, as the normal action.  [FF-TURN-06]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    purpose: Words
