"""Structs of the content: weapons, armour, spells, techniques, items, traits, and their words.

All figures are whole numbers. Dice are counts of six-sided dice. Ranges are metres.
"""

from engine.systems.fantasia.content.kinds.abilities import (
    Affects,
    Inflict,
    Item,
    Reaction,
    ReactionEffect,
    Spell,
    Spread,
    Technique,
)
from engine.systems.fantasia.content.kinds.elements import Affinity, Element, Relation
from engine.systems.fantasia.content.kinds.figures import Attribute, Factor, Figure, Mod
from engine.systems.fantasia.content.kinds.gear import Armor, Category, Hand, Protection, Weapon
from engine.systems.fantasia.content.kinds.people import Paradigm, Profession, Source, Tag, Trait
from engine.systems.fantasia.content.kinds.types import Bonus, Count, Name

__all__ = [
    "Affects", "Affinity", "Armor", "Attribute", "Bonus", "Category", "Count", "Element", "Factor", "Figure", "Hand",
    "Inflict", "Item", "Mod", "Name", "Paradigm", "Profession", "Protection", "Reaction", "ReactionEffect",
    "Relation", "Source", "Spell", "Spread", "Tag", "Technique", "Trait", "Weapon",
]  # fmt: skip
