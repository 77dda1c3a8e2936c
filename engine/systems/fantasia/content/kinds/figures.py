"""A combatant's figures, and changes of them."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from engine.kit import Amount


class Attribute(Enum):
    """The four attributes; 0 and negative values exist.  [FF-STAT-01]"""

    STRENGTH = "STRENGTH"
    AGILITY = "AGILITY"
    VITALITY = "VITALITY"
    MIND = "MIND"

    __hash__ = object.__hash__  # Python's own enum hash, by the name, costs more than the lookup itself


class Figure(Enum):
    """Every figure that equipment, conditions and situations may modify."""

    STRENGTH = "STRENGTH"
    AGILITY = "AGILITY"
    VITALITY = "VITALITY"
    MIND = "MIND"
    ATTACK = "ATTACK"
    MAGIC_ATTACK = "MAGIC_ATTACK"
    DEFENSE = "DEFENSE"
    MAGIC_DEFENSE = "MAGIC_DEFENSE"
    EVASION = "EVASION"
    MAGIC_BLOCK = "MAGIC_BLOCK"
    MOVEMENT = "MOVEMENT"
    INITIATIVE = "INITIATIVE"

    __hash__ = object.__hash__


class Mod(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A change of one figure."""

    figure: Figure
    change: Amount


class Factor(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Damage times `times` over `over`. source: its cause, in the system's words; carries: by which rule."""

    source: str
    times: int
    over: int
    carries: str = ""
