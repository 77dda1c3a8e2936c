"""What combatants, rolls and attacks are told apart by."""

from __future__ import annotations

from enum import Enum

from engine.kit import Id


class Kind(Enum):
    """What a combatant is.

    PC: a player's character; only it rolls.  [SA-DICE-01]
    NPC: an enemy or anybody else that the game master plays.
    ALLY: a helper of the player characters.  [SA-ALLY-01]
    MOUNT: it carries a rider.  [SA-MOUNT-03]
    HAZARD: a trap, poison, weather.  [SA-DEF-01]
    """

    PC = "PC"
    NPC = "NPC"
    ALLY = "ALLY"
    MOUNT = "MOUNT"
    HAZARD = "HAZARD"


class Attribute(Enum):
    """The six attributes.  [SA-ATTR-01]"""

    MIGHT = "MIGHT"
    AGILITY = "AGILITY"
    TOUGHNESS = "TOUGHNESS"
    LEARNING = "LEARNING"
    DISCIPLINE = "DISCIPLINE"
    PERSONALITY = "PERSONALITY"


class Defense(Enum):
    """What an attack is defended with.

    BASIC: dodge and armour dice.  [SA-DEF-03]
    ARMOR: armour dice only.  [SA-DEF-05]
    DODGE: dodge dice only.  [SA-DEF-07]
    ENDURANCE: Toughness.  [SA-DEF-08]
    WILL: Discipline.  [SA-DEF-09]
    """

    BASIC = "BASIC"
    ARMOR = "ARMOR"
    DODGE = "DODGE"
    ENDURANCE = "ENDURANCE"
    WILL = "WILL"


class Attack(Enum):
    """The kind of an attack.  [SA-ATK-01 to SA-ATK-04]"""

    MELEE = "MELEE"
    THROWN = "THROWN"
    RANGED = "RANGED"
    SPELL = "SPELL"


class Purpose(Enum):
    """What a roll is for."""

    INITIATIVE = "INITIATIVE"
    MELEE_ATTACK = "MELEE_ATTACK"
    THROWN_ATTACK = "THROWN_ATTACK"
    RANGED_ATTACK = "RANGED_ATTACK"
    SPELL_ATTACK = "SPELL_ATTACK"
    BASIC_DEFENSE = "BASIC_DEFENSE"
    ARMOR_DEFENSE = "ARMOR_DEFENSE"
    DODGE_DEFENSE = "DODGE_DEFENSE"
    ENDURANCE_DEFENSE = "ENDURANCE_DEFENSE"
    WILL_DEFENSE = "WILL_DEFENSE"
    ASSIST = "ASSIST"
    FIRST_AID = "FIRST_AID"
    SHAKE_OFF = "SHAKE_OFF"
    TASK = "TASK"


class Trait(Enum):
    """What is special about a combatant that the game master plays.

    GIANT, MOUNTED: SA-MOUNT-02. SWARM: SA-AOE-03. INVISIBLE: its first strike is a surprise.  [SA-AMB-04]
    PARRY: it may pay to make an attack on it harder.  [G-02]
    """

    GIANT = "GIANT"
    MOUNTED = "MOUNTED"
    SWARM = "SWARM"
    INVISIBLE = "INVISIBLE"
    PARRY = "PARRY"


Tag = Id
"""What an attack is made of, for those who resist it or fear it: a word of the table's own, as fire, silver, holy.

[SA-ATK-06]
"""
