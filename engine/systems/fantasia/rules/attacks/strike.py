"""Weapon attacks: one roll against one or several, and the damage.  [FF-ATK-01 to FF-ATK-12]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from engine.kit import Table
from engine.systems.fantasia.content.kinds import Category, Figure, Technique, Weapon
from engine.systems.fantasia.rules.attacks import reactions
from engine.systems.fantasia.rules.attacks.events import AttackRolled, ShotFired
from engine.systems.fantasia.rules.attacks.hit_roll import Aim, Struck, roll_to_hit
from engine.systems.fantasia.rules.attacks.responses import Assault
from engine.systems.fantasia.rules.basics import elements, lookup, totals
from engine.systems.fantasia.rules.basics.dice import half_die, of_attribute, throw
from engine.systems.fantasia.rules.basics.figures import times
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.aim import Use, attack_terms, in_reach, is_melee, nature_of, use_of
from engine.systems.fantasia.rules.board.known_ground import reached, tell_shielded
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.statuses.damage import hurt
from engine.systems.fantasia.rules.statuses.events import NoEffect
from engine.systems.fantasia.rules.statuses.status import inflict
from engine.systems.fantasia.state import FantasiaState


def fire(table: Table[FantasiaState], who: str, weapon: str) -> None:
    """Remove a bullet from a firearm's chamber: one for every shot.  [FF-EQ-03]"""
    thing = lookup.fighter(table.state, who).weapons[weapon]
    if thing.weapon.chamber:
        left = totals.counted("bullets", thing.bullets, "shot", -1, "FF-EQ-03")
        fired = ShotFired(combatant=who, weapon=weapon, bullets=int(left))
        table.emit(fired, rule="FF-EQ-03", because=totals.why(bullets=left))


def aim_of(attacker: str, weapon: Weapon, use: Use, rule: str, *, doubles: bool = True) -> Aim:
    """AT, or MA of a magic weapon, against DE.  [FF-ATK-01, FF-ATK-05]"""
    return Aim(
        why="attack",
        rule=rule,
        figure=Figure.MAGIC_ATTACK if weapon.category is Category.MAGIC else Figure.ATTACK,
        attribute=use.attribute,
        terms=lambda state, target: attack_terms(state, attacker, target, use),
        defense=Figure.DEFENSE,
        rolled=lambda target, total, against, outcome: AttackRolled(
            attacker=attacker, target=target, weapon=use.weapon, total=total, against=against, outcome=outcome
        ),
        doubles=doubles,
    )


def assault_of(state: FantasiaFight, attacker: str, use: Use) -> Assault:
    """What a weapon attack gives reactions to react to."""
    weapon = lookup.fighter(state, attacker).weapons[use.weapon].weapon
    return Assault(attacker=attacker, melee=is_melee(weapon, thrown=use.thrown))


def weapon_damage(table: Table[FantasiaState], attacker: str, use: Use, *, rule: str) -> totals.Total:
    """Weapon dice plus the attribute of the attack, multiplied by the weapon's bonus.  [FF-ATK-07 to FF-ATK-10]

    Not below 0. Berserk adds a die, and strength counts as in an attack.  [FF-ST-03]
    """
    more = sum(kind.weapon_dice for _, kind in lookup.kinds(table.state.fight.combatants[attacker]))
    weapon = lookup.fighter(table.state, attacker).weapons[use.weapon].weapon
    rule = "FF-ATK-10" if weapon.half_die else rule
    dice = weapon.dice if weapon.half_die else weapon.dice + more
    faces = throw(table, attacker, dice, _muscle(table.state, attacker, use), why="damage", rule=rule)
    if weapon.half_die:
        thrown = totals.of_dice(f"{weapon.dice}d3", sum(half_die(face) for face in faces), table.last, "FF-DICE-04")
        if more:
            faces = throw(table, attacker, more, _muscle(table.state, attacker, use), why="damage", rule=rule)
            thrown = totals.added(thrown, totals.of_dice(f"{more}d6", sum(faces), table.last, "FF-ST-03"))
    else:
        thrown = totals.of_dice(f"{dice}d6", sum(faces), table.last)
    muscle = _muscle(table.state, attacker, use)
    own = totals.of_word("attribute", int(muscle), "FF-ATK-07", attacker)
    return totals.added(thrown, own.private(table.state.fight, attacker), least=0)


