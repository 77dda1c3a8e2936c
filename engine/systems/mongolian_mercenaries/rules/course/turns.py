"""Playing an order in one's own turn: checked, paid, done; then the next turn.  [MM-DW-08]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit import Offer, Order, RuleRefusal, Table, TurnBegan, actor_of
from engine.systems.mongolian_mercenaries.content.kinds import Activity as Forbidden
from engine.systems.mongolian_mercenaries.rules.basics import initiative, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import OrderHandler
from engine.systems.mongolian_mercenaries.rules.blows import harm, states
from engine.systems.mongolian_mercenaries.rules.course import rounds
from engine.systems.mongolian_mercenaries.rules.course.orders import EndTurn
from engine.systems.mongolian_mercenaries.rules.field import budget, permits
from engine.systems.mongolian_mercenaries.rules.field.events import TurnEnded
from engine.systems.mongolian_mercenaries.rules.magic import summons
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage


def play(table: Table[MercenariesState], order: Order) -> None:
    """Refuse or play an order of who acts now, or of the game master."""
    hooks = table.state.own.hooks
    if type(order) in hooks.gm_orders:
        hooks.gm_orders[type(order)](table, order)
        return
    who, seen = actor_of(order), table.seen(table.seat)
    require_turn(seen, who)
    if isinstance(order, EndTurn):
        end(table, who)
        after(table, who)
        return
    deed = hooks.order_handlers.get(type(order))
    if deed is None:
        raise RuleRefusal(f"no rule plays {type(order).__name__}")
    refused = states.refusal(seen, who, Forbidden.ALL)
    if refused is not None:
        raise refused
    deed.check(seen, order)
    cost = deed.cost(seen, order)
    budget.require(seen, who, cost)
    with table.during(type(order).__name__, who):
        budget.pay(table, who, cost)
        deed.do(table, order)
        harm.recheck(table)
    after(table, who)


def require_turn(state: MercenariesFight, who: str) -> None:
    """RuleRefusal unless it is this combatant's turn.  [MM-INIT-05]"""
    state.fight.require(who)
    if state.own.stage is not Stage.CLASH:
        raise RuleRefusal("no round is going on", rule="MM-ROUND-03", field="combatant")
    if who not in state.fight.acting:
        raise RuleRefusal("it is not the turn of this combatant", rule="MM-INIT-05", field="combatant")


def after(table: Table[MercenariesState], who: str) -> None:
    """The turn goes on while something is left of the budget, and nobody has come first by Wait.

    Whoever can do nothing any more has lost the rest of it. Somebody and its summons have one turn, with two budgets.

    [MM-ST-03, MM-MAG-13, MM-DW-21]
    """
    state = table.state
    if state.own.stage is not Stage.CLASH:
        return
    leader = summons.leader(state, who)
    moved = _moved(state, leader)
    for combatant in dict.fromkeys(
        (*(() if moved else (leader,)), *(who for who in state.fight.acting if who != leader))
    ):
        there = lookup.on_field(table.state, combatant) and permits.able(table.state, combatant)
        if not there or budget.spent(table.state, combatant):
            end(table, combatant)
    left = summons.together(table.state, leader)
    if moved or not left:
        rounds.go_on(table)
    elif left != table.state.fight.acting:
        table.emit(TurnBegan(acting=left), rule="MM-MAG-13")


def _moved(state: MercenariesFight, leader: str) -> bool:
    """Whether Wait has moved somebody's turn behind another's, and there is something left for its new place.

    Summons share the Wait of their summoner, also where that was its last action.  [RUL-87]
    """
    waiting = not lookup.fighter(state, leader).acted and initiative.next_actor(state) != leader
    return waiting and any(permits.able(state, combatant) for combatant in summons.together(state, leader))


def end(table: Table[MercenariesState], who: str) -> None:
    """What is left is given up.  [MM-ACT-03]"""
    if not lookup.fighter(table.state, who).acted:
        table.emit(TurnEnded(combatant=who), rule="MM-ACT-03")


def offers_by_kind(state: MercenariesFight, who: str) -> Iterator[Iterable[Offer[Order]]]:
    """What a combatant can do and pay for in its turn, each kind made when it is read."""
    if state.own.stage is not Stage.CLASH or who not in state.fight.acting or not lookup.on_field(state, who):
        return
    for deed in state.own.hooks.order_handlers.values() if permits.able(state, who) else ():
        yield _affordable(state, who, deed)
    yield (Offer("end_turn", EndTurn(combatant=who), "MM-ACT-03"),)


def _affordable(state: MercenariesFight, who: str, deed: OrderHandler) -> Iterator[Offer[Order]]:
    """The orders of one kind that it can pay for."""
    for offer in deed.options(state, who):
        if budget.affords(state, who, deed.cost(state, offer.body)):
            yield offer
