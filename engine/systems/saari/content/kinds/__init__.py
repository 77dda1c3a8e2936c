"""The structs of the catalogue's entries, all of them to be imported from here."""

from __future__ import annotations

from engine.systems.saari.content.kinds.effects import Effect, EffectPrice, Mechanic
from engine.systems.saari.content.kinds.figures import Attack, Attribute, Defense, Kind, Purpose, Tag, Trait
from engine.systems.saari.content.kinds.gear import Armor, RollBonus, Shield, Slot, Trinket, Weapon
from engine.systems.saari.content.kinds.magic import Spell, Talent
from engine.systems.saari.content.kinds.people import EnemyAttack, Hazard, HazardKind, TagChange, TargetNumbers
from engine.systems.saari.content.kinds.types import Count, Difficulty, Name, Score

__all__ = [
    "Armor", "Attack", "Attribute", "Count", "Defense", "Difficulty", "Effect", "EffectPrice", "EnemyAttack", "Hazard",
    "HazardKind", "Kind", "Mechanic", "Name", "Purpose", "RollBonus", "Score", "Shield", "Slot", "Spell", "Tag",
    "TagChange", "Talent", "TargetNumbers", "Trait", "Trinket", "Weapon",
]  # fmt: skip
