"""Orders between battles."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Id, OfferGroup, Order
from engine.systems.minis.content.kinds import Resistance


class EquipMini(Order, frozen=True, kw_only=True):
    """Buy or give back what a mini has of spells and resistances. Not while its warband is in a battle.

    [MN-OUT-06]  spells, resistances: all that it has from now on, each once.  [MN-OUT-01, MN-OUT-02]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    spells: tuple[Id, ...] = ()
    resistances: tuple[Resistance, ...] = ()


class PriceWarband(Order, frozen=True, kw_only=True):
    """Add up what a side's warband costs, and say what is not counted. GM only.  [MN-OUT-06]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    side: Annotated[Id, SIDE]
