"""One activation: it begins, has two orders, and ends; then the next die is drawn.  [DD-ACT-02, DD-ACT-05]"""

from __future__ import annotations

from engine.kit import ControlChanged, Order, RuleRefusal, Table, TurnBegan, WhyNot, actor_of
from engine.systems.dozen_die.rules.actions import contact, presence
from engine.systems.dozen_die.rules.basics import battle, loads, lookup
from engine.systems.dozen_die.rules.basics.dice import because, of_count
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict import damage
from engine.systems.dozen_die.rules.conflict.candidates import candidates, miniatures
from engine.systems.dozen_die.rules.turns import rounds
from engine.systems.dozen_die.rules.turns.events import (
    ActivationBegan,
    ActivationEnded,
    OrderBegan,
    OrderFinished,
    PartFinished,
)
from engine.systems.dozen_die.rules.turns.handlers import ORDER_HANDLERS
from engine.systems.dozen_die.rules.turns.orders import Activate, EndActivation, EndOrder
from engine.systems.dozen_die.state import Activation, DozenDieState


# -- beginning
def check(state: DozenDieFight, order: Activate) -> None:
    """RuleRefusal unless the die in hand activates this figure, a neutral or `by` itself."""
    chosen = state.fight.require(order.combatant)
    if order.combatant != order.by and chosen.side == state.fight.combatants[order.by].side:
        raise RuleRefusal("combatant: a figure of the side is activated by itself", rule="DD-ACT-02", field="combatant")
    presence.require(state, order.combatant, field="combatant")
    if order.combatant not in candidates(state):
        injured = lookup.standing(state, order.combatant) and chosen.has(damage.INJURED)
        raise RuleRefusal(
            f"combatant: this die does not activate {order.combatant}",
            rule="DD-HP-04" if injured else "DD-ACT-16",
            field="combatant",
        )


def begin(table: Table[DozenDieState], order: Activate) -> None:
    """Spend the die on a figure, with its pack; a neutral obeys the active side for the activation."""
    start(table, order.combatant, by=order.by)


def start(table: Table[DozenDieState], who: str, *, by: str) -> None:
    """Activate a figure; the seat that gives the orders of `by` decides."""
    together = miniatures(table.state, who)
    table.emit(ActivationBegan(combatant=who, activated=together), rule="DD-ACT-05")
    commander = table.state.fight.combatants[by].controller
    for combatant in together if lookup.neutral(table.state, who) else ():
        if table.state.fight.combatants[combatant].controller != commander:
            table.emit(ControlChanged(combatant=combatant, controller=commander), rule="DD-ACT-16")
    table.emit(TurnBegan(acting=together), rule="DD-ACT-05")


# -- orders
def require(state: DozenDieFight, order: Order) -> Activation:
    """The activation that an order belongs to. RuleRefusal unless its figure is activated and has an order left."""
    who, activation = actor_of(order), state.own.activation
    if not isinstance(order, EndActivation) or who not in state.fight.acting:
        presence.require(state, who, field=type(order).actor)
    if activation is None or who not in state.fight.acting:
        if not lookup.neutral(state, who) and lookup.active_side(state) != state.fight.combatants[who].side:
            raise RuleRefusal(f"no die of the side of {who} is in hand", rule="DD-ACT-01", field=type(order).actor)
        raise RuleRefusal(f"{who} is not activated", rule="DD-ACT-05", field=type(order).actor)
    if not isinstance(order, (EndActivation, EndOrder)) and not has_order(activation, who):
        raise RuleRefusal(f"{who} has no order left", rule="DD-ACT-05", field=type(order).actor, why=WhyNot.NO_BUDGET)
    return activation


def has_order(activation: Activation, who: str) -> bool:
    """Whether the figure may still act: its part of the present order, or all of the next one.  [DD-ACT-09]"""
    return activation.orders_left > 0 and who not in activation.done


def play(table: Table[DozenDieState], order: Order) -> None:
    """Refuse or play an order of an activated figure. Orders come in any sequence, also the same one twice.

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
    deed = ORDER_HANDLERS.get(type(order))
    if deed is None:
        raise RuleRefusal(f"no rule plays {type(order).__name__}")
    deed.check(table.seen(table.seat), order)
    table.emit(OrderBegan(combatant=who, manner=deed.manner), rule="DD-ACT-06")
    with table.during(type(order).__name__, who):
        deed.do(table, order)
    loads.settle(table)
    finish(table, who)


def finish(table: Table[DozenDieState], who: str) -> None:
    """Continue after an order, or a miniature's part of it: the next part, the next order, or the end.

    A figure that survives the reactions continues; a casualty has no more orders.  [DD-REA-08]
    """
    activation = table.state.own.activation
    if activation is None:
        return
    waiting = [c for c in activation.figures if c != who and c not in activation.done]
    if any(lookup.standing(table.state, c) for c in waiting):
        table.emit(PartFinished(combatant=who), rule="DD-GAP-22")
    else:
        _finish_order(table, who)
    _go_on(table)


def _go_on(table: Table[DozenDieState]) -> None:
    """Continue the activation, or end it."""
    activation = table.state.own.activation
    left = [c for c in activation.figures if lookup.standing(table.state, c)] if activation else []
    if activation is None or activation.orders_left == 0 or not left or battle.decided(table.state):
        end(table)
    elif tuple(left) != table.state.fight.acting:
        table.emit(TurnBegan(acting=tuple(left)), rule="DD-ACT-05")


def _check_begun(activation: Activation) -> None:
    """RuleRefusal unless a miniature of a pack has done its part of the present order, and others have not."""
    if not activation.done:
        raise RuleRefusal("no order has been begun that could be ended", rule="DD-ACT-09", field="combatant")


def _finish_order(table: Table[DozenDieState], who: str) -> None:
    """Finish the order: contacts that a pack has come into are fought out first.  [DD-ACT-09, DD-GAP-22]"""
    contact.settle(table)
    loads.settle(table)
    activation = table.state.own.activation
    if activation is not None:
        left = max(0, activation.orders_left - 1)
        orders = of_count("orders", activation.orders_left, "DD-ACT-05")
        why = because(orders_left=orders.plus("finished", left - activation.orders_left, "DD-ACT-09"))
        table.emit(OrderFinished(combatant=who, orders_left=left), rule="DD-ACT-09", because=why)


# -- end
def end(table: Table[DozenDieState]) -> None:
    """End the activation and draw the next die.  [DD-ACT-02]"""
    close(table)
    rounds.next_draw(table)


def close(table: Table[DozenDieState]) -> None:
    """End the activation, if there is one: its injuries count, a neutral belongs to nobody again, the die is spent.

    [DD-REA-09]
    """
    activation = table.state.own.activation
    if activation is not None:
        table.emit(ActivationEnded(combatant=activation.figures[0]), rule="DD-ACT-05")
        damage.settle_all(table)
        for who in activation.figures:
            bearer = table.state.fight.combatants[who]
            if lookup.neutral(table.state, who) and bearer.controller != bearer.owner:
                table.emit(ControlChanged(combatant=who, controller=bearer.owner), rule="DD-ACT-16")
    rounds.spend(table, idle=False)
