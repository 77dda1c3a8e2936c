"""Every legal order, made from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from engine.kit import Begin, Offer, Order
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.turns import activation, choosing, gm_orders, rounds
from engine.systems.dozen_die.rules.turns.handlers import ORDER_HANDLERS
from engine.systems.dozen_die.rules.turns.orders import EndActivation, EndOrder


def offers(seen: DozenDieFight, combatant: str | None) -> Iterator[Offer[Order]]:
    """What a combatant, or (None) the game master, may order now."""
    return _gm(seen) if combatant is None else chain.from_iterable(by_kind(seen, combatant))


def by_kind(seen: DozenDieFight, combatant: str) -> Iterator[Iterable[Offer[Order]]]:
    """What a combatant may order now, each kind made when it is read."""
    if combatant not in seen.fight.acting or combatant not in seen.fight.combatants:
        return
    if seen.own.activation is None:
        yield from choosing.by_kind(seen, combatant)
    else:
        yield from _activated(seen, combatant)


def _gm(seen: DozenDieFight) -> Iterator[Offer[Order]]:
    if rounds.refusal(seen) is None:
        yield Offer(key="begin", body=Begin(), rule="DD-ACT-01", fields=(gm_orders.REMARK,))
    yield from gm_orders.options(seen)


def _activated(seen: DozenDieFight, who: str) -> Iterator[Iterable[Offer[Order]]]:
    running = seen.own.activation
    if running is not None and activation.has_order(running, who):
        for deed in ORDER_HANDLERS.values():
            yield deed.options(seen, who)
    if running is not None and running.done:
        yield (Offer(key="end-order", body=EndOrder(combatant=who), rule="DD-ACT-09"),)
    yield (Offer(key="end-activation", body=EndActivation(combatant=who), rule="DD-ACT-05"),)
