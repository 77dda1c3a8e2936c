"""Every legal order, made from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from engine.kit import Begin, Offer, Order
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.turns import conceding, turns
from engine.systems.minis.rules.turns.handlers import ORDER_HANDLERS
from engine.systems.minis.rules.turns.orders import EndActivation, Wait


def offers(seen: MinisFight, combatant: str | None) -> Iterator[Offer[Order]]:
    """What a combatant, or (None) the game master, may order now."""
    return _gm(seen) if combatant is None else chain.from_iterable(by_kind(seen, combatant))


def _gm(seen: MinisFight) -> Iterator[Offer[Order]]:
    if turns.refusal(seen) is None:
        yield Offer(key="begin", body=Begin(), rule="MN-TURN-01", fields=(conceding.REMARK,))
    yield from conceding.gm_offers(seen)


def by_kind(seen: MinisFight, combatant: str) -> Iterator[Iterable[Offer[Order]]]:
    """What a combatant may order now, each kind made when it is read."""
    if combatant in seen.fight.acting and lookup.in_play(seen, combatant):
        for deed in ORDER_HANDLERS.values():
            yield deed.options(seen, combatant)
        if lookup.mini(seen, combatant).used.acted:
            yield (Offer(key="end-activation", body=EndActivation(combatant=combatant), rule="MN-TURN-07"),)
        else:
            yield (Offer(key="wait", body=Wait(combatant=combatant), rule="MN-INIT-02"),)
    if combatant in seen.fight.combatants:
        yield conceding.offers(seen, combatant)
