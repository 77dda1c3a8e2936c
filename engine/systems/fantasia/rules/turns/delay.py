"""Delaying: the turn is skipped, and taken later in the round, between the turns of others.  [FF-DELAY-01 to 03]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Offer, OrderSet, RuleRefusal, Table, TurnBegan
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import refusal
from engine.systems.fantasia.rules.turns import turn
from engine.systems.fantasia.rules.turns.events import TurnDelayed, TurnResumed
from engine.systems.fantasia.rules.turns.orders import Delay
from engine.systems.fantasia.rules.turns.questions import ActNow, Now
from engine.systems.fantasia.state import FantasiaState


def check(state: FantasiaFight, order: Delay) -> None:
    """RuleRefusal unless the turn has just begun, and was not delayed before in this round."""
    if lookup.in_sides(state):
        raise RuleRefusal("a side takes its turns in any order: nobody delays", rule="FF-DELAY-01")
    if state.own.ambush is not None:
        raise RuleRefusal("a free turn is taken or forgone", rule="FF-SURP-05")
    present = state.own.turn
    if present is None or present.spent:
        raise RuleRefusal("an action of this turn is used", rule="FF-DELAY-01")
    if present.delayed:
        raise RuleRefusal("a turn is put off once", rule="FF-DELAY-01")
    hindered = refusal(state, order.combatant, Activity.DELAY)
    if hindered is not None:
        raise hindered


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Delaying, if possible."""
    order = Delay(combatant=who)
    try:
        check(state, order)
    except RuleRefusal:
        return
    yield Offer(key="delay", body=order, rule="FF-DELAY-01")


def do(table: Table[FantasiaState], order: Delay) -> None:
    """Skip the turn. Effects at a turn's end wait until it is taken."""
    table.emit(TurnDelayed(combatant=order.combatant), rule="FF-DELAY-01")


def still_waiting(state: FantasiaFight) -> tuple[str, ...]:
    """Combatants that have delayed and are still in the fight, in the old order."""
    return tuple(who for who in state.own.delaying if state.fight.combatants[who].out is None)


def volunteer(table: Table[FantasiaState]) -> str | None:
    """The first who wants to act now, between a turn's end and the next one's beginning.  [FF-DELAY-02]"""
    for who in still_waiting(table.state):
        if not lookup.able(table.state.fight.combatants[who]):
            continue
        offers = (
            Offer(key="wait", body=Now(act=False), rule="FF-DELAY-02"),
            Offer(key="act", body=Now(act=True), rule="FF-DELAY-02"),
        )
        question = ActNow(offers=offers, default="wait", combatant=who, after=table.state.own.acted[-1])
        if table.ask(table.state.fight.holders(who), question, rule="FF-DELAY-02").act:
            return who
    return None


def resume(table: Table[FantasiaState], who: str) -> bool:
    """Take the delayed turn, directly after the one that ended last; the new place in the order is kept.  [FF-DELAY-03]

    Effects at a turn's start are not repeated; a combatant confused meanwhile has not rolled yet, and does so now.
    Returns whether it can act; if not, it keeps its old place.
    """
    table.emit(TurnBegan(acting=(who,)), rule="FF-DELAY-01")
    if not lookup.able(table.state.fight.combatants[who]):
        return False
    state = table.state
    behind = who
    if state.own.acted:
        behind = after = state.own.acted[-1]
        rest = [other for other in state.fight.turn_order if other != who]
        at = rest.index(after) + 1 if after in rest else len(rest)
        table.emit(OrderSet(turn_order=(*rest[:at], who, *rest[at:])), rule="FF-DELAY-03")
    # A combatant that is not visible to all is not announced: its initiative is no secret, its presence is.
    seen = behind if state.fight.combatants[behind].seen_by is None else None
    total = totals.of_word("initiative", lookup.fighter(state, behind).initiative or 0, "FF-DELAY-03", seen)
    table.emit(TurnResumed(combatant=who, total=int(total)), rule="FF-DELAY-03", because=totals.why(total=total))
    turn.give_actions(table, who)
    return turn.of_own_will(table, who)
