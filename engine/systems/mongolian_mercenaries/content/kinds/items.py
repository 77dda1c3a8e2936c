"""Bags, gear and preparations: items that are neither weapon, ammunition nor worn."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.effects import Ability
from engine.systems.mongolian_mercenaries.content.kinds.gear import Hands, Reach
from engine.systems.mongolian_mercenaries.content.kinds.magic import Choice
from engine.systems.mongolian_mercenaries.content.kinds.types import (
    ActionCost,
    Bulk,
    Card,
    Count,
    Material,
    Name,
    Rarity,
)


class Category(Enum):
    """What an item is.  [MM-ITEM-01, MM-POT-01]  SCROLL, RUNE, BOOK: it holds a spell.  [MM-MAG-04]"""

    TOOL = "TOOL"
    BAG = "BAG"
    POTION = "POTION"
    OINTMENT = "OINTMENT"
    POWDER = "POWDER"
    DRESSING = "DRESSING"
    SCROLL = "SCROLL"
    RUNE = "RUNE"
    BOOK = "BOOK"
    FOOD = "FOOD"
    TROPHY = "TROPHY"
    OTHER = "OTHER"


class Bag(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """active: its contents can be used in a fight.  [MM-EQ-01]  small, large, long: how many it holds.  [MM-ITEM-03]"""

    active: bool = False
    small: Count = 0
    large: Count = 0
    long: Count = 0


class Item(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An item card.

    action: that its use costs.  [RUL-54]  skill: needed to use it.  [MM-SKILL-02]  choice, reach: of its targets.
    consumed: its use discards it. hostile: it may be resisted.  [MM-POT-03]  in_fights: whether it can be used in one.
    spell, bonus: that it holds, and what it adds to the skill of the school.  [MM-MAG-06]
    unidentified: what it is, is drawn as it is used.  [RUL-79]  deck: it is among what is drawn then.
    cursed: not dropped before an ordinary item.  [MM-EQ-07]
    A preparation of one's own is a card with all that its ingredients do.  [MM-POT-06]
    """

    id: Card
    name: Name
    category: Category = Category.TOOL
    bulk: Bulk = Bulk.SMALL
    hands: Hands = 0
    material: Material | None = None
    rarity: Rarity = Rarity.COMMON
    action: ActionCost = ActionCost.MINOR
    choice: Choice = Choice.PLAYER
    reach: Reach | None = None
    skill: Card | None = None
    consumed: bool = False
    hostile: bool = False
    in_fights: bool = True
    bag: Bag | None = None
    spell: Card | None = None
    bonus: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    unidentified: bool = False
    deck: bool = False
    cursed: bool = False
    abilities: tuple[Ability, ...] = ()
