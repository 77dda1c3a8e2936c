"""Elements, and the relation of creatures to them."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Element(Enum):
    """The elements of spells and weapons; six of them are three opposed pairs."""

    FIRE = "FIRE"
    ICE = "ICE"
    EARTH = "EARTH"
    WATER = "WATER"
    DARK = "DARK"
    LIGHT = "LIGHT"
    POISON = "POISON"
    LIGHTNING = "LIGHTNING"
    GRAVITY = "GRAVITY"
    WIND = "WIND"


class Relation(Enum):
    """The relation of a creature to an element."""

    ABSORB = "ABSORB"
    IMMUNE = "IMMUNE"
    RESIST = "RESIST"
    WEAK = "WEAK"


class Affinity(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The relation of a creature to one element."""

    element: Element
    relation: Relation
