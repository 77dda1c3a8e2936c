"""Cards of enemies, allies and pets."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.effects import Ability
from engine.systems.mongolian_mercenaries.content.kinds.gear import Reach
from engine.systems.mongolian_mercenaries.content.kinds.types import (
    BodySize,
    Card,
    Count,
    Courage,
    CreatureType,
    DamageKind,
    Element,
    Name,
    Score,
    Subtype,
    Targets,
)


class Role(Enum):
    """What a creature is in a fight. A pack animal never takes part.  [MM-PET-01 to MM-PET-04]"""

    ENEMY = "ENEMY"
    ALLY = "ALLY"
    PET = "PET"
    FAMILIAR = "FAMILIAR"
    MOUNT = "MOUNT"
    PACK_ANIMAL = "PACK_ANIMAL"


class Tactic(Enum):
    """What a creature that plays itself does.  [MM-ENM-13, RUL-75]

    CAST: an affordable legal spell. ATTACK: any legal attack; MELEE, SHOOT: such a one. CLOSE_IN, BACK_OFF: change
    distance. TAKE_COVER: on its position. CROUCH: in heavy cover. SCREEN: an ally. BLOCK: an opponent. PASS: nothing.
    """

    CAST = "CAST"
    ATTACK = "ATTACK"
    MELEE = "MELEE"
    SHOOT = "SHOOT"
    CLOSE_IN = "CLOSE_IN"
    BACK_OFF = "BACK_OFF"
    TAKE_COVER = "TAKE_COVER"
    CROUCH = "CROUCH"
    SCREEN = "SCREEN"
    BLOCK = "BLOCK"
    PASS = "PASS"


class Prey(Enum):
    """Whom it chooses among those it may attack; ties: the lowest position.  [RUL-75]"""

    LEAST_HEALTH = "LEAST_HEALTH"
    MOST_HEALTH = "MOST_HEALTH"
    NEAREST = "NEAREST"
    CASTER = "CASTER"


class LootRow(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What at least so many successes find, instead of the rows below.  [MM-END-05]"""

    successes: Count
    items: tuple[Card, ...] = ()


class SkillLevel(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A skill that its card lists, with Master effects where they belong to the skill.  [RUL-88]"""

    skill: Card
    level: Count


class Creature(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The card of who is no player's character.  [MM-ENM-03]

    level: absent on most cards; then 0.  [MM-ENM-05]  reach: of its attack at a distance; null: it fights in melee.
    courage: null: it fights to its death.  [MM-MOR-10]  xp: for defeating it.  [MM-END-02]
    role: what it is in a fight; fights: whether a pet, an ally or a mount does.  [MM-PET-02, MM-MNT-02]
    targets: of one blow. personal: it has a name of its own, and so is Unique.
    natural_armour, metal_armour: its Armour cannot be damaged, or acid damages it.  [RUL-85]
    takes_captives: players may surrender to it; null: as its type does.  [RUL-33]
    skills: that its card lists. talents, spells: cards. equipment: what it carries. loot: what is found on it.
    abilities: what else its card says: resistances, immunities, reactions.
    tactics: in that order, at each of its turns. prey: whom it attacks.
    """

    id: Card
    name: Name
    type: CreatureType = CreatureType.HUMAN
    subtype: Subtype | None = None
    size: BodySize = BodySize.MEDIUM
    level: Count = 0
    speed: Score = 3
    toughness: Score = 3
    health: Count = 5
    power: Count = 0
    fight_proficiency: Count = 2
    damage: Score = 0
    damage_kind: DamageKind = DamageKind.BLUNT
    reach: Reach | None = None
    element: Element | None = None
    armour: Count = 0
    dodge: Count = 0
    courage: Courage | None = None
    xp: Count = 0
    role: Role = Role.ENEMY
    fights: bool = True
    targets: Targets = 1
    personal: bool = False
    natural_armour: bool | None = None
    metal_armour: bool = False
    takes_captives: bool | None = None
    skills: tuple[SkillLevel, ...] = ()
    talents: tuple[Card, ...] = ()
    spells: tuple[Card, ...] = ()
    equipment: tuple[Card, ...] = ()
    loot: tuple[LootRow, ...] = ()
    abilities: tuple[Ability, ...] = ()
    tactics: tuple[Tactic, ...] = (Tactic.CAST, Tactic.ATTACK, Tactic.CLOSE_IN)
    prey: Prey = Prey.LEAST_HEALTH

    @property
    def enters(self) -> bool:
        """Whether it is a combatant of its own: it fights, and neither carries nor only helps.  [MM-PET-02]"""
        return self.fights and self.role not in (Role.FAMILIAR, Role.MOUNT, Role.PACK_ANIMAL)
