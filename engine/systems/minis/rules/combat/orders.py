"""Orders of combat."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Attack(Order, frozen=True, kw_only=True):
    """Attack somebody; position and weapon decide which of the four attacks it is.  [MN-CBT-01, MN-GAP-07]

    combatant: who attacks. weapon: absent: in melee the first melee weapon, else the first that reaches.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    weapon: Id | None = None
