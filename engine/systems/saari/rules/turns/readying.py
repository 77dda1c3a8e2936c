"""Readying an action, and staying ready.  [SA-READY-01 to SA-READY-03, SA-READY-06]  Its use: interrupts.py."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm.events import ReadyEnded, Unready
from engine.systems.saari.rules.turns.events import ActionReadied, ReadyKept
from engine.systems.saari.rules.turns.orders import Ready
from engine.systems.saari.rules.turns.questions import AskCancelReady, CancelReady
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Readied, Trigger

COST = 1


def kinds(state: SaariFight, who: str) -> tuple[Readied, ...]:
    """What a combatant can ready: a kind of action that orders of this game are of.  [G-42]"""
    found = dict.fromkeys(deed.readied for deed in state.own.order_handlers.values() if deed.readied is not None)
    pc = lookup.is_pc(state, who)
    return tuple(kind for kind in found if pc or kind is not Readied.HELP)


def check(state: SaariFight, order: Ready) -> None:
    """RuleRefusal where it has no such action, or waits for its own."""
    if order.action not in kinds(state, order.combatant):
        reason = f"action: {order.combatant} can do nothing of that kind"
        raise RuleRefusal(reason, rule="SA-READY-01", field="action")
    if order.watched is not None:
        state.fight.require(order.watched)
        if order.watched not in _others(state, order.combatant):
            raise RuleRefusal("watched: somebody else in the fight", rule="SA-READY-01", field="watched")
    if order.toward is not None:
        state.fight.require(order.toward)
        if order.toward not in _others(state, order.combatant):
            raise RuleRefusal("toward: somebody else in the fight", rule="SA-READY-01", field="toward")
        if order.trigger is not Trigger.APPROACHES:
            reason = "toward: only who waits for an approach guards somebody"
            raise RuleRefusal(reason, rule="SA-READY-01", field="toward")
        if order.watched is not None:
            reason = "watched: who guards somebody waits for anybody who approaches"
            raise RuleRefusal(reason, rule="SA-READY-01", field="watched")


def cost(state: SaariFight, order: Ready) -> int:
    """1 action.  [SA-READY-01, SA-ACT-06]"""
    return COST


def do(table: Table[SaariState], order: Ready) -> None:
    """Of a character everybody learns what it readies; of anybody else its own side.  [G-66]"""
    who = order.combatant
    event = ActionReadied(
        combatant=who,
        action=order.action,
        trigger=order.trigger,
        watched=order.watched or "",
        enemies=order.enemies,
        toward=order.toward or "",
        note=order.note,
    )
    readers = table.state.fight.recipients_of(table.state.fight.combatants[who])
    table.emit(event, rule="SA-READY-01", to=None if lookup.is_pc(table.state, who) else readers)


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Readying, with what, for what and for whom."""
    able = kinds(state, who)
    if able:
        yield Offer(
            "ready",
            Ready(combatant=who, action=able[0]),
            "SA-READY-01",
            (
                Field("action", "one", able),
                Field("trigger", "one", tuple(Trigger)),
                Field("watched", "one", (None, *_others(state, who))),
                Field("enemies", "one", (False, True)),
                Field("note", "text", least=0, most=500),
            ),
        )
        others = _others(state, who)
        if others:
            yield Offer(
                "guard",
                Ready(combatant=who, action=able[0], trigger=Trigger.APPROACHES, enemies=True, toward=others[0]),
                "SA-READY-01",
                (
                    Field("toward", "one", others),
                    Field("action", "one", able),
                    Field("enemies", "one", (True, False)),
                    Field("note", "text", least=0, most=500),
                ),
            )


def _others(state: SaariFight, who: str) -> tuple[str, ...]:
    return tuple(
        combatant for combatant in state.fight.combatants if combatant != who and lookup.in_play(state, combatant)
    )


# -- staying ready
def acts_instead(table: Table[SaariState], who: str) -> bool:
    """W-07, at the count of who is ready: whether it gives it up and acts; else it pays for staying ready.

    [SA-READY-02, SA-READY-06]
    """
    if _cancels(table, who, COST, rule="SA-READY-02"):
        return True
    ready = lookup.fighter(table.state, who).ready
    clock.pay(table, who, COST, rule="SA-READY-02", payment=Payment.READY)
    spent = COST + (ready.spent if ready is not None else 0)
    table.emit(ReadyKept(combatant=who, spent=spent), rule="SA-READY-02")
    return False


def at_round_end(table: Table[SaariState]) -> None:
    """W-32: whoever is ready stays so into the next round, or gives it up.  [SA-READY-03]"""
    for who in lookup.by_group_order(table.state, lookup.here(table.state)):
        if lookup.fighter(table.state, who).ready is not None:
            _cancels(table, who, 0, rule="SA-READY-03")


def _cancels(table: Table[SaariState], who: str, cost: int, *, rule: str) -> bool:
    question = AskCancelReady(
        offers=(
            Offer("stay-ready", CancelReady(cancel=False), rule),
            Offer("cancel", CancelReady(cancel=True), "SA-READY-06"),
        ),
        default="stay-ready",
        combatant=who,
        cost=cost,
    )
    cancelled = table.ask(table.state.fight.holders(who), question, rule=rule).cancel
    if cancelled:
        table.emit(ReadyEnded(combatant=who, why=Unready.CANCELLED), rule="SA-READY-06")
    return cancelled


def break_off(table: Table[SaariState], who: str, *, rule: str) -> None:
    """An effect or a complication breaks what somebody has readied.  [G-42]"""
    if lookup.fighter(table.state, who).ready is not None:
        table.emit(ReadyEnded(combatant=who, why=Unready.BROKEN), rule=rule)
