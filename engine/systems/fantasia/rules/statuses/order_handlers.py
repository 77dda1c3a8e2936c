"""Actions from declaration to effect: others' readied actions come first, then, if it is still possible, the action.

`rules/course/handlers.py` lists what each chapter provides; the state of a fight has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from engine.kit import Offer, Order, RuleRefusal, Table, WhyNot, actor_of, only
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.conditions import lose
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import refusal, unable
from engine.systems.fantasia.rules.board.known_ground import known_to_actor
from engine.systems.fantasia.rules.statuses.concentration import interrupt
from engine.systems.fantasia.rules.statuses.effort import exert
from engine.systems.fantasia.rules.statuses.events import AbilityBegan, ActionLost, ReactionSpent
from engine.systems.fantasia.rules.statuses.questions import Hold, UseReadied
from engine.systems.fantasia.state import FantasiaState, Waiting
from engine.systems.fantasia.types import Readied, Trigger


@dataclass(frozen=True)
class OrderHandler:
    """What each chapter provides for one kind of order.

    check: RuleRefusal unless it is possible now, whoever's turn it is and whatever it costs; reads only what the
    actor's seat sees. do: its effect. options: every such order that `check` lets pass, as offers.
    trigger: its kind for readied actions. ability: (id, targets) of what can be interrupted while it is being prepared.
    readied: the kind it can be readied as. single: its effect as one blow only, regardless of multi-attack.
    deed: its kind for conditions that forbid deeds. peril: the most points it can cost the actor.
    strains: whether it may count as an effort although deeds of its kind do not.  [FF-ST-51]
    """

    check: Callable[[FantasiaFight, Any], None]
    do: Callable[[Table[FantasiaState], Any], None]
    options: Callable[[FantasiaFight, str], Iterable[Offer[Any]]]
    trigger: Trigger = Trigger.ANY
    ability: Callable[[Any], tuple[str, tuple[str, ...]]] | None = None
    readied: Readied | None = None
    single: Callable[[Table[FantasiaState], Any], None] | None = None
    deed: Activity = Activity.OTHER
    peril: Callable[[FantasiaFight, Any], int] | None = None
    strains: Callable[[Any], bool] | None = None


def refused(state: FantasiaFight, order: Order) -> RuleRefusal | None:
    """Why an action is not possible now; None where it is."""
    who = actor_of(order)
    actor = state.fight.combatants.get(who)
    if actor is None:
        return RuleRefusal(f"{who} is out of the fight", rule="FF-TURN-01")
    if not lookup.able(actor):
        return unable(state, who)
    held_back = hindrance(state, order)
    if held_back is not None:
        return held_back
    try:
        state.own.order_handlers[type(order)].check(state, order)
    except RuleRefusal as reason:
        return reason
    return sacrifice(state, order)


def hindrance(state: FantasiaFight, order: Order) -> RuleRefusal | None:
    """Why the actor's conditions prevent an action; None where they do not."""
    action = state.own.order_handlers[type(order)]
    ability = action.ability(order)[0] if action.ability is not None else ""
    return refusal(state, actor_of(order), action.deed, ability)


def sacrifice(state: FantasiaFight, order: Order) -> RuleRefusal | None:
    """Why a charmed actor does not do this: its own effect could take the last point.  [FF-ST-11]

    None where it is done, or the actor is not charmed. For an order that has passed its check.
    """
    action, who = state.own.order_handlers[type(order)], actor_of(order)
    rule = lookup.obeys(state.fight.combatants[who])
    if not rule or action.peril is None or action.peril(state, order) < state.fight.combatants[who].vitals["hp"].now:
        return None
    return RuleRefusal(f"{who} obeys, and does not give his life", rule=rule, why=WhyNot.CONDITION)


def unsacrificed(state: FantasiaFight, who: str, offer: Offer[Any]) -> Offer[Any] | None:
    """An offer without the picks that a charmed actor refuses; None where none is left.  [FF-ST-11]"""
    action = state.own.order_handlers[type(offer.body)]
    if not lookup.obeys(state.fight.combatants[who]) or action.peril is None:
        return offer
    body, fields = offer.body, list(offer.fields)
    for n, field in enumerate(fields):
        if field.name in ("target", "targets", "to"):
            orders = [structs.replace(body, **{field.name: (v,) if field.kind == "some" else v}) for v in field.picks]
            left = [v for v, order in zip(field.picks, orders, strict=True) if sacrifice(state, order) is None]
            if not left:
                return None
            fields[n] = only(field, left)
            body = structs.replace(body, **{field.name: (left[0],) if field.kind == "some" else left[0]})
    return structs.replace(offer, body=body, fields=tuple(fields))