def _muscle(state: FantasiaFight, attacker: str, use: Use) -> totals.Total:
    """The attribute of the attack, times the weapon's bonus.  [FF-ATK-08]"""
    weapon = lookup.fighter(state, attacker).weapons[use.weapon].weapon
    score = of_attribute(state, attacker, use.attribute, attack=True)
    return totals.scaled(score, times(score, weapon.bonus), use.weapon, "FF-ATK-08")


def strike(
    table: Table[FantasiaState],
    attacker: str,
    use: Use,
    targets: Sequence[str],
    *,
    rule: str = "FF-ATK-01",
    plain: bool = False,
    technique: Technique | None = None,
) -> Struck:
    """Roll to hit, roll damage once, and deal it to everybody hit; reactions come before and after.

    technique: the one used with the weapon; it may cause statuses, instead of damage or with it.
    """
    weapon = lookup.fighter(table.state, attacker).weapons[use.weapon].weapon
    harms = technique is None or technique.damage
    struck = roll_to_hit(table, attacker, aim_of(attacker, weapon, use, rule, doubles=harms), targets, plain=plain)
    assault = assault_of(table.state, attacker, use)
    blows = reactions.before(table, assault, struck.blows)
    if not blows:
        return structs.replace(struck, blows=blows)
    weapon = lookup.fighter(table.state, attacker).weapons[use.weapon].weapon
    if harms:
        base = weapon_damage(table, attacker, use, rule="FF-ATK-07")
        for blow in blows:
            hurt(
                table,
                blow.target,
                base.after(blow.version),
                cause=attacker,
                nature=nature_of(weapon),
                element=weapon.element,
                outgoing=blow.outgoing(table.state),
                lowered=blow.lowered,
                rule="FF-ATK-07",
            )
    for blow in blows:
        _bring(table, attacker, weapon, technique, blow.target)
    reactions.after(table, assault, blows)
    return structs.replace(struck, blows=blows)


def _bring(
    table: Table[FantasiaState], attacker: str, weapon: Weapon, technique: Technique | None, target: str
) -> None:
    """The statuses of a technique that has hit; not on targets immune to the weapon's element.  [FF-ELEM-04]"""
    if technique is None or not technique.inflicts:
        return
    if elements.immune(table.state, target, weapon.element):
        if not technique.damage:
            table.emit(NoEffect(target=target, cause=attacker, element=weapon.element), rule="FF-ELEM-04")
        return
    for what in technique.inflicts:
        inflict(table, target, what, cause=attacker, by=technique.id)


def swing(table: Table[FantasiaState], order: Attack, *, rule: str = "FF-ATK-01") -> Struck:
    """One weapon attack on one target; the caller handles a fumble."""
    use = use_of(table.state, order)
    fire(table, order.attacker, order.weapon)
    return strike_past_ground(table, order.attacker, use, order.target, rule=rule)


def strike_past_ground(
    table: Table[FantasiaState], attacker: str, use: Use, target: str, *, rule: str, by_mistake: bool = False
) -> Struck:
    """As `strike`, without a roll where ground that the attacker's player did not know shields the target.

    by_mistake: as of `reached`.
    """
    weapon = lookup.fighter(table.state, attacker).weapons[use.weapon].weapon
    met = reached(
        table,
        attacker,
        (target,),
        lambda state, t: in_reach(state, attacker, t, weapon, thrown=use.thrown),
        by_mistake=by_mistake,
    )
    tell_shielded(table, attacker, (target,), met, rule="FF-ATK-01")
    return strike(table, attacker, use, met, rule=rule) if met else Struck()
