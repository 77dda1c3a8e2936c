"""Which weapons somebody can attack with, and what they are worth.  [MM-SKILL-02, MM-SKILL-07, MM-SKILL-08]"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.catalogue import WEAPONS
from engine.systems.mongolian_mercenaries.content.kinds import FIGHT_PROFICIENCY, UNARMED, Figure, Permission, Weapon
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, treated
from engine.systems.mongolian_mercenaries.rules.blows.events import WeaponDrawn
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.state import MercenariesState

BARE_HANDS = WEAPONS[UNARMED]
"""Blunt, and never Damaged."""
WORSE = -1
"""Of a Damaged weapon or piece of armour; no value falls below 0."""


def at_hand(state: MercenariesFight, who: str) -> Mapping[str, Weapon]:
    """Active weapons, those in hand first; taking one in hand costs nothing. Bare hands only with no weapon in them.

    [MM-SKILL-08, MM-ACT-06]
    """
    fighter = lookup.fighter(state, who)
    held = tuple(key for key in fighter.held if key in lookup.figures(state, who).weapons)
    mine = {key: weapon for key, weapon in lookup.figures(state, who).weapons.items() if key not in fighter.packed}
    found = {key: mine[key] for key in held if key in mine} | mine
    return found if held or any(weapon.natural for weapon in mine.values()) else {**found, UNARMED: BARE_HANDS}


def skill_of(state: MercenariesFight, who: str, weapon: Weapon) -> int:
    """What its hit test tests.  [MM-ATK-02, MM-ENM-09]"""
    if weapon.skill == FIGHT_PROFICIENCY:
        return lookup.figures(state, who).fight_proficiency
    return lookup.skill(state, who, weapon.skill)


def damage(state: MercenariesFight, strike: Strike) -> Parts:
    """Damage of a weapon, one less if Damaged, and of its ammunition; what cards add comes with the net.

    [MM-ATTR-17, MM-ENM-10, MM-SKILL-08, MM-ST-05, RUL-35]
    """
    who, weapon = strike.attacker, strike.weapon
    worse = WORSE if strike.means in lookup.fighter(state, who).damaged and weapon.damage > 0 else 0
    found: Parts = (
        Part(strike.means, weapon.damage, "MM-ATTR-17", who=who),
        Part("damaged", worse, "MM-ST-05", who=who),
    )
    found += treated.damage(state, strike)
    if strike.ammunition is None:
        return found
    return (*found, Part(strike.ammunition.id, strike.ammunition.damage, "MM-AMMO-02", who=who))


def dodge(state: MercenariesFight, strike: Strike, target: str) -> int:
    """Successes that Dodge takes of a hit test; of a ranged one only that of a Dodge Master.

    [MM-ATK-05, MM-SKILL-11, MM-SKILL-12, MM-ENM-12, RUL-88]
    """
    moment = active_cards.of_strike(state, strike, target)
    if lookup.fighter(state, target).mounted:
        # Riding stands in for it; and no Dodge Master sits in a saddle.  [MM-MNT-03, MM-SKILL-17, RUL-53]
        if not strike.melee:
            return 0
        base = lookup.skill(state, target, "riding")
    elif not strike.melee and not sums.allowed(moment, target, Permission.RANGED_DODGE):
        return 0
    else:
        base = lookup.skill(state, target, "dodge") + (lookup.figures(state, target).dodge if strike.melee else 0)
    more = sums.figure(moment, target, Figure.DODGE, base, more=strike.against(target))
    return max(0, more.total)


def hands_with(state: MercenariesFight, who: str, means: str) -> tuple[str, ...]:
    """What is in hand once something is taken in hand: with it what the other hand can keep; a worn shield keeps one.

    [MM-EQ-03, RUL-54]
    """
    figures, held = lookup.figures(state, who), lookup.fighter(state, who).held
    natural = means in figures.weapons and figures.weapons[means].natural
    if means in held or means not in carrying.things(figures) or natural:
        return held
    kept: tuple[str, ...] = (means,)
    free = carrying.HANDS - carrying.shield_hands(figures)
    for item in held:
        if sum(carrying.hands_of(figures, key) for key in (*kept, item)) <= free:
            kept = (*kept, item)
    return kept


def drawn(state: MercenariesFight, who: str, means: str) -> MercenariesFight:
    """The state in which an attack is made: whoever needs both hands for it holds no torch.  [MM-EQ-03, RUL-40]"""
    fighter, hands = lookup.fighter(state, who), hands_with(state, who, means)
    items = lookup.figures(state, who).items
    if not any(key in items and items[key].abilities for key in fighter.held if key not in hands):
        return state
    fighters = {**state.own.fighters, who: structs.replace(fighter, held=hands)}
    return structs.replace(state, own=structs.replace(state.own, fighters=fighters))


def draw(table: Table[MercenariesState], who: str, means: str) -> None:
    """Take something in hand."""
    hands = hands_with(table.state, who, means)
    if hands != lookup.fighter(table.state, who).held:
        table.emit(WeaponDrawn(combatant=who, held=hands), rule="MM-EQ-03")
