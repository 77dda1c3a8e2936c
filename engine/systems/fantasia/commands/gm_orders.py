"""Orders of the game master: incidents, and how a battle continues, ends and is rested off."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order
from engine.systems.fantasia.commands.types import Remark


class LetFall(Order, frozen=True, kw_only=True):
    """A combatant falls so many metres. GM only.  [FF-MOVE-06]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    metres: Annotated[int, msgspec.Meta(ge=1, le=30)]


class SpringTrap(Order, frozen=True, kw_only=True):
    """A trap of the catalogue goes off under a combatant. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    target: Id
    trap: Id


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


class Rest(Order, frozen=True, kw_only=True):
    """These combatants rest after the battle. GM only.  [FF-REST-01, FF-REST-02]

    hours: full ones. interrupted: then, and for less than 8 hours, the game master is asked what they recover.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatants: tuple[Id, ...]
    hours: Annotated[int, msgspec.Meta(ge=1, le=99)] = 8
    interrupted: bool = False
