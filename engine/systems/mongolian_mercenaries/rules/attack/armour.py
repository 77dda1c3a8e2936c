"""Armour against an attack, and what damages it.  [MM-ATTR-18, MM-ARM-01, MM-ARM-02, MM-CRIT-05]

The source has no chapter on it: what stands here is from attributes, skills and attacks.  [MM-ARM-03]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Table
from engine.systems.mongolian_mercenaries.content.kinds import Slot
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.blows.events import ItemDamaged
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.blows.weapons import WORSE
from engine.systems.mongolian_mercenaries.state import MercenariesState

PRINTED = "armour"
"""The Armour of a card, as a thing that can be Damaged."""
ORDER = (Slot.SUIT, Slot.SHIELD, Slot.HEADGEAR, Slot.ACCESSORY, Slot.CLOTHES, Slot.JEWELLERY)
"""Which piece is Damaged first.  [RUL-11]"""


def parts(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Armour against an attack: worn pieces, that of the card, and what cards add, such as Protection.

    A Damaged piece counts one less, though not below 0.  [MM-ATTR-18, MM-ATK-11, MM-ARM-02, MM-ENM-11, RUL-35, RUL-64]
    """
    sheet, worse = lookup.figures(state, target), lookup.fighter(state, target).damaged
    printed = sheet.armour + (WORSE if PRINTED in worse and sheet.armour > 0 else 0)
    found: Parts = (Part(PRINTED, printed, "MM-ENM-11", who=target),)
    for key, piece in sheet.worn.items():
        value = piece.value + (WORSE if key in worse and piece.value > 0 else 0)
        found += (Part(key, value, "MM-ATTR-18", who=target),)
        found += (Part(key, piece.by_kind.get(strike.kind, 0), "MM-ATK-11", who=target),)
    return found + active_cards.armour(state, strike, target)


def damage(table: Table[MercenariesState], who: str, *, rule: str, metal: bool = False) -> None:
    """One worn piece with a value becomes Damaged: the suit first, then the shield, then what is on the head.

    It counts from the next attack on. A Damaged one is not damaged again; the Armour of a card is worn where its type
    has equipment. metal: only such pieces, and all of them.  [MM-CRIT-05, MM-ELM-07, RUL-11, RUL-35, RUL-85]
    """
    found = tuple(_whole(table.state, who, metal=metal))
    for piece in found if metal else found[:1]:
        table.emit(ItemDamaged(combatant=who, item=piece), rule=rule)


def worn(state: MercenariesFight, who: str) -> bool:
    """Whether it wears any armour: a piece with a value, or the Armour of a card whose type has equipment."""
    sheet = lookup.figures(state, who)
    return any(piece.value > 0 for piece in sheet.worn.values()) or _printed(state, who)


def _printed(state: MercenariesFight, who: str) -> bool:
    sheet = lookup.figures(state, who)
    return sheet.armour > 0 and sheet.equipped and not sheet.natural_armour


def _whole(state: MercenariesFight, who: str, *, metal: bool) -> Iterator[str]:
    """Pieces that can be damaged and are not, in the order in which they are."""
    sheet, damaged = lookup.figures(state, who), lookup.fighter(state, who).damaged
    if _printed(state, who) and PRINTED not in damaged and (sheet.metal_armour or not metal):
        yield PRINTED
    pieces = sorted(sheet.worn.items(), key=lambda pair: ORDER.index(pair[1].slot))
    for key, piece in pieces:
        if piece.value > 0 and key not in damaged and (piece.metal or not metal):
            yield key
