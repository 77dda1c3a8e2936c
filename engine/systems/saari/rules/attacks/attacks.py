"""Attacks: a character's is rolled by it, an enemy's by the character who defends.  [SA-DICE-01, SA-DEF-01]"""

from __future__ import annotations

from msgspec import Struct, structs

from engine.kit import REMOVED, Table
from engine.systems.saari.content.kinds import Attack, Defense, EnemyAttack, Tag, Weapon
from engine.systems.saari.house_rules import THROWN
from engine.systems.saari.rules.attacks import friendly_fire
from engine.systems.saari.rules.attacks.events import AttackDeclared, AttackEnded
from engine.systems.saari.rules.basics import companions, engagements, gear, lookup, sight
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import ambush, effects, harm, interrupts
from engine.systems.saari.rules.harm.events import ActionSpoiled
from engine.systems.saari.rules.resolution import pipeline, plans
from engine.systems.saari.rules.roll.closing import Outcome
from engine.systems.saari.rules.roll.spoiled import Spoiled
from engine.systems.saari.state import SaariState

UNARMED = EnemyAttack(id="fists", name="Fists", kn=1, damage=1)
"""The blow of an NPC that has no melee attack.  [G-31]"""

"""How far anything can be thrown, in zones.  [G-24]"""

DECLARED = {
    Attack.MELEE: "SA-ACT-01",
    Attack.THROWN: "G-24",
    Attack.RANGED: "SA-ACT-02",
    Attack.SPELL: "SA-ACT-02",
}
"""The rule by which a kind of attack is made."""


class Blow(Struct, frozen=True, kw_only=True):
    """What an attack has come to. extras: that went to damage. bought: effects, once for each time.

    harmless: the hit itself went to an effect, so that it does no damage.  [SA-XATK-04]
    """

    hit: bool
    extras: int = 0
    bought: tuple[str, ...] = ()
    harmless: bool = False


def melee_means(state: SaariFight, who: str) -> tuple[str, ...]:
    """What a combatant can strike one target with, the usual one first."""
    found = tuple(means for means, kind in kinds(state, who) if kind is Attack.MELEE and can_pay(state, who, means))
    return found or (UNARMED.id,)


def kinds(state: SaariFight, who: str) -> tuple[tuple[str, Attack], ...]:
    """What a combatant can attack one target with, and how; area attacks are orders of their own."""
    if lookup.is_pc(state, who):
        held = lookup.held_weapons(state, who)
        return tuple((key, kind) for key, weapon in held.items() if not weapon.area for kind in weapon.attacks())
    own = tuple((key, attack.kind) for key, attack in lookup.figures(state, who).attacks.items() if not attack.area)
    return own if any(kind is Attack.MELEE for _, kind in own) else (*own, (UNARMED.id, Attack.MELEE))


def range_of(state: SaariFight, who: str, means: str) -> int:
    """How many zones away an attack reaches; what is thrown one at least.  [SA-SHOOT-01, G-24]"""
    if lookup.is_pc(state, who):
        weapon = weapon_of(state, who, means)
        return max(THROWN.of(state.fight), weapon.range) if weapon.thrown else weapon.range
    attack = attack_of(state, who, means)
    return max(THROWN.of(state.fight), attack.range) if attack.kind is Attack.THROWN else attack.range


def is_handy(state: SaariFight, who: str, means: str) -> bool:
    """Whether it gives no free strike, shot or spell; its edges stay.  [SA-FREE-04, G-25]"""
    return weapon_of(state, who, means).handy if lookup.is_pc(state, who) else attack_of(state, who, means).handy


def cost(state: SaariFight, who: str, means: str) -> int:
    """The actions that an attack costs, with a talent for its weapon fewer.  [SA-ACT-01, SA-ACT-11]"""
    if not lookup.is_pc(state, who):
        return attack_of(state, who, means).cost
    talents = lookup.figures(state, who).talents
    quick = [talent.quick_cost for talent in talents if talent.quick_weapon == means]
    return min([weapon_of(state, who, means).cost, *quick])


def mind_cost(state: SaariFight, who: str, means: str) -> int:
    """The mind points that an attack with a weapon costs.  [SA-MP-05]"""
    return lookup.held_weapons(state, who)[means].mind_cost if lookup.is_pc(state, who) else 0


def can_pay(state: SaariFight, who: str, means: str) -> bool:
    """Whether it has those mind points.  [SA-MP-06]"""
    cost = mind_cost(state, who, means)
    return not cost or lookup.vital(state, who, lookup.MP) >= cost


def pay(table: Table[SaariState], who: str, means: str) -> None:
    """Pay them, as the attack is declared.  [SA-MP-05, G-30]"""
    cost = mind_cost(table.state, who, means)
    if cost:
        table.change(who, lookup.MP, -cost, rule="SA-MP-05")


def weapon_of(state: SaariFight, who: str, means: str) -> Weapon:
    """A weapon in hand, by id."""
    return lookup.held_weapons(state, who)[means]


def attack_of(state: SaariFight, who: str, means: str) -> EnemyAttack:
    """An attack of an NPC, by id."""
    return lookup.figures(state, who).attacks.get(means, UNARMED)


def kn_of(state: SaariFight, target: str, kind: Attack, tags: tuple[Tag, ...]) -> int:
    """The target number of an attack on somebody; a character has none.  [SA-ATK-05, SA-ATK-06]"""
    numbers = lookup.figures(state, target).kn
    return 0 if numbers is None else numbers.against(kind, tags)


