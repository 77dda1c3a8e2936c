"""Light: dim takes a die at medium and far, darkness two of every hit test and all shots from afar.

[MM-FIELD-05, RUL-40]  Creatures that see in the dark do not mind either.
"""

from __future__ import annotations

from engine.kit import RuleRefusal, WhyNot
from engine.systems.mongolian_mercenaries.content.kinds import Distance, Lighting, Permission
from engine.systems.mongolian_mercenaries.rules.basics import distances
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.field import permits

DIM, DARK = -1, -2
"""Dice of a hit test."""


def now(state: MercenariesFight) -> Lighting:
    """The light of the field, with the torches and the spells that are at work."""
    return active_cards.moment(state).lighting


def hinders(state: MercenariesFight, who: str) -> bool:
    """Whether bad light counts against somebody: by the table's option, and unless it sees in the dark."""
    return state.own.setup.lighting_penalties and not permits.permitted(state, who, Permission.DARK_SIGHT)


def afar(state: MercenariesFight, combatant: str, other: str) -> bool:
    """Whether two are at medium or far from each other."""
    return distances.between(state, combatant, other).level >= Distance.MEDIUM.level


def dice(state: MercenariesFight, strike: Strike, target: str, pool: int) -> Parts:
    """Dice that bad light takes of a hit test. pool: without it; never the last die."""
    light, who = now(state), strike.attacker
    if light is Lighting.FULL or not hinders(state, who):
        return ()
    taken = DARK if light is Lighting.DARK else DIM if afar(state, who, target) else 0
    return (Part("lighting", max(taken, min(0, 1 - pool)), "MM-FIELD-05", who=who),)


def too_dark(state: MercenariesFight, who: str, target: str) -> bool:
    """Whether no shot, and no Projectile spell, goes from one to the other."""
    return now(state) is Lighting.DARK and afar(state, who, target) and hinders(state, who)


def bar(state: MercenariesFight, strike: Strike, target: str) -> RuleRefusal | None:
    """Why a ranged attack is barred: in the dark there is none at medium and far."""
    if strike.melee or not too_dark(state, strike.attacker, target):
        return None
    return RuleRefusal("target: too dark to shoot so far", rule="MM-FIELD-05", field="target", why=WhyNot.NOT_SEEN)
