"""Playing an order at one's own count: checked, paid, done; then the next count.  [G-03, G-30]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit import Offer, Order, RuleRefusal, Table, actor_of
from engine.systems.saari.rules.basics import clock, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.order_handlers import OrderHandler
from engine.systems.saari.rules.harm import effects, interrupts
from engine.systems.saari.rules.turns import conceding, rounds
from engine.systems.saari.rules.turns.orders import Concede
from engine.systems.saari.state import Phase, SaariState


def play(table: Table[SaariState], order: Order) -> None:
    """Refuse or play an order of who acts now, or of the game master."""
    if type(order) in table.state.own.gm_orders:
        table.state.own.gm_orders[type(order)](table, order)
        return
    if isinstance(order, Concede):
        conceding.concede(table, order)
        return
    deed = table.state.own.order_handlers.get(type(order))
    if deed is None:
        raise RuleRefusal(f"no rule plays {type(order).__name__}")
    who, seen = actor_of(order), table.seen(table.seat)
    outside = deed.outside and clock.is_outside(seen)
    if outside:
        require_here(seen, who)
    else:
        require_count(seen, who)
    held = getattr(order, "held", None)
    if held is not None:
        gear.check(seen, who, held, clumsy=deed.takes_clumsy)
        seen = gear.as_if(seen, who, held)
    deed.check(seen, order)
    cost = 0 if outside else deed.cost(seen, order)
    clock.require_affordable(seen, who, cost)
    with table.during(type(order).__name__, who):
        clock.pay(table, who, cost, rule=deed.rule, payment=deed.payment)
        if held is not None and not deed.judged:
            gear.swap(table, who, held)
        interrupts.carry_out(table, deed, order)
    if not outside:
        effects.after_count(table, who)
        rounds.go_on(table)


def require_count(state: SaariFight, who: str) -> None:
    """RuleRefusal unless it is this combatant's count.  [SA-INIT-05]"""
    state.fight.require(who)
    if state.own.phase is not Phase.ACTIONS:
        raise RuleRefusal("no round of actions is going on", rule="SA-INIT-05", field="combatant")
    if who not in state.fight.acting:
        raise RuleRefusal(f"it is not the count of {who}", rule="SA-INIT-05", field="combatant")


def require_here(state: SaariFight, who: str) -> None:
    """RuleRefusal for whoever is out."""
    state.fight.require(who)
    if not lookup.in_play(state, who):
        raise RuleRefusal(f"{who} is out of the fight", rule="G-36", field="combatant")


def offers_by_kind(state: SaariFight, who: str) -> Iterator[Iterable[Offer[Order]]]:
    """What a combatant can do and afford at its count, or outside a fight; and giving up at any time.

    Each kind is made when it is read.
    """
    if state.own.phase is Phase.ACTIONS and who in state.fight.acting and lookup.in_play(state, who):
        left = lookup.fighter(state, who).actions
        for deed in state.own.order_handlers.values():
            yield _afforded(state, who, deed, left)
    if clock.is_outside(state) and lookup.in_play(state, who):
        for deed in state.own.order_handlers.values():
            if deed.outside:
                yield _afforded(state, who, deed, None)
    yield conceding.offers(state, who)


def _afforded(state: SaariFight, who: str, deed: OrderHandler, left: int | None) -> Iterator[Offer[Order]]:
    """The offers of one kind of order. left: actions that pay for them; None: they cost nothing."""
    for offer in deed.options(state, who):
        if left is None or deed.cost(gear.as_sent(state, who, offer.body), offer.body) <= left:
            yield gear.left_open(state, who, offer) if deed.swaps else offer
