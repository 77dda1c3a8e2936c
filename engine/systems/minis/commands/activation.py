"""The orders of an activation that are neither movement nor magic.  [MN-TURN-06]"""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Ending, Id, OfferGroup, Order


class Attack(Order, frozen=True, kw_only=True):
    """Attack somebody; position and weapon decide which of the four attacks it is.  [MN-CBT-01, MN-GAP-07]

    combatant: who attacks. weapon: absent: in melee the first melee weapon, else the first that reaches.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    weapon: Id | None = None


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
