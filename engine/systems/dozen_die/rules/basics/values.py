"""The values that figures roll against, and their numbers of dice."""

from __future__ import annotations

from engine.systems.dozen_die.content.catalogue import GRADES, UNARMED, WEAPONS
from engine.systems.dozen_die.content.kinds import Ability, Grade, Passive, Skill, Weapon
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.dice import Value, of_ability
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight


def level(state: DozenDieFight, who: str, passive: Passive) -> int:
    """The level of a passive skill that another rule reads; 0 without one."""
    figure = lookup.figure(state, who)
    return max((figure.levels[name] for name, skill in figure.skills.items() if skill.passive is passive), default=0)


def dice(state: DozenDieFight, who: str, levels: int) -> int:
    """How many dice a figure rolls: one for each level, as far as its side's pool goes.  [DD-DICE-04]

    The activation die is one of them in each order of the activation, so that the pool only needs to give the
    others.  [DD-DICE-05]  All are back in the pool once they are judged.  [DD-DICE-06]
    """
    has = lookup.pool(state, who)
    activation = state.own.activation
    activated = activation is not None and who in activation.figures
    return levels if has is None else min(levels, max(0, has) + (1 if activated else 0))


def melee_weapon(state: DozenDieFight, who: str) -> Weapon:
    """The melee weapon in use: the first on the sheet, otherwise bare hands.  [DD-MEL-01]"""
    weapons = lookup.figure(state, who).arms.values()
    return next((weapon for weapon in weapons if not weapon.ranged), WEAPONS[UNARMED])


def melee(state: DozenDieFight, who: str) -> Value:
    """Strength plus the bonus of the weapon.  [DD-MEL-01]"""
    weapon = melee_weapon(state, who)
    value = of_ability(who, "st", lookup.figure(state, who).st, "DD-MEL-01")
    return value.plus(weapon.id, weapon.bonus, "DD-MEL-01")


def shooting(state: DozenDieFight, who: str, weapon: Weapon) -> Value:
    """Dexterity and the bonus of the weapon.  [DD-REA-07]"""
    value = of_ability(who, "dx", lookup.figure(state, who).dx, "DD-REA-07")
    return value.plus(weapon.id, weapon.bonus, "DD-REA-07")


def protection(state: DozenDieFight, who: str, cover: tuple[str, int]) -> Value:
    """Dexterity, and the bonus of armour.  [DD-ARM-02, DD-ARM-03]

    cover: terrain, and its bonus.
    """
    figure = lookup.figure(state, who)
    if figure.armor is None:
        value = of_ability(who, "dx", figure.dx, "DD-ARM-02")
    else:
        value = of_ability(who, "dx", figure.dx, "DD-ARM-03").plus(figure.armor.id, figure.armor.bonus, "DD-ARM-03")
    return value.plus(*cover, "DD-TERR-02")


def conflict(state: DozenDieFight, who: str, skill: Skill, grade: Grade) -> Value:
    """The ability of a skill, plus the grade's bonus.  [DD-CON-04]  Nothing is rolled for the easiest grade."""
    difficulty = GRADES[grade]
    value = ability(state, who, skill.ability or Ability.DX, "DD-CON-04")
    return value.plus(grade.value.lower(), difficulty.bonus or 0, difficulty.conflict)


def ability(state: DozenDieFight, who: str, which: Ability, rule: str = "DD-CON-03") -> Value:
    """An ability as it is."""
    return of_ability(who, which.value.lower(), lookup.figure(state, who).ability(which), rule)
