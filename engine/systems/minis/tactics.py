"""Hints for bots beside the offers: which orders take on less, who is ready to strike, and how to answer in secret."""

from __future__ import annotations

from typing import Any

from engine.kit import Asked, Order
from engine.kit.plane import in_front
from engine.systems.minis.orders import EndActivation, Pivot, Wait
from engine.systems.minis.questions import DeclareWhom, FightHow
from engine.systems.minis.rules.basics import ability, chances, lookup, positions, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight

FIT, FACING, AIMING = 0.2, 0.4, 0.4
"""Shares of readiness: nothing keeps it from fighting; the nearest enemy is in its front; it could attack somebody."""

TURN = 0.01
"""Of coming nearer: less than any step."""


def trouble(order: Order) -> int:
    """-1 for doing nothing more; 0 for anything else."""
    return -1 if isinstance(order, (EndActivation, Wait)) else 0


def readiness(state: MinisFight, who: str) -> float:
    """How well a combatant could strike next, from 0 to 1: able to fight, facing the nearest enemy, near enough."""
    if not lookup.in_play(state, who):
        return 0.0
    foes = lookup.enemies(state, who)
    found = FIT if ability.may_fight(state, who) else 0.0
    if not foes:
        return found
    nearest = min(foes, key=lambda other: (positions.squared(state, who, other), other))
    found += FACING if positions.looks_at(state, who, lookup.at(state, nearest)) else 0.0
    return found + (AIMING if any(_could_attack(state, who, other) for other in foes) else 0.0)


def _could_attack(state: MinisFight, who: str, other: str) -> bool:
    """Whether position and weapons allow an attack."""
    there = lookup.at(state, other)
    if not positions.looks_at(state, who, there) or not positions.sees(state, who, there):
        return False
    squared = positions.squared(state, who, other)
    reaches = (weapon.max_range or 0 for weapon in weapons.missiles(state, who).values())
    return positions.in_reach(state, who, other) or any(chances.band_of(squared, reach) for reach in reaches)


def nearer(seen: MinisFight, order: Order) -> float | None:
    """A turn on the spot towards the nearest enemy, where that is not in front; of all else places tell."""
    if not isinstance(order, Pivot):
        return None
    who, foes = order.combatant, lookup.enemies(seen, order.combatant)
    if not foes:
        return 0.0
    there = lookup.at(seen, min(foes, key=lambda other: (positions.squared(seen, who, other), other)))
    turned = in_front(lookup.at(seen, who), order.facing, there)
    return TURN if turned and not positions.looks_at(seen, who, there) else 0.0


def advice(seen: MinisFight, asked: Asked) -> list[tuple[str, dict[str, Any]]]:
    """Answers to a question whose worth shows only later, each as good as the others; empty: try them out.

    Whoever can act is declared: waiting wins nothing by itself. An option of open combat is best picked by chance:
    whatever is foreseen is beaten.  [MN-TURN-02, MN-OPEN-06]
    """
    match asked.kind:
        case DeclareWhom.__name__:
            able = list(asked.question["combatants"])
            return [("these", {"minis": able})] if able else [(asked.default, {})]
        case FightHow.__name__:
            return [(offer.key, {}) for offer in asked.offers if offer.key != asked.default]
    return []
