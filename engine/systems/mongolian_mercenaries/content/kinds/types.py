"""Numbers and names that cards, sheets and the state share."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec

from engine.kit import NOBODY, Id

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80), NOBODY]
Card = Annotated[Id, NOBODY]
"""The id of a card, a skill or an attribute; everybody may know which cards there are."""
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
"""A change of a number."""
Turns = Annotated[int, msgspec.Meta(ge=1, le=99)]
"""Rounds, phases or days.  [RUL-02]"""
Targets = Annotated[int, msgspec.Meta(ge=1, le=5)]
Score = Annotated[int, msgspec.Meta(ge=-20, le=99)]
"""An attribute, or a figure that may fall below 0."""
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Rank = Annotated[int, msgspec.Meta(ge=1, le=5)]
"""A position of a side: 1 is nearest to the middle.  [MM-POS-01]"""
Face = Annotated[int, msgspec.Meta(ge=1, le=8)]
"""Of a d8."""
Percent = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
"""A change in hundredths."""

ATTRIBUTES = (
    "strength", "intelligence", "willpower", "dexterity", "speed", "toughness", "perception", "charisma", "luck",
)  # fmt: skip
"""The nine main attributes; "attribute" alone means one of them.  [MM-ATTR-01, MM-ATTR-20, RUL-71]