def seen_by_actor(table: Table[FantasiaState], order: Order) -> FantasiaFight:
    """The fight as the seat that answers for the actor sees it; as everybody does, while confusion leads him."""
    return known_to_actor(table, actor_of(order))


def perform(table: Table[FantasiaState], order: Order, *, single: bool = False) -> bool:
    """Perform a declared and paid action: readied actions first, then its effect. False: it had become impossible.

    single: only one blow of it.
    """
    action, who = table.state.own.order_handlers[type(order)], actor_of(order)
    if action.ability is not None:
        ability, targets = action.ability(order)
        table.emit(AbilityBegan(combatant=who, ability=ability, targets=targets), rule="FF-CONC-01")
    forestall(table, order)
    if action.ability is not None and lookup.fighter(table.state, who).activation is None:
        return False
    if refused(seen_by_actor(table, order), order) is not None:
        if action.ability is not None:
            interrupt(table, who, reason="impossible")
        else:
            table.emit(ActionLost(combatant=who, reason="impossible"), rule="FF-READY-02")
        return False
    (action.single if single and action.single else action.do)(table, order)
    if action.deed not in (Activity.CHECK, Activity.OTHER):
        exert(table, order, action.deed)
    return True


# -- readied actions
def fits(state: FantasiaFight, waiting: Waiting, order: Order) -> bool:
    """Whether this is what a readied action waits for.  [FF-READY-01, FF-READY-04]"""
    if waiting.watched and waiting.watched != actor_of(order):
        return False
    return waiting.trigger is Trigger.ANY or waiting.trigger is state.own.order_handlers[type(order)].trigger


def readied_options(state: FantasiaFight, holder: str) -> list[Offer[Any]]:
    """Uses of a readied action, as offers; target and spell are picked now."""
    waiting = lookup.fighter(state, holder).waiting
    if waiting is None:
        return []
    return [
        offer
        for action in state.own.order_handlers.values()
        if action.readied is waiting.action
        for found in action.options(state, holder)
        if (offer := unsacrificed(state, holder, found)) is not None and hindrance(state, offer.body) is None
    ]


def _may(state: FantasiaFight, who: str) -> bool:
    return lookup.may_react(state.fight.combatants[who]) and not lookup.surprised(state, who)


def _question(table: Table[FantasiaState], holder: str, order: Order) -> UseReadied:
    state = table.seen(lookup.seat_of(table.state, holder) or table.seat)
    waiting = lookup.fighter(state, holder).waiting
    offers: list[Offer[Any]] = [Offer(key="hold", body=Hold(), rule="FF-READY-01")]
    if waiting is not None and fits(state, waiting, order) and not lookup.fighter(state, holder).reacted:
        offers += readied_options(state, holder)
    return UseReadied(offers=tuple(offers), default="hold", holder=holder, combatant=actor_of(order))


def forestall(table: Table[FantasiaState], order: Order) -> None:
    """Before an action, ask everybody with a visibly readied action, in the order of acting.  [FF-READY-02]

    Who is asked follows from what is visible to all: something is readied, its owner could react, and it is not the
    owner's turn. The trigger is secret: where it does not fit, Hold is the only answer.
    """
    who = actor_of(order)
    if not any(c.has("readied") for c in table.state.fight.combatants.values()):
        return
    public = table.seen(None).fight
    holders = tuple(
        c.id
        for c in public.combatants.values()
        if c.id != who and c.id not in public.acting and c.has("readied") and _may(table.state, c.id)
    )
    ordered = lookup.holding_order(table.state, holders)
    with table.during(type(order).__name__, who):
        asks = [(table.state.fight.holders(c), _question(table, c, order)) for c in ordered]
        answers = table.ask_all(asks, rule="FF-READY-02")
    for holder, answer in zip(ordered, answers, strict=True):
        if not isinstance(answer, Hold) and _still(table, holder, answer, order):
            waiting = lookup.fighter(table.state, holder).waiting
            lose(table, holder, "readied", reason="used", rule="FF-READY-02")
            table.emit(ReactionSpent(combatant=holder), rule="FF-REACT-02")
            perform(table, answer, single=waiting is not None and waiting.single)


def _still(table: Table[FantasiaState], holder: str, answer: Order, order: Order) -> bool:
    """Whether a readied action can still be used: each is checked against the results of the earlier ones.

    It stays readied where it has become impossible, or where its trigger is gone.
    """
    here, who = table.state.fight.combatants, actor_of(order)
    if not here[holder].has("readied") or not _may(table.state, holder) or not lookup.able(here[who]):
        return False
    prepared = table.state.own.order_handlers[type(order)].ability is not None
    if prepared and lookup.fighter(table.state, who).activation is None:
        return False
    return refused(seen_by_actor(table, answer), answer) is None
