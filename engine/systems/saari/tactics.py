"""Hints for bots beside the offers: which orders take on more than others, who could strike, what costs nothing."""

from __future__ import annotations

from typing import Any

from engine.kit import Asked, Order
from engine.systems.saari.ground import crossings
from engine.systems.saari.orders import GroupAction, Hold, Move, OtherAction, Ready
from engine.systems.saari.questions import AskCancelReady, AskCarryOver, AskMindPoint
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import interrupts

NEAR, BUSY = 0.8, 0.2
"""Shares of readiness: how near the nearest enemy is; how much of its actions it has used while one is in its zone.

What was paid for waiting is not used yet."""
STEP = 0.1
"""What each zone further takes off."""


def trouble(order: Order) -> int:
    """-1 for doing nothing more; above 0 for what has no result of its own."""
    return -1 if isinstance(order, Hold) else int(isinstance(order, (Ready, GroupAction, OtherAction)))


def readiness(state: SaariFight, who: str) -> float:
    """How well a combatant could strike next, from 0 to 1: an enemy is near, and actions are used rather than kept."""
    if not lookup.in_play(state, who):
        return 0.0
    far = distance(state, who)
    if far is None:
        return 0.0
    fighter = lookup.fighter(state, who)
    unused = fighter.actions + (fighter.ready.spent if fighter.ready is not None else 0)
    kept = unused / fighter.initiative if fighter.initiative and not far else 1.0
    return max(0.0, NEAR - STEP * far) + BUSY * max(0.0, 1.0 - kept)


def nearer(seen: SaariFight, order: Order) -> float:
    """Zones won on the way to the nearest enemy."""
    if not isinstance(order, Move):
        return 0.0
    now, then = distance(seen, order.combatant), _zones(seen, order.combatant, order.to.zone)
    return 0.0 if then is None else 1.0 if now is None else max(0.0, float(now - then))


def distance(state: SaariFight, who: str) -> int | None:
    """Zones to the nearest enemy, 0: it is in the same one; None: no way is known."""
    return _zones(state, who, lookup.zone(state, who))


def _zones(state: SaariFight, who: str, here: str | None) -> int | None:
    """Zones from one to the nearest enemy of somebody."""
    there = {lookup.zone(state, other) for other in lookup.enemies(state, who)} - {None}
    reached, far = {here} if here is not None else set(), 0
    while reached and not reached & there:
        more = {
            zone
            for combatant in reached
            if combatant is not None
            for zone in crossings(lookup.ground(state), combatant)
        } - reached
        if not more:
            return None
        reached, far = reached | more, far + 1
    return far if reached else None


def advice(seen: SaariFight, asked: Asked) -> list[tuple[str, dict[str, Any]]]:
    """Answers whose worth shows only later; empty: try them out.

    What would lapse is carried over. Who is ready and has a use for it at once gives up waiting. A mind point is spent
    on the first roll that fails: nobody knows whether there is another.  [SA-DELAY-01, SA-MP-02]
    """
    if asked.kind == AskMindPoint.__name__:
        return [(key, {}) for key in [offer.key for offer in asked.offers if offer.key != asked.default][:1]]
    if asked.kind == AskCarryOver.__name__:
        return [(asked.offers[-1].key, {})]
    if asked.kind == AskCancelReady.__name__ and asked.question["cost"]:
        who = asked.question["combatant"]
        return [("cancel" if any(interrupts.options(seen, who)) else asked.default, {})]
    return []
