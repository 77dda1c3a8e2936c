"""Orders of magic, techniques and items."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Cast(Order, frozen=True, kw_only=True):
    """Cast a spell.  [FF-MAG-01]

    targets: one; of an area spell the one at its centre, or, in a fight without places, everybody in it.
    """

    actor: ClassVar[str] = "caster"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    caster: Id
    spell: Id
    targets: tuple[Id, ...]


class UseTechnique(Order, frozen=True, kw_only=True):
    """Use a combat technique with a weapon in hand, or a power without one.  [FF-TURN-02]

    targets: whom it is aimed at; for an area around the user: nobody, or, in a fight without places, everybody in it.
    A power names neither weapon nor targets.
    """

    actor: ClassVar[str] = "attacker"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    attacker: Id
    technique: Id
    weapon: Id | None = None
    targets: tuple[Id, ...] = ()


class UseItem(Order, frozen=True, kw_only=True):
    """Use up an item, on oneself or on a combatant within 1 m.  [FF-TURN-02]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    item: Id
    target: Id
