"""Weapon attacks: one roll against one or several, and the damage.  [FF-ATK-01 to FF-ATK-12]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.system import Table
from engine.systems.fantasia.commands import Attack
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.events import AttackRolled, ShotFired
from engine.systems.fantasia.rules import look, reactions
from engine.systems.fantasia.rules.aim import Use, attack_figure, is_melee, nature_of, use_of
from engine.systems.fantasia.rules.damage import hurt
from engine.systems.fantasia.rules.dice import half_die, roll
from engine.systems.fantasia.rules.figures import attribute, times
from engine.systems.fantasia.rules.hitting import Aim, Struck, roll_to_hit
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.responses import Assault
from engine.systems.fantasia.state import Own


def fire(table: Table[Own], who: str, weapon: str) -> None:
    """A firearm's bullet leaves its chamber: one for every shot.  [FF-EQ-03]"""
    thing = look.fighter(table.state, who).weapons[weapon]
    if thing.weapon.chamber:
        table.emit(ShotFired(combatant=who, weapon=weapon, bullets=thing.bullets - 1), rule="FF-EQ-03")


def aim_of(attacker: str, use: Use, rule: str) -> Aim:
    """AT, or MA of a magic weapon, against DE.  [FF-ATK-01, FF-ATK-05]"""
    return Aim(
        why="attack",
        rule=rule,
        figure=lambda state, target: attack_figure(state, attacker, target, use),
        defense=Figure.DEFENSE,
        rolled=lambda target, total, against, outcome: AttackRolled(
            attacker=attacker, target=target, weapon=use.weapon, total=total, against=against, outcome=outcome
        ),
    )


def assault_of(state: FF, attacker: str, use: Use) -> Assault:
    """What there is to react to in a weapon attack."""
    weapon = look.fighter(state, attacker).weapons[use.weapon].weapon
    return Assault(attacker=attacker, melee=is_melee(weapon, thrown=use.thrown))


def weapon_damage(table: Table[Own], attacker: str, use: Use, *, rule: str) -> int:
    """Weapon dice and the attribute of the attack, multiplied as the weapon's bonus says.  [FF-ATK-07 to FF-ATK-10]

    Not below 0.
    """
    weapon = look.fighter(table.state, attacker).weapons[use.weapon].weapon
    if weapon.half_die:
        faces = table.roll(f"{weapon.dice}d6", by=attacker, why="damage", rule="FF-ATK-10")
        dice = sum(half_die(face) for face in faces)
    else:
        dice = roll(table, weapon.dice, by=attacker, why="damage", rule=rule)
    score = attribute(table.state, attacker, use.attribute)
    return max(0, dice + score * times(score, weapon.bonus))


def strike(
    table: Table[Own], attacker: str, use: Use, targets: Sequence[str], *, rule: str = "FF-ATK-01", plain: bool = False
) -> Struck:
    """Roll to hit, roll damage once, and deal it to all who were hit; reactions come before and after."""
    struck = roll_to_hit(table, attacker, aim_of(attacker, use, rule), targets, plain=plain)
    assault = assault_of(table.state, attacker, use)
    blows = reactions.before(table, assault, struck.blows)
    if blows:
        base = weapon_damage(table, attacker, use, rule="FF-ATK-07")
        weapon = look.fighter(table.state, attacker).weapons[use.weapon].weapon
        for blow in blows:
            hurt(
                table,
                blow.target,
                base,
                cause=attacker,
                nature=nature_of(weapon),
                element=weapon.element,
                outgoing=blow.outgoing,
                lowered=blow.lowered,
                rule="FF-ATK-07",
            )
        reactions.after(table, assault, blows)
    return struck


def swing(table: Table[Own], order: Attack, *, rule: str = "FF-ATK-01") -> Struck:
    """One weapon attack on one target; what comes of a fumble is for the caller."""
    use = use_of(table.state, order)
    fire(table, order.attacker, order.weapon)
    return strike(table, order.attacker, use, (order.target,), rule=rule)
