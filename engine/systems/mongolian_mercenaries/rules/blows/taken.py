"""What harms somebody, and what it has done.  [MM-ATK-08, MM-ATK-09]"""

from __future__ import annotations

from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds import DamageKind, Element, Manner, Wound
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain


class Harm(Struct, frozen=True, kw_only=True):
    """Where damage comes from. by: who harms; "": nobody, such as a trap or a state. manner: of an attack.

    weapon, wielded: id and skill of what is used. chain: abilities that have led to it.  [RUL-89]
    """

    by: str = ""
    kind: DamageKind | None = None
    element: Element | None = None
    manner: Manner | None = None
    weapon: str = ""
    wielded: str = ""
    faces: tuple[int, ...] = ()
    chain: Chain = NO_CHAIN


class Taken(Struct, frozen=True):
    """What it has done. health: that was lost. wound: null: none."""

    health: int = 0
    wound: Wound | None = None
