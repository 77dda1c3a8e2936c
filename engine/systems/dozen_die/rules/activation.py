"""One activation: it begins, holds two orders, and ends; then the next die is drawn.  [DD-ACT-02, DD-ACT-05]"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.kernel.events import ControlChanged, TurnBegan
from engine.kernel.messages import Order, actor_of
from engine.kernel.system import Table
from engine.systems.dozen_die.commands import Activate, EndActivation, EndOrder
from engine.systems.dozen_die.events import ActivationBegan, ActivationEnded, OrderBegan, OrderFinished, PartFinished
from engine.systems.dozen_die.rules import battle, contact, harm, loads, look, rounds
from engine.systems.dozen_die.rules.candidates import candidates, miniatures
from engine.systems.dozen_die.rules.deeds import DEEDS
from engine.systems.dozen_die.rules.dice import because, of_count
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Activation, Own


# -- it begins
def check(state: DD, order: Activate) -> None:
    """RuleRefusal unless the die in hand activates this figure, a neutral or `by` itself."""
    chosen = state.fight.require(order.figure)
    if order.figure != order.by and chosen.side == state.fight.combatants[order.by].side:
        raise RuleRefusal("figure: a figure of the side is activated by itself", rule="DD-ACT-02", field="figure")
    if order.figure not in candidates(state):
        injured = look.standing(state, order.figure) and state.fight.combatants[order.figure].has(harm.INJURED)
        raise RuleRefusal(
            f"figure: this die does not activate {order.figure}",
            rule="DD-HP-04" if injured else "DD-ACT-16",
            field="figure",
        )


def begin(table: Table[Own], order: Activate) -> None:
    """The die is spent on a figure, with its pack; a neutral obeys the active side meanwhile."""
    start(table, order.figure, by=order.by)


def start(table: Table[Own], who: str, *, by: str) -> None:
    """Somebody is activated, as the seat that gives the orders of `by` wants."""
    together = miniatures(table.state, who)
    table.emit(ActivationBegan(combatant=who, activated=together), rule="DD-ACT-05")
    commander = table.state.fight.combatants[by].controller
    for one in together if look.neutral(table.state, who) else ():
        if table.state.fight.combatants[one].controller != commander:
            table.emit(ControlChanged(combatant=one, controller=commander), rule="DD-ACT-16")
    table.emit(TurnBegan(acting=together), rule="DD-ACT-05")


# -- its orders
def require(state: DD, order: Order) -> Activation:
    """The activation that an order belongs to. RuleRefusal unless its figure is activated and has an order left."""
    who, activation = actor_of(order), state.own.activation
    if activation is None or who not in state.fight.acting:
        raise RuleRefusal(f"{who} is not activated", rule="DD-ACT-05", field=type(order).actor)
    if not isinstance(order, (EndActivation, EndOrder)) and not has_order(activation, who):
        raise RuleRefusal(f"{who} has no order left", rule="DD-ACT-05", field=type(order).actor)
    return activation


def has_order(activation: Activation, who: str) -> bool:
    """Whether he may still do something: his part of the present order, or all of the next one.  [DD-ACT-09]"""
    return activation.orders_left > 0 and who not in activation.done


def play(table: Table[Own], order: Order) -> None:
    """An order of somebody who is activated: refused, or played out. In any sequence, the same one again too.

    [DD-ACT-07, DD-ACT-08]
    """
    who = actor_of(order)
    activation = require(table.state, order)
    if isinstance(order, EndActivation):
        contact.settle(table)
        end(table)
        return
    if isinstance(order, EndOrder):
        _check_begun(activation)
        _finish_order(table, who)
        _go_on(table)
        return
    deed = DEEDS.get(type(order))
    if deed is None:
        raise RuleRefusal(f"no rule plays {type(order).__name__}")
    deed.check(table.seen(table.seat), order)
    table.emit(OrderBegan(combatant=who, manner=deed.manner), rule="DD-ACT-06")
    with table.during(type(order).__name__, who):
        deed.do(table, order)
    loads.settle(table)
    finish(table, who)


def finish(table: Table[Own], who: str) -> None:
    """What follows an order, or a miniature's part of it: the next part, the next order, or the end.

    Whoever lives through what others answered goes on; a casualty has no more orders.  [DD-REA-08]
    """
    activation = table.state.own.activation
    if activation is None:
        return
    waiting = [c for c in activation.figures if c != who and c not in activation.done]
    if any(look.standing(table.state, c) for c in waiting):
        table.emit(PartFinished(combatant=who), rule="DD-GAP-22")
    else:
        _finish_order(table, who)
    _go_on(table)


def _go_on(table: Table[Own]) -> None:
    """More of the activation, or its end."""
    activation = table.state.own.activation
    left = [c for c in activation.figures if look.standing(table.state, c)] if activation else []
    if activation is None or activation.orders_left == 0 or not left or battle.decided(table.state):
        end(table)
    elif tuple(left) != table.state.fight.acting:
        table.emit(TurnBegan(acting=tuple(left)), rule="DD-ACT-05")


def _check_begun(activation: Activation) -> None:
    """RuleRefusal unless a miniature of a pack has done its part of the present order, and others have not."""
    if not activation.done:
        raise RuleRefusal("no order has been begun that could be ended", rule="DD-ACT-09", field="figure")


def _finish_order(table: Table[Own], who: str) -> None:
    """The order is over: contacts that a pack has come into are fought out first.  [DD-ACT-09, DD-GAP-22]"""
    contact.settle(table)
    loads.settle(table)
    activation = table.state.own.activation
    if activation is not None:
        left = max(0, activation.orders_left - 1)
        orders = of_count("orders", activation.orders_left, "DD-ACT-05")
        why = because(orders_left=orders.plus("finished", left - activation.orders_left, "DD-ACT-09"))
        table.emit(OrderFinished(combatant=who, orders_left=left), rule="DD-ACT-09", because=why)


# -- it ends
def end(table: Table[Own]) -> None:
    """The activation is over, and the next die is drawn.  [DD-ACT-02]"""
    close(table)
    rounds.next_draw(table)


def close(table: Table[Own]) -> None:
    """The activation, if there is one, is over: its injuries count, a neutral is nobody's again, and the die is spent.

    [DD-REA-09]
    """
    activation = table.state.own.activation
    if activation is not None:
        table.emit(ActivationEnded(combatant=activation.figures[0]), rule="DD-ACT-05")
        harm.settle_all(table)
        for who in activation.figures:
            bearer = table.state.fight.combatants[who]
            if look.neutral(table.state, who) and bearer.controller != bearer.owner:
                table.emit(ControlChanged(combatant=who, controller=bearer.owner), rule="DD-ACT-16")
    rounds.spend(table, idle=False)
