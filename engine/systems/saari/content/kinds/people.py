"""What the game master's combatants have instead of dice: target numbers, attacks, hazards."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from engine.kit import Id
from engine.systems.saari.content.kinds.figures import Attack, Defense, Tag
from engine.systems.saari.content.kinds.types import Count, Difficulty, Name


class TagChange(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """By how much a target number changes against attacks with a tag.  [SA-ATK-06]"""

    tag: Tag
    change: Difficulty


class TargetNumbers(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How many successes an attack on it needs, by kind. thrown: null: as ranged.  [SA-ATK-05, G-24]"""

    melee: Difficulty = 1
    ranged: Difficulty = 1
    thrown: Difficulty | None = None
    spell: Difficulty = 1
    by_tag: tuple[TagChange, ...] = ()

    def against(self, kind: Attack, tags: tuple[Tag, ...] = ()) -> int:
        """The target number of a kind of attack with these tags."""
        thrown = self.ranged if self.thrown is None else self.thrown
        numbers = {Attack.MELEE: self.melee, Attack.RANGED: self.ranged, Attack.THROWN: thrown}
        return numbers.get(kind, self.spell) + sum(
            tag_change.change for tag_change in self.by_tag if tag_change.tag in tags
        )


class EnemyAttack(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An attack that its target defends against. kn: successes that the defence needs. range: zones away.

    homing: it is defended with armour only.  [SA-DEF-05]  touch: with dodge only.  [SA-DEF-07]  surprise: it cannot be
    parried.  [SA-PARRY-09]  effects: all of them befall whoever fails.  [SA-DEF-02]
    """

    id: Id
    name: Name
    kind: Attack = Attack.MELEE
    cost: Count = 2
    range: Count = 0
    kn: Difficulty = 2
    defense: Defense = Defense.BASIC
    damage: Count = 1
    area: bool = False
    homing: bool = False
    touch: bool = False
    surprise: bool = False
    handy: bool = False
    effects: tuple[Id, ...] = ()
    tags: tuple[Tag, ...] = ()


class HazardKind(Enum):
    """How a known hazard is parried: like a blade, like a missile, or not at all.  [G-53]"""

    MELEE = "MELEE"
    RANGED = "RANGED"
    NONE = "NONE"


class Hazard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A trap, poison, weather, fear. kn: successes that the defence needs.  [SA-DEF-01]"""

    kn: Difficulty = 2
    defense: Defense = Defense.BASIC
    damage: Count = 0
    area: bool = False
    kind: HazardKind = HazardKind.NONE
    effects: tuple[Id, ...] = ()
