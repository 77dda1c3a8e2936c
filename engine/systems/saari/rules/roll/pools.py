"""The pools of rolls: an attribute and what is added to it.  [SA-DICE-03, SA-DICE-04]"""

from __future__ import annotations

from engine.systems.saari.content.kinds import Attack, Attribute, Defense, Purpose
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part

ATTACKS = {
    Attack.MELEE: (Purpose.MELEE_ATTACK, Attribute.MIGHT, "SA-ATK-01"),
    Attack.THROWN: (Purpose.THROWN_ATTACK, Attribute.MIGHT, "SA-ATK-02"),
    Attack.RANGED: (Purpose.RANGED_ATTACK, Attribute.AGILITY, "SA-ATK-03"),
    Attack.SPELL: (Purpose.SPELL_ATTACK, Attribute.LEARNING, "SA-ATK-04"),
}
DEFENSES = {
    Defense.BASIC: Purpose.BASIC_DEFENSE,
    Defense.ARMOR: Purpose.ARMOR_DEFENSE,
    Defense.DODGE: Purpose.DODGE_DEFENSE,
    Defense.ENDURANCE: Purpose.ENDURANCE_DEFENSE,
    Defense.WILL: Purpose.WILL_DEFENSE,
}
RESISTED = {
    Defense.ENDURANCE: (Attribute.TOUGHNESS, "SA-DEF-08"),
    Defense.WILL: (Attribute.DISCIPLINE, "SA-DEF-09"),
}


def of_attribute(state: SaariFight, who: str, attribute: Attribute, rule: str) -> tuple[Part, ...]:
    """An attribute as a part of a pool."""
    return (Part(attribute.value.lower(), lookup.score(state, who, attribute), rule),)


def bonuses(state: SaariFight, who: str, purpose: Purpose, weapon: str = "") -> tuple[Part, ...]:
    """Dice of trinkets and talents for a purpose.  [SA-GEAR-12]"""
    sheet = lookup.figures(state, who)
    given = [(trinket.id, trinket.bonuses) for trinket in sheet.trinkets] + [
        (talent.id, talent.bonuses) for talent in sheet.talents
    ]
    return tuple(
        Part(source, bonus.dice, "SA-GEAR-12")
        for source, found in given
        for bonus in found
        if bonus.purpose is purpose and bonus.weapon in (None, weapon)
    )


def armor_dice(state: SaariFight, who: str) -> int:
    """Armour dice: at most Might.  [SA-GEAR-13, SA-ATTR-04]"""
    armor = lookup.figures(state, who).armor
    return min(lookup.score(state, who, Attribute.MIGHT), armor.armor_dice if armor is not None else 0)


def dodge_dice(state: SaariFight, who: str) -> int:
    """Dodge dice: Agility, or what the armour leaves of it.  [SA-GEAR-14, SA-ATTR-05, G-21]"""
    agility, armor = lookup.score(state, who, Attribute.AGILITY), lookup.figures(state, who).armor
    return agility if armor is None or armor.dodge_limit is None else min(agility, armor.dodge_limit)


def of_defense(state: SaariFight, who: str, defense: Defense) -> tuple[Part, ...]:
    """The pool of a defence, without a held item.  [SA-DEF-03, SA-DEF-05, SA-DEF-07]"""
    if defense in RESISTED:
        parts = of_attribute(state, who, *RESISTED[defense])
    else:
        parts = ()
        if defense is not Defense.ARMOR:
            parts += (Part("dodge", dodge_dice(state, who), "SA-GEAR-14"),)
        if defense is not Defense.DODGE:
            parts += (Part("armor", armor_dice(state, who), "SA-GEAR-13"),)
    return parts + bonuses(state, who, DEFENSES[defense])