Willpower, dexterity and charisma do nothing in a fight but where a card tests them.  [MM-ATTR-04, MM-ATTR-05,
MM-ATTR-09, RUL-67]  Speed is for initiative, distance and escape, toughness for the wound table, perception against
surprise, luck for Lucky Break and escape.  [MM-ATTR-06, MM-ATTR-07, MM-ATTR-08, MM-ATTR-10]
"""

MELEE_SKILLS = ("short_blade", "long_blade", "blunt", "spear", "staff", "unarmed")
"""[MM-SKILL-05, MM-SKILL-08]"""
RANGED_SKILLS = ("bow", "crossbow", "simple_thrown", "rifles", "pistols", "heavy_weapons")
"""[MM-SKILL-06]"""
SCHOOLS = ("arcana", "magic_mystic", "magic_darkness", "magic_nature", "magic_illusion")
"""The skill of each school; Arcana is that of General spells.  [MM-MAG-01, MM-SKILL-13, MM-SKILL-14]"""
OTHER_SKILLS = (
    "dodge", "protection", "resistance", "mysticism", "first_aid", "riding", "security", "acrobatics", "stealth",
    "tracking", "looting", "alchemy", "enchanting", "theft", "trade", "etiquette", "deception", "streetwise",
    "survival", "navigation", "crafting", "mechanics", "knowledge", "intimidation", "negotiation", "piety",
)  # fmt: skip
"""Stealth is for surprise; Tracking has no use in a fight.  [MM-SKILL-22, RUL-68]"""
SKILLS = (*MELEE_SKILLS, *RANGED_SKILLS, *SCHOOLS, *OTHER_SKILLS)

NATURAL = "natural"
"""The weapon of who fights by its card: it is tested by Fight Proficiency.  [MM-ATK-02]"""
FIGHT_PROFICIENCY = "fight_proficiency"
UNARMED = "unarmed"
"""The skill of bare hands, and their id as a weapon.  [MM-SKILL-08]"""


class DamageKind(Enum):
    """What a hit does.  [MM-ATK-09]"""

    BLUNT = "BLUNT"
    SLASHING = "SLASHING"
    PIERCING = "PIERCING"
    GUNSHOT = "GUNSHOT"
    MAGICAL = "MAGICAL"


class Element(Enum):
    """What an attack may bring besides.  [MM-ELM-01 to MM-ELM-08]"""

    FIRE = "FIRE"
    WATER = "WATER"
    ICE = "ICE"
    LIGHTNING = "LIGHTNING"
    MAGIC = "MAGIC"
    POISON = "POISON"
    ACID = "ACID"
    LIGHT = "LIGHT"


class Distance(Enum):
    """How far two opponents are from each other, the nearest first: BB, BL, SR, DL.  [MM-DIST-03 to MM-DIST-06]"""

    VERY_CLOSE = "VERY_CLOSE"
    CLOSE = "CLOSE"
    MEDIUM = "MEDIUM"
    FAR = "FAR"

    @property
    def level(self) -> int:
        """0 to 3."""
        return tuple(Distance).index(self)

    @classmethod
    def at(cls, level: int) -> Distance:
        """The distance of a level, 0 to 3."""
        return tuple(cls)[level]


class Courage(Enum):
    """When an enemy gives up.  [MM-MOR-01 to MM-MOR-06]"""

    FEARFUL = "FEARFUL"
    COWARDLY = "COWARDLY"
    INDIFFERENT = "INDIFFERENT"
    BRAVE = "BRAVE"
    FANATIC = "FANATIC"
    HEROIC = "HEROIC"


class BodySize(Enum):
    """[MM-ENM-04]"""

    SMALL = "SMALL"
    MEDIUM = "MEDIUM"
    LARGE = "LARGE"
    HUGE = "HUGE"


class CreatureType(Enum):
    """[MM-ENM-15]"""

    HUMAN = "HUMAN"
    HUMANOID = "HUMANOID"
    MONSTER = "MONSTER"
    BEAST = "BEAST"
    UNDEAD = "UNDEAD"
    DEMON = "DEMON"
    CONSTRUCT = "CONSTRUCT"
    ELEMENTAL = "ELEMENTAL"


class Wound(Enum):
    """[MM-WND-01]"""

    LIGHT = "LIGHT"
    HEAVY = "HEAVY"
    SEVERE = "SEVERE"


class FieldType(Enum):
    """[MM-FIELD-02]"""

    OPEN = "OPEN"
    CLOSED = "CLOSED"


class FieldSize(Enum):
    """Caps the distance: close, medium, far.  [MM-FIELD-04]"""

    SMALL = "SMALL"
    MEDIUM = "MEDIUM"
    LARGE = "LARGE"


class Lighting(Enum):
    """[MM-FIELD-05]"""

    FULL = "FULL"
    DIM = "DIM"
    DARK = "DARK"


class Cover(Enum):
    """[MM-COV-01, MM-COV-02]"""

    NONE = "NONE"
    LIGHT = "LIGHT"
    HEAVY = "HEAVY"


class Obstacle(Enum):
    """[MM-COV-05, MM-COV-06]"""

    NONE = "NONE"
    ORDINARY = "ORDINARY"
    LARGE = "LARGE"


class Subtype(Enum):
    """[MM-ENM-15]"""

    CRIMINAL = "CRIMINAL"
    CIVILIAN = "CIVILIAN"
    SERVICE = "SERVICE"
    SKELETON = "SKELETON"
    REVENANT = "REVENANT"
    GHOST = "GHOST"


class Manner(Enum):
    """How somebody is attacked: in melee, at range, with a spell, or with a hostile item.  [MM-RES-09]"""

    MELEE = "MELEE"
    RANGED = "RANGED"
    SPELL = "SPELL"
    ITEM = "ITEM"


class Bulk(Enum):
    """The size of an item.  [MM-ITEM-03]"""

    TRIFLE = "TRIFLE"
    SMALL = "SMALL"
    LARGE = "LARGE"
    LONG = "LONG"


class Rarity(Enum):
    """[MM-ITEM-02]"""

    COMMON = "COMMON"
    RARE = "RARE"
    ARTEFACT = "ARTEFACT"
    UNIQUE = "UNIQUE"


class Material(Enum):
    """What an item is of; destroyed it yields just that, whatever it was.  [MM-ITEM-04, MM-ITEM-05]"""

    PAPER = "PAPER"
    GLASS = "GLASS"
    CLOTH = "CLOTH"
    BAMBOO = "BAMBOO"
    LEATHER = "LEATHER"
    COPPER = "COPPER"
    BRASS = "BRASS"
    IRON = "IRON"
    STEEL = "STEEL"
    GOLD = "GOLD"
    SILVER = "SILVER"
    BAKELITE = "BAKELITE"

    @property
    def metal(self) -> bool:
        """Whether acid damages it.  [MM-ITEM-04, MM-ELM-07]"""
        return self in METALS


METALS = (Material.COPPER, Material.BRASS, Material.IRON, Material.STEEL, Material.GOLD, Material.SILVER)


class ActionCost(Enum):
    """The action that a use costs.  [MM-ACT-01]"""

    NONE = "NONE"
    MINOR = "MINOR"
    LARGE = "LARGE"
