"""Which armour protects against a hit, and by how much.  [MN-ARM-04, MN-GAP-14]"""

from __future__ import annotations

from enum import Enum

from engine.systems.minis.content.catalogue import ARMOR, MAGIC_SHIELD_ARMOR, PROTECTION_ARMOR
from engine.systems.minis.content.kinds import Armor
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight


class Pierces(Enum):
    """Which armour gives no protection against something; magical armour always does.

    NOTHING: all armour protects.
    METAL: a lightning bolt goes through metal that is not magical.  [MN-ARM-02]
    NON_METAL: a fireball goes through everything else that is not magical.  [MN-ARM-03]
    """

    NOTHING = "NOTHING"
    METAL = "METAL"
    NON_METAL = "NON_METAL"


SPELL_ARMOR = {"magic_shield": MAGIC_SHIELD_ARMOR, "protection": PROTECTION_ARMOR}
"""Spells that act as armour while they last.  [MN-SPL-03, MN-SPL-08]"""


def worn(state: MinisFight, who: str) -> tuple[Armor, ...]:
    """All armour of a mini: its own, and what spells give it; those need no hand."""
    bearer = state.fight.combatants[who]
    given = (ARMOR[piece] for spell, piece in SPELL_ARMOR.items() if bearer.has(spell))
    return (*lookup.mini(state, who).worn, *given)


def protects(piece: Armor, *, flank: bool, pierces: Pierces) -> bool:
    """Whether a piece protects against a hit.  [MN-ARM-04]

    Shields and forward-facing armour do not from the flank.  [MN-FLK-03, MN-GAP-17, MN-GAP-18]
    """
    if flank and piece.front_only:
        return False
    if piece.magic or pierces is Pierces.NOTHING:
        return True
    return piece.metal is not (pierces is Pierces.METAL)


def protection(state: MinisFight, who: str, *, flank: bool, pierces: Pierces) -> tuple[Armor, ...]:
    """The best body armour and the best shield, each among the pieces that protect.  [MN-ARM-05, MN-GAP-14]"""
    pieces = [piece for piece in worn(state, who) if protects(piece, flank=flank, pierces=pierces)]
    body = max((p for p in pieces if not p.is_shield), key=lambda p: p.protection, default=None)
    shield = max((p for p in pieces if p.is_shield), key=lambda p: p.protection, default=None)
    return tuple(piece for piece in (body, shield) if piece is not None and piece.protection)