def assault_of(state: SaariFight, who: str, struck: str, means: str, kind: Attack, *, free: bool = False) -> Assault:
    """An attack as it is declared.  [SA-ATK-05, SA-ATK-06, SA-DEF-05, SA-DEF-07]"""
    defender = companions.defender(state, struck)
    target, instead = (struck, None) if defender is None else (defender, struck)
    if lookup.is_pc(state, who):
        weapon = weapon_of(state, who, means)
        talents = lookup.figures(state, who).talents if kind is Attack.MELEE else ()
        return Assault(
            attacker=who,
            target=target,
            means=means,
            kind=kind,
            kn=kn_of(state, target, kind, weapon.tags),
            damage=weapon.damage,
            reach=0 if kind is Attack.MELEE else range_of(state, who, means),
            bought=(*weapon.effects, *(price for talent in talents for price in talent.melee_effects)),
            tags=weapon.tags,
            free=free,
            instead=instead,
        )
    attack = attack_of(state, who, means)
    return Assault(
        attacker=who,
        target=target,
        means=means,
        kind=attack.kind,
        kn=effects.weakened_kn(state, who, attack.kn),
        damage=attack.damage,
        reach=0 if attack.kind is Attack.MELEE else range_of(state, who, means),
        defense=defense_of(attack),
        effects=attack.effects,
        tags=attack.tags,
        free=free,
        surprise=attack.surprise,
        instead=instead,
    )


def defense_of(attack: EnemyAttack) -> Defense:
    """What an attack is defended with: homing ones with armour, touches with dodging.  [SA-DEF-05, SA-DEF-07]"""
    return Defense.ARMOR if attack.homing else Defense.DODGE if attack.touch else attack.defense


def perform(table: Table[SaariState], assault: Assault) -> None:
    """Carry out an attack: declared, joined, rolled, and its damage and effects taken.

    Only in melee does the attacker join the engagement.  [G-27]
    """
    if sight.strikes_unseen(table.state, assault.attacker, assault.target):
        assault = structs.replace(assault, surprise=True)
    if lookup.is_pc(table.state, assault.attacker) and lookup.is_pc(table.state, assault.target):
        pool = (*plans.of_attack(table.state, assault).parts, *friendly_fire.spend_riposte(table, assault.attacker))
        assault = friendly_fire.turned(assault, pool)
    assault = ambush.surprising(table.state, assault)
    struck = assault.struck
    lies = lookup.zone(table.state, struck)
    declared = AttackDeclared(
        combatant=assault.attacker,
        target=struck,
        means=assault.means,
        kind=assault.kind,
        free=assault.free,
        surprise=assault.surprise,
    )
    table.emit(declared, rule="SA-FREE-01" if assault.free else DECLARED[assault.kind])
    before = lookup.engaged_with(table.state, assault.attacker)
    if assault.kind is Attack.MELEE:
        engagements.join(table, assault.attacker, companions.engaged_as(table.state, struck), rule="SA-ENG-02")
    if not interrupts.at_attack(table, assault, near=engagements.newly(table.state, assault.attacker, before)):
        return
    try:
        with table.during("Attack", assault.attacker):
            blow = _rolled(table, assault)
    except Spoiled:
        table.emit(ActionSpoiled(combatant=assault.attacker), rule=interrupts.SPOILED)
        return
    conclude(table, assault, hit=blow.hit, extras=blow.extras, bought=blow.bought, harmless=blow.harmless)
    gear.spend(table, assault.attacker, assault.means, assault.kind, zone=lies)


def conclude(
    table: Table[SaariState],
    assault: Assault,
    *,
    hit: bool,
    extras: int = 0,
    bought: tuple[str, ...] = (),
    harmless: bool = False,
) -> None:
    """What an attack comes to: damage, its riders, and the effects that extras bought.  [SA-DEF-02, SA-XATK-02]

    harmless: the hit does no damage at all.  [SA-XATK-04]
    """
    if table.state.fight.combatants[assault.struck].out == REMOVED:
        return
    damage = assault.damage + extras if hit and not harmless else 0
    bearer = companions.engaged_as(table.state, assault.struck)  # a rider bears the effects of a blow at its mount
    ended = AttackEnded(combatant=assault.attacker, target=assault.struck, hit=hit, damage=damage)
    table.emit(ended, rule="SA-DEF-02" if lookup.is_pc(table.state, assault.target) else "SA-XATK-03")
    if damage:
        harm.hurt(table, assault.struck, assault.damage, source=assault.means, rule="SA-DEF-02", extras=extras)
    for riders, rule in ((assault.effects, "SA-DEF-02"), (bought, "SA-XATK-02")):
        if hit:
            effects.befall(table, bearer, riders, source=assault.attacker, kn=assault.kn, rule=rule)


def _rolled(table: Table[SaariState], assault: Assault) -> Blow:
    """What the roll of either side makes of it. Where no character is concerned no dice fall.  [G-54]"""
    if lookup.is_pc(table.state, assault.target):
        return Blow(hit=not pipeline.resolve(table, plans.of_defense(table.state, assault)).success)
    if lookup.is_pc(table.state, assault.attacker):
        return blow_of(pipeline.resolve(table, plans.of_attack(table.state, assault)))
    return Blow(hit=companions.harmed(table, assault))


def blow_of(outcome: Outcome) -> Blow:
    """What a character's attack roll comes to."""
    return Blow(hit=outcome.success, extras=outcome.damage, bought=outcome.bought, harmless=outcome.forgone is not None)
