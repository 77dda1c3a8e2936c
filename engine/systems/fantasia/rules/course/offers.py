"""Every legal order, made from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import structs

from engine.kit import Begin, Field, Offer, Order
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.course import gm_orders
from engine.systems.fantasia.rules.course.ordered import EITHER, FREE, bound, payments
from engine.systems.fantasia.rules.course.orders import GoOn
from engine.systems.fantasia.rules.movement import rage
from engine.systems.fantasia.rules.movement.orders import EndTurn
from engine.systems.fantasia.rules.statuses import hazards
from engine.systems.fantasia.rules.statuses.order_handlers import OrderHandler, hindrance, unsacrificed
from engine.systems.fantasia.rules.turns import delay, phases, rounds, surprise
from engine.systems.fantasia.rules.turns.orders import TakeTurn
from engine.systems.fantasia.types import Pay, Phase

REMARK = Field("note", "text", least=0, most=500)


def offers(seen: FantasiaFight, combatant: str | None) -> Iterator[Offer[Order]]:
    """What a combatant, or (None) the game master, may order now."""
    return _gm(seen) if combatant is None else chain.from_iterable(by_kind(seen, combatant))


def by_kind(seen: FantasiaFight, combatant: str) -> Iterator[Iterable[Offer[Order]]]:
    """What a combatant may order now, each kind made when it is read."""
    if combatant not in seen.fight.combatants:
        return
    if not seen.own.begun:
        yield surprise.lurk_options(seen, combatant)
    elif combatant in seen.fight.acting and lookup.choosing(seen):
        if not lookup.gm_picks(seen):
            yield (Offer(key="take-turn", body=TakeTurn(combatant=combatant), rule="FF-INIT-05"),)
    elif combatant in seen.fight.acting:
        if lookup.able(seen.fight.combatants[combatant]):
            yield from _turn(seen, combatant)
            yield delay.options(seen, combatant)
        yield _end(seen, combatant)


def _end(seen: FantasiaFight, who: str) -> Iterator[Offer[Order]]:
    if not rage.must_go_on(seen, who):
        yield Offer(key="end-turn", body=EndTurn(combatant=who), rule="FF-TURN-01")


def _gm(seen: FantasiaFight) -> Iterator[Offer[Order]]:
    if not seen.own.begun:
        if rounds.refusal(seen) is None:
            yield Offer(key="begin", body=Begin(), rule="FF-INIT-01", fields=(REMARK,))
            yield from surprise.options(seen)
    elif lookup.gm_picks(seen):
        whom = seen.fight.acting
        fields = (Field("combatant", "one", whom),)
        yield Offer(key="take-turn", body=TakeTurn(combatant=whom[0]), rule="FF-INIT-07", fields=fields)
    elif seen.fight.outcome is not None and not seen.fight.acting:
        yield Offer(key="go-on", body=GoOn(), rule="FF-TURN-01", fields=(REMARK,))
    yield from gm_orders.options(seen)
    yield from hazards.options(seen)


def _turn(seen: FantasiaFight, who: str) -> Iterator[Iterable[Offer[Order]]]:
    allowed = phases.allowed(seen, who)
    pays = {either: payments(seen, either=either) for either in (False, True)}
    for kind, action in seen.own.order_handlers.items():
        left = pays[kind in EITHER]
        if left or kind in FREE:
            yield _paid(seen, who, kind, action, left, allowed)


def _paid(
    seen: FantasiaFight,
    who: str,
    kind: type[Order],
    action: OrderHandler,
    left: tuple[Pay, ...],
    allowed: tuple[Phase, ...],
) -> Iterator[Offer[Order]]:
    """The orders of one kind that its turn can pay with what is `left`."""
    for found in action.options(seen, who):
        spared = unsacrificed(seen, who, found)
        offer = None if spared is None else rage.towards(seen, who, spared)
        if offer is None or hindrance(seen, offer.body) is not None:
            continue
        can = left
        if kind not in FREE and not phases.fits(seen, offer.body, allowed):
            can = tuple(pay for pay in left if not bound(pay, kind))
            if not can:
                continue
        if kind in EITHER:
            body = structs.replace(offer.body, pay=can[0])
            fields = (*offer.fields, Field("pay", "one", can)) if len(can) > 1 else offer.fields
            yield Offer(key=offer.key, body=body, rule=offer.rule, fields=fields)
        else:
            yield offer
