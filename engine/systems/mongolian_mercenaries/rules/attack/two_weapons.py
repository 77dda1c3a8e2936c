"""Hands in an attack: a shield keeps one, and a talent lets both weapons strike together.  [MM-EQ-03, MM-EQ-04]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import RuleRefusal, WhyNot
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.kinds import Permission
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts, total
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, weapons
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.gear import carrying


def bars(state: MercenariesFight, strike: Strike, target: str) -> RuleRefusal | None:
    """A weapon for two hands beside a shield.  [MM-EQ-03]"""
    free = carrying.HANDS - carrying.shield_hands(lookup.figures(state, strike.attacker))
    if strike.weapon.hands <= free:
        return None
    reason = "means: the shield takes one hand, and this weapon two"
    return RuleRefusal(reason, rule="MM-EQ-03", field="means", why=WhyNot.NO_MEANS)


def second(state: MercenariesFight, strike: Strike) -> str | None:
    """The other one-handed melee weapon that strikes along, where a talent allows it; None: only one is used.

    [MM-EQ-04]
    """
    figures, held = lookup.figures(state, strike.attacker), lookup.fighter(state, strike.attacker).held
    if not strike.melee or strike.weapon.hands != 1:
        return None
    if not sums.allowed(active_cards.moment(state, strike.attacker), strike.attacker, Permission.TWO_WEAPONS):
        return None
    for key in held:
        other = figures.weapons.get(key)
        if key == strike.means or other is None or other.hands != 1 or other.reach is not None:
            continue
        if lookup.skill(state, strike.attacker, other.skill) >= max(1, other.min_skill):
            return key
    return None


def net_points(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Damage of the second weapon, one less if Damaged; the hit test stays that of the first."""
    key = second(state, strike)
    if key is None:
        return ()
    own = structs.replace(strike, means=key, weapon=weapons.at_hand(state, strike.attacker)[key], ammunition=None)
    return (Part(key, total(weapons.damage(state, own)), "MM-EQ-04", who=strike.attacker),)
