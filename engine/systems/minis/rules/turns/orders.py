"""Orders of the course of a fight."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order


class EndActivation(Order, frozen=True, kw_only=True):
    """The mini is done; whatever it has not used is lost for this turn.  [MN-TURN-07]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class Wait(Order, frozen=True, kw_only=True):
    """Pass before doing anything: the mini may be declared again in a later round of this turn.

    [MN-INIT-02, MN-GAP-03]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class Concede(Order, frozen=True, kw_only=True):
    """The participant of this mini gives up: all minis of its seat and side leave play.  [MN-GAP-48]

    combatant: any that it owns, also one that another controls; at any time when no decision is open.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.SIDE
    concession: ClassVar[bool] = True
    combatant: Id


Remark = Annotated[str, msgspec.Meta(max_length=500)]


class GoOn(Order, frozen=True, kw_only=True):
    """Continue although the rules call the fight decided. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """End the fight, whoever still stands. winner: a side; absent: nobody. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Remark = ""
