"""Ammunition: what a weapon needs, and special ammunition that changes it.  [MM-AMMO-01 to MM-AMMO-05]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import AmmoMode, Ammunition, Weapon
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear.events import ItemSpent
from engine.systems.mongolian_mercenaries.state import Fighter, MercenariesState


def left(state: MercenariesFight, who: str, item: str) -> int:
    """Units, pieces, or weapons that are thrown away."""
    return lookup.fighter(state, who).ammunition.get(item, 0)


def thrown_away(fighter: Fighter) -> tuple[str, ...]:
    """Weapons of somebody that were discarded by being thrown, of which none is left.  [MM-AMMO-03]"""
    arms = {} if fighter.figures is None else fighter.figures.weapons
    return tuple(
        key
        for key, weapon in arms.items()
        if weapon.ammo is not None and weapon.ammo.mode is AmmoMode.SELF and not fighter.ammunition.get(key, 0)
    )


def discard_thrown(table: Table[MercenariesState], winner: str) -> None:
    """After the fight they take no room any more.  [MM-AMMO-03, MM-EQ-06]"""
    for who in table.state.own.fighters:
        for key in thrown_away(lookup.fighter(table.state, who)):
            table.emit(ItemSpent(combatant=who, item=key), rule="MM-AMMO-03")


def lacking(state: MercenariesFight, who: str, means: str, weapon: Weapon) -> RuleRefusal | None:
    """Why a weapon cannot be used for want of ammunition; None where it can.  [MM-AMMO-03, MM-AMMO-05]"""
    ammo = weapon.ammo
    if ammo is None:
        return None
    if ammo.mode is AmmoMode.SELF and not left(state, who, means):
        return RuleRefusal("means: none of them is left", rule="MM-AMMO-03", field="means", why=WhyNot.NO_MEANS)
    if ammo.mode is AmmoMode.PACKET and ammo.type is not None and not left(state, who, ammo.type):
        reason = "means: there is no ammunition for it"
        return RuleRefusal(reason, rule="MM-AMMO-05", field="means", why=WhyNot.NO_MEANS)
    return None


def special(state: MercenariesFight, who: str, weapon: Weapon) -> tuple[Ammunition, ...]:
    """Special ammunition that somebody has for a weapon.  [MM-AMMO-02]"""
    deck = deck_of(state.own.setup.cards).ammunition
    return tuple(
        card
        for key, card in deck.items()
        if not card.packet and (weapon.id in card.weapons or weapon.skill in card.weapons) and left(state, who, key)
    )


def loaded(weapon: Weapon, ammunition: Ammunition | None) -> Weapon:
    """A weapon as its ammunition makes it; what that adds to Damage and Accuracy stays apart.  [MM-AMMO-02]"""
    if ammunition is None:
        return weapon
    return structs.replace(
        weapon,
        kinds=ammunition.kinds or weapon.kinds,
        element=ammunition.element or weapon.element,
        crit_faces=weapon.crit_faces if ammunition.crit_faces is None else ammunition.crit_faces,
    )
