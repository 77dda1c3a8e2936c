"""Orders of initiative, phases, turns and ambushes."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules.attacks.orders import Words
from engine.systems.fantasia.types import Skill


class Lurk(Order, frozen=True, kw_only=True):
    """Lie in ambush before the fight begins. Only the ambusher's side and the game master know it then.  [FF-SURP-01]

    skill: absent: the best one.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("combatant", "skill")
    secret: ClassVar[bool] = True
    combatant: Id
    skill: Skill | None = None


class Surprise(Order, frozen=True, kw_only=True):
    """Begin the fight with an ambush. GM only, who decides whether it is possible at all.  [FF-SURP-01, FF-SURP-03]

    ambushers: who lies in ambush, all of one side. watchers: which of the others are on the watch.
    """

    group: ClassVar[OfferGroup] = OfferGroup.END
    narrowed: ClassVar[tuple[str, ...]] = ("ambushers", "watchers")
    ambushers: tuple[Id, ...]
    watchers: tuple[Id, ...] = ()


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


class TakeTurn(Order, frozen=True, kw_only=True):
    """Be the next to act of those who may act now.  [FF-INIT-05]  In phases the game master picks.  [FF-INIT-07]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class Delay(Order, frozen=True, kw_only=True):
    """Skip this turn to act later in the round, between the turns of others.  [FF-DELAY-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
