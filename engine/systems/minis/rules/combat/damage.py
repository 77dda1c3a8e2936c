"""From a hit to life points: resistances, halves, armour; and whoever has none left leaves play.

Weapons and spells come through `harm`, then `settle` after all damage of the same roll or exchange.  [MN-GAP-16]
"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import CombatantOut, Table
from engine.systems.minis.content.kinds import DamageType, Resistance, Weapon
from engine.systems.minis.house_rules import LEAST
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.armor import Pierces, protection
from engine.systems.minis.rules.basics.lookup import LIFE, MinisFight
from engine.systems.minis.rules.basics.sums import Sum, because
from engine.systems.minis.rules.combat.events import HarmDone
from engine.systems.minis.state import MinisState

FALLEN = "fallen"
"""Reason for a mini without life points being out of play."""

_TYPES = {
    DamageType.FIRE: (Resistance.FIRE, "MN-RES-02"),
    DamageType.ELECTRICITY: (Resistance.ELECTRICITY, "MN-RES-03"),
    DamageType.POISON: (Resistance.POISON, "MN-RES-04"),
}


class Hit(Struct, frozen=True):
    """A hit. means: the weapon or the spell, by id. base: its damage. flank: it comes from the target's flank.

    damage_type: what resistances look at; None: nothing of theirs. spell: it is one, not a weapon; magic: of a weapon.
    pierces: armour that it goes through.
    """

    means: str
    base: Sum
    flank: bool = False
    damage_type: DamageType | None = None
    spell: bool = False
    magic: bool = False
    pierces: Pierces = Pierces.NOTHING


def with_weapon(weapon: Weapon, *, flank: bool) -> Hit:
    """A hit with a weapon: its flat damage.  [MN-GAP-52]"""
    base = Sum().plus(weapon.id, weapon.damage, "MN-GAP-52")
    return Hit(weapon.id, base, flank=flank, damage_type=weapon.damage_type, magic=weapon.magic)


def half(number: int) -> int:
    """Half, rounded down, but not below 1 where there was anything: of damage and of durations.  [MN-GAP-15]"""
    return max(number // 2, min(number, 1))


def damage(state: MinisFight, target: str, hit: Hit) -> Sum:
    """The damage that a hit does, with its terms.  [MN-GAP-16, MN-RES-07]

    A typed resistance leaves nothing; else at most one half, then armour, which leaves at least so much (`LEAST`).
    """
    resistances, found = lookup.mini(state, target).resistances, hit.base
    if hit.damage_type in _TYPES:
        resistance, rule = _TYPES[hit.damage_type]
        if resistance in resistances:
            return found.to("resistance", 0, rule)
    if hit.spell and Resistance.SPELLS in resistances:
        found = found.to("resistance", half(found.total), "MN-RES-05")
    elif not hit.spell and not hit.magic and Resistance.NON_MAGIC_WEAPONS in resistances:
        found = found.to("resistance", half(found.total), "MN-RES-01")
    if found.total < 1:
        return found
    least = min(LEAST.of(state.fight), found.total)
    for piece in protection(state, target, flank=hit.flank, pierces=hit.pierces):
        found = found.plus(piece.id, -piece.protection, "MN-GAP-14", who=target)
    return found if found.total >= least else found.to("least", least, "MN-GAP-14")


def harm(table: Table[MinisState], attacker: str, target: str, hit: Hit, *, rule: str, cause: int = 0) -> int:
    """A hit does its damage to a mini; nobody falls before `settle`. Returns the damage. cause: the roll's version."""
    if not lookup.in_play(table.state, target):
        return 0
    found = damage(table.state, target, hit)
    event = HarmDone(combatant=target, attacker=attacker, means=hit.means, damage=found.total)
    version = table.emit(event, rule=rule, because=because(cause, damage=found))
    if found.total:
        table.change(target, LIFE, -found.total, rule="MN-GAP-16", because=because(version))
    return found.total


def settle(table: Table[MinisState]) -> None:
    """Whoever has no life points left leaves play, with its place in the order and its declaration.  [MN-GAP-45]"""
    for who in lookup.here(table.state):
        if lookup.life(table.state, who) <= 0:
            table.emit(CombatantOut(combatant=who, reason=FALLEN), rule="MN-GAP-45")
