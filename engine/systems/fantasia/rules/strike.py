"""Weapon attacks: one roll against one or several, and the damage.  [FF-ATK-01 to FF-ATK-12]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.kernel.system import Table
from engine.systems.fantasia.commands import Attack
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.events import AttackRolled, HitAutomatic, Outcome, ShotFired
from engine.systems.fantasia.rules import look
from engine.systems.fantasia.rules.aim import Use, attack_figure, nature_of, use_of
from engine.systems.fantasia.rules.critical import doubled, outcome_of
from engine.systems.fantasia.rules.damage import CRITICAL, hurt
from engine.systems.fantasia.rules.dice import half_die, roll
from engine.systems.fantasia.rules.figures import attribute, figure, times
from engine.systems.fantasia.state import Own


class Struck(Struct, frozen=True):
    """How an attack came out: whom it hit, who takes double damage, and whether it was a fumble."""

    hit: tuple[str, ...]
    critical: str | None = None
    fumbled: bool = False


def fire(table: Table[Own], who: str, weapon: str) -> None:
    """A firearm's bullet leaves its chamber: one for every shot.  [FF-EQ-03]"""
    thing = look.fighter(table.state, who).weapons[weapon]
    if thing.weapon.chamber:
        table.emit(ShotFired(combatant=who, weapon=weapon, bullets=thing.bullets - 1), rule="FF-EQ-03")


def roll_to_hit(
    table: Table[Own], attacker: str, use: Use, targets: Sequence[str], *, rule: str, plain: bool = False
) -> Struck:
    """2d + AT against each target's defence, with one roll for all.  [FF-ATK-01, FF-ATK-05]

    The helpless are hit without one.  [FF-KO-07]  plain: no criticals, no fumbles.
    """
    here = table.state.fight.combatants
    rolled = [target for target in targets if not look.helpless(here[target])]
    faces = table.roll("2d6", by=attacker, why="attack", rule=rule) if rolled else ()
    hit: list[str] = []
    struck: list[str] = []
    fumbled = False
    for target in targets:
        if target not in rolled:
            table.emit(HitAutomatic(attacker=attacker, target=target), rule="FF-KO-07")
            hit.append(target)
            continue
        state = table.state
        total = sum(faces) + attack_figure(state, attacker, target, use)
        against = figure(state, target, Figure.DEFENSE)
        outcome = outcome_of(faces, total, against, plain=plain)
        table.emit(
            AttackRolled(
                attacker=attacker, target=target, weapon=use.weapon, total=total, against=against, outcome=outcome
            ),
            rule={Outcome.CRITICAL: "FF-CRIT-01", Outcome.FUMBLE: "FF-FUM-01"}.get(outcome, rule),
            to=look.knowing(state.fight, target),
        )
        fumbled = fumbled or outcome is Outcome.FUMBLE
        if outcome in (Outcome.HIT, Outcome.CRITICAL):
            hit.append(target)
        if outcome is Outcome.CRITICAL:
            struck.append(target)
    critical = doubled(table, attacker, struck) if struck else None
    return Struck(tuple(hit), critical, fumbled)


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
    """Roll to hit, roll damage once, and deal it to all who were hit."""
    struck = roll_to_hit(table, attacker, use, targets, rule=rule, plain=plain)
    if struck.hit:
        base = weapon_damage(table, attacker, use, rule="FF-ATK-07")
        weapon = look.fighter(table.state, attacker).weapons[use.weapon].weapon
        for target in struck.hit:
            hurt(
                table,
                target,
                base,
                cause=attacker,
                nature=nature_of(weapon),
                element=weapon.element,
                outgoing=(CRITICAL,) if target == struck.critical else (),
                rule="FF-ATK-07",
            )
    return struck


def swing(table: Table[Own], order: Attack, *, rule: str = "FF-ATK-01") -> Struck:
    """One weapon attack on one target; what comes of a fumble is for the caller."""
    use = use_of(table.state, order)
    fire(table, order.attacker, order.weapon)
    return strike(table, order.attacker, use, (order.target,), rule=rule)
