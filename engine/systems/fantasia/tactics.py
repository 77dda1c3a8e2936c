"""Hints for bots beside the offers: how many decisions an order takes, and who is ready to strike."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.fantasia.orders import EndTurn, Jump, Manner, Move
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.state import Where

LACK = 0.5
"""Loss of readiness for lying, for an empty firearm in hand, or for having no weapon drawn."""


def trouble(order: Order) -> int:
    """Decisions beyond walking: 1 for another manner, 2 for a jump; -1 for doing nothing more."""
    if isinstance(order, EndTurn):
        return -1
    if isinstance(order, Jump):
        return 2
    return int(isinstance(order, Move) and order.manner is not Manner.WALK)


def readiness(state: FantasiaFight, who: str) -> float:
    """How well a combatant could strike next, from 0 to 1: upright, loaded, a weapon in hand."""
    bearer = state.fight.combatants[who]
    if bearer.out is not None or not lookup.able(bearer):
        return 0.0
    weapons = lookup.fighter(state, who).weapons.values()
    armed = [held for held in lookup.in_hand(state, who).values() if not held.weapon.natural]
    lacks = bearer.has("prone") + any(held.weapon.chamber and not held.bullets for held in armed)
    lacks += not armed and any(held.where is Where.STOWED for held in weapons)
    return max(0.0, 1.0 - LACK * lacks)
