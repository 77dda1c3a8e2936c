"""Hints for bots beside the offers: how many decisions an order takes, and who is ready to strike."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.orders import EndActivation, EndOrder, Pass
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight

LACK = 0.5
"""Loss of readiness for each unloaded weapon of a shooter."""


def trouble(order: Order) -> int:
    """Number of jumps in a way ordered step by step; -1 for doing nothing more."""
    if isinstance(order, (EndActivation, EndOrder, Pass)):
        return -1
    return sum(step.jump for step in getattr(order, "path", ()))


def readiness(state: DozenDieFight, who: str) -> float:
    """How well a combatant could strike next, from 0 to 1: its ranged weapons are loaded."""
    if not lookup.standing(state, who):
        return 0.0
    figure = lookup.figure(state, who)
    if values.level(state, who, Passive.SHOOTING) == 0:
        return 1.0
    empty = sum(arm.ranged and name not in figure.loaded for name, arm in figure.arms.items())
    return max(0.0, 1.0 - LACK * empty)
