"""The plans of attack and defence rolls.  [SA-ATK-01 to SA-ATK-04, SA-DEF-01]"""

from __future__ import annotations

from engine.systems.saari.content.kinds import Attack, Defense
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.harm import effects
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.rules.roll.plan import Plan


def of_attack(state: SaariFight, assault: Assault) -> Plan:
    """A character's attack roll.  [SA-ATK-01 to SA-ATK-04]"""
    who, means = assault.attacker, assault.means
    purpose, attribute, rule = pools.ATTACKS[assault.kind]
    parts = pools.of_attribute(state, who, attribute, rule)
    if assault.kind is not Attack.SPELL:
        parts += (Part(means, lookup.held_weapons(state, who)[means].attack_dice, "SA-GEAR-11"),)
    return Plan(
        purpose=purpose,
        roller=who,
        attribute=attribute,
        parts=parts + pools.bonuses(state, who, purpose, means),
        zero=lookup.score(state, who, attribute) == 0,
        kn=assault.kn,
        opponent=assault.target,
        means=means,
        factors=assault.edges,
        assault=assault,
    )


def of_defense(state: SaariFight, assault: Assault) -> Plan:
    """A character's defence roll: one, whatever the attack does.  [SA-DEF-10]

    Dodge and armour dice are caps, so that 0 of them are none.  [G-08]
    """
    who, defense = assault.target, effects.defense_of(state, assault.target, assault.defense)
    unmet = defense is Defense.DODGE and effects.is_pinned(state, who)  # it bypasses armour, and cannot be dodged
    attribute = pools.RESISTED[defense][0] if defense in pools.RESISTED else None
    return Plan(
        purpose=pools.DEFENSES[defense],
        roller=who,
        attribute=attribute,
        parts=() if unmet else pools.of_defense(state, who, defense),
        zero=attribute is not None and lookup.score(state, who, attribute) == 0,
        kn=assault.kn,
        opponent=assault.attacker,
        factors=assault.edges,
        assault=assault,
    )
