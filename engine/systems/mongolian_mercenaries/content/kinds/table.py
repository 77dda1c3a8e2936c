"""A table's own cards: written like those of the catalogue, in no file."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.field import Battlefield
from engine.systems.mongolian_mercenaries.content.kinds.gear import Ammunition, ArmourPiece, Weapon
from engine.systems.mongolian_mercenaries.content.kinds.items import Item
from engine.systems.mongolian_mercenaries.content.kinds.magic import Prayer, Spell
from engine.systems.mongolian_mercenaries.content.kinds.people import Creature
from engine.systems.mongolian_mercenaries.content.kinds.traits import (
    ElementCard,
    SkillCard,
    SpecialArea,
    StateCard,
    Talent,
    Trap,
)

T = TypeVar("T")
Pile = Annotated[tuple[T, ...], msgspec.Meta(max_length=200)]


class Cards(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Cards of this table alone. Their ids must differ from those of the catalogue."""

    weapons: Pile[Weapon] = ()
    ammunition: Pile[Ammunition] = ()
    armour: Pile[ArmourPiece] = ()
    items: Pile[Item] = ()
    spells: Pile[Spell] = ()
    prayers: Pile[Prayer] = ()
    talents: Pile[Talent] = ()
    skills: Pile[SkillCard] = ()
    states: Pile[StateCard] = ()
    traps: Pile[Trap] = ()
    special_areas: Pile[SpecialArea] = ()
    elements: Pile[ElementCard] = ()
    creatures: Pile[Creature] = ()
    battlefields: Pile[Battlefield] = ()
