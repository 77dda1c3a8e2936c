"""Hints for bots beside the offers: what costs nothing and does nothing, and who could strike."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.mongolian_mercenaries.content.kinds import Cover, Distance, Weapon
from engine.systems.mongolian_mercenaries.orders import (
    ChangeDistance,
    ChangePosition,
    EndTurn,
    Heading,
    Surrender,
    Wait,
)
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import weapons
from engine.systems.mongolian_mercenaries.rules.field import cover
from engine.systems.mongolian_mercenaries.rules.field import range as reach

NEAR, STEP = 0.7, 0.2
"""Of who could strike after one more change of distance or position, and what each further level takes off."""
COVERED = {Cover.NONE: 0.0, Cover.LIGHT: 0.05, Cover.HEAVY: 0.1}
"""What cover is worth beside it: opponents have fewer dice.  [MM-COV-01, MM-COV-02]"""


def trouble(order: Order) -> int:
    """-1 for doing nothing more; 1 for what has no result of its own, 2 for giving up."""
    return -1 if isinstance(order, EndTurn) else 2 * isinstance(order, Surrender) + isinstance(order, Wait)


def readiness(state: MercenariesFight, who: str) -> float:
    """How well a combatant could strike next, from 0 to 1: whom it reaches, else how far that is."""
    if state.own.field is None or not lookup.on_field(state, who) or state.own.fighters[who].figures is None:
        return 0.0
    usable = [weapon for weapon in weapons.at_hand(state, who).values() if weapons.skill_of(state, who, weapon) > 0]
    best = max((_of(state, who, other, usable) for other in lookup.active_opponents(state, who)), default=0.0)
    return min(1.0, 0.9 * best + COVERED[cover.of(state, who)])


def _of(state: MercenariesFight, who: str, target: str, usable: list[Weapon]) -> float:
    if any(reach.refusal(state, who, target, weapon) is None for weapon in usable):
        return 1.0
    farthest = max((_farthest(weapon) for weapon in usable), default=0)
    beyond = distances.between(state, who, target).level - farthest
    return max(0.0, NEAR - STEP * max(0, beyond - 1))


def _farthest(weapon: Weapon) -> int:
    """The level of distance within which it serves from every position.  [MM-DIST-04, MM-POS-05]"""
    return (Distance.CLOSE if weapon.reach is None else weapon.reach.distance).level


def nearer(seen: MercenariesFight, order: Order) -> float:
    """Levels of distance that an order may win; a position forward is worth less, and none leads out of the fight."""
    if isinstance(order, ChangeDistance) and order.heading is Heading.NEARER:
        return 1.0 / (1 + distances.between(seen, order.combatant, order.target).level)
    return 0.1 if isinstance(order, ChangePosition) and order.heading is Heading.NEARER else 0.0
