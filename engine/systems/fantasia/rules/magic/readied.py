"""Readying an action.  [FF-READY-01 to FF-READY-04]  Its use: actions.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WhyNot
from engine.systems.fantasia.content.kinds import Paradigm
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.conditions import gain
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import barred, bars
from engine.systems.fantasia.rules.magic.events import ActionReadied
from engine.systems.fantasia.rules.magic.orders import Ready
from engine.systems.fantasia.rules.magic.spells import wears_heavy
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Readied, Trigger


def kinds(state: FantasiaFight, who: str) -> tuple[Readied, ...]:
    """Kinds of normal action that a combatant can ready: those it has the means for."""
    sheet = lookup.figures(state, who)
    heavy = wears_heavy(state, who)

    def usable(name: str, paradigm: Paradigm | None) -> bool:
        return not (heavy and paradigm is Paradigm.ARCANE) and not bars(state, who, name)

    stock = any((lookup.fighter(state, who).stock or {}).values())
    having = {
        Readied.ATTACK: barred(state, who, Activity.ATTACK) is None,
        Readied.CAST: any(usable(name, k.paradigm) for name, k in sheet.spells.items()),
        Readied.TECHNIQUE: any(usable(name, k.paradigm) for name, k in sheet.techniques.items()),
        Readied.ITEM: stock and barred(state, who, Activity.ITEM) is None,
        Readied.DEFEND: barred(state, who, Activity.DEFEND) is None,
    }
    return tuple(kind for kind, has in having.items() if has)


def check(state: FantasiaFight, order: Ready) -> None:
    """RuleRefusal unless the actor has the means for that kind."""
    if order.action not in kinds(state, order.combatant):
        reason = f"action: {order.combatant} has nothing of that kind"
        raise RuleRefusal(reason, rule="FF-READY-01", field="action", why=WhyNot.NO_MEANS)
    if order.watched is not None:
        state.fight.require(order.watched)
        if order.watched == order.combatant:
            raise RuleRefusal("watched: somebody else", rule="FF-READY-01", field="watched")


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Readying an action, with its settings: which, for what, by whom."""
    having = kinds(state, who)
    if not having:
        return
    yield Offer(
        key="ready",
        body=Ready(combatant=who, action=having[0]),
        rule="FF-READY-01",
        fields=(
            Field("action", "one", having),
            Field("trigger", "one", tuple(Trigger)),
            Field("watched", "one", (None, *lookup.others(state, who))),
            Field("note", "text", least=0, most=500),
        ),
    )


def do(table: Table[FantasiaState], order: Ready) -> None:
    """That something is readied is open; what, and for what, is a secret of the side.  [FF-READY-01]"""
    table.emit(
        ActionReadied(
            combatant=order.combatant,
            action=order.action,
            trigger=order.trigger,
            watched=order.watched or "",
            note=order.note,
        ),
        rule="FF-READY-01",
    )
    gain(table, order.combatant, "readied", rule="FF-READY-01")
