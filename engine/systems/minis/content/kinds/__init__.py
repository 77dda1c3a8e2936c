"""The structs of the catalogue's entries, all of them to be imported from here."""

from __future__ import annotations

from engine.systems.minis.content.kinds.chances import Band, BandChance, MeleeChance
from engine.systems.minis.content.kinds.figures import Kind, Price, Resistance, Size
from engine.systems.minis.content.kinds.gear import Armor, DamageType, ShieldKind, Weapon
from engine.systems.minis.content.kinds.magic import Aim, Lasting, Spell
from engine.systems.minis.content.kinds.types import Count, Inches, Name

__all__ = [
    "Aim", "Armor", "Band", "BandChance", "Count", "DamageType", "Inches", "Kind", "Lasting", "MeleeChance", "Name",
    "Price", "Resistance", "ShieldKind", "Size", "Spell", "Weapon",
]  # fmt: skip
