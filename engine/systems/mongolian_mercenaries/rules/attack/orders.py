"""The order to attack."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import DamageKind


class Attack(Order, frozen=True, kw_only=True):
    """Attack an opponent, in melee or at a distance as the weapon is.  [MM-ACT-06, MM-DW-11]

    means: a weapon at hand; absent: the first that serves. damage_kind: absent: the weapon's first.  [MM-ATK-10]
    others: more targets, as far as the weapon strikes several at once.  [MM-MULTI-01]
    ammunition: special one; absent: the basic.  [MM-AMMO-02]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    means: Id | None = None
    damage_kind: DamageKind | None = None
    others: tuple[Id, ...] = ()
    ammunition: Id | None = msgspec.field(default=None, name="specialAmmunition")
