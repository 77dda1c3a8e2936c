"""A mini's place in the order: it acts in pieces as it likes, and its activation ends.  [MN-TURN-06, MN-TURN-07]"""

from __future__ import annotations

from engine.kit import Order, RuleRefusal, Table, actor_of
from engine.systems.minis.rules.basics import ability, lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic import control
from engine.systems.minis.rules.turns import battle, turns
from engine.systems.minis.rules.turns.events import ActivationEnded, Waited
from engine.systems.minis.rules.turns.handlers import ORDER_HANDLERS
from engine.systems.minis.rules.turns.orders import EndActivation, Wait
from engine.systems.minis.state import MinisState, Phase


def require(state: MinisFight, order: Order) -> None:
    """RuleRefusal unless it is this mini's place in the order.  [MN-TURN-03 to MN-TURN-05]"""
    who = actor_of(order)
    if state.own.phase is not Phase.ACTIVATE:
        raise refusals.not_declared(who)
    if who in state.fight.acting:
        return
    if any(slot.combatant == who for slot in state.own.slots):
        raise refusals.not_your_turn_in_round(who)
    if lookup.in_play(state, who) and lookup.mini(state, who).used.acted:
        raise refusals.already_acted(who)
    if (
        lookup.in_play(state, who)
        and state.own.init_round is not None
        and ability.initiative(state, who) < ability.required(state)
    ):
        raise refusals.initiative_too_low(who)
    raise refusals.not_declared(who)


def play(table: Table[MinisState], order: Order) -> None:
    """Refuse or play an order of the mini whose place it is."""
    who = actor_of(order)
    require(table.state, order)
    if isinstance(order, (EndActivation, Wait)):
        _leave(table, order)
        return
    deed = ORDER_HANDLERS.get(type(order))
    if deed is None:
        raise RuleRefusal(f"no rule plays {type(order).__name__}")
    deed.check(table.seen(table.seat), order)
    with table.during(type(order).__name__, who):
        deed.do(table, order)
    after(table, who)


def after(table: Table[MinisState], who: str) -> None:
    """What follows a resolved order: control that breaks, the end of the fight, or of the activation of who fell.

    [MN-GAP-45, MN-GAP-46]
    """
    control.settle(table)
    if battle.over(table):
        return
    if not lookup.in_play(table.state, who):
        end(table, who)


def _leave(table: Table[MinisState], order: EndActivation | Wait) -> None:
    """Wait before doing anything, end the activation after it.  [MN-INIT-02, MN-TURN-07]"""
    who = order.combatant
    gone = not lookup.in_play(table.state, who)
    acted = lookup.mini(table.state, who).used.acted
    if isinstance(order, EndActivation):
        if not acted and not gone:
            raise refusals.wait_is_meant(who)
        end(table, who)
        return
    if acted or gone:
        raise refusals.already_acted(who)
    table.emit(Waited(combatant=who), rule="MN-INIT-02")
    turns.go_on(table)


def end(table: Table[MinisState], who: str) -> None:
    """End an activation, and go on with the next place.  [MN-GAP-03]"""
    table.emit(ActivationEnded(combatant=who), rule="MN-TURN-07")
    turns.go_on(table)
