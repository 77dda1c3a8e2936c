"""W-14: readied actions cut into what others do.  [SA-READY-04, SA-READY-05]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.kit import Offer, Order, RuleRefusal, Table, actor_of
from engine.systems.saari.content.kinds import Attack
from engine.systems.saari.ground import distance
from engine.systems.saari.rules.basics import clock, companions, gear, lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.order_handlers import OrderHandler
from engine.systems.saari.rules.harm.events import ActionSpoiled, ReadyEnded, Unready
from engine.systems.saari.rules.harm.questions import AskFireReadied, AskNpcFireReadied, Pass
from engine.systems.saari.rules.roll.spoiled import Spoiled
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Readied, Trigger

RULE = "SA-READY-04"
SPOILED = "G-30"


# -- the points at which they cut in
def carry_out(table: Table[SaariState], deed: OrderHandler, order: Order) -> None:
    """Do what is declared and paid for; others' readied actions come before it, at fitting points in it, and after it.

    An attack, also by a spell, has its own point when it is declared, a move when a zone is entered. What provokes free
    strikes asks for them first, and then calls `before` itself.
    """
    who = actor_of(order)
    try:
        if deed.declared is None or deed.opens or before(table, order):
            deed.do(table, order)
    except Spoiled:
        table.emit(ActionSpoiled(combatant=who), rule=SPOILED)
    if deed.declared is None:
        return
    if deed.readied is not Readied.MOVE:
        interrupt(table, who)


def before(table: Table[SaariState], order: Order, check: Callable[[SaariFight, Any], None] | None = None) -> bool:
    """What is declared is about to be done. Whether it still can be.

    check: what it needs from now on; absent: the same as when it was declared.
    """
    deed = table.state.own.order_handlers[type(order)]
    if not interrupt(table, actor_of(order), *(deed.declared or ())) or _possible(table, check or deed.check, order):
        return True
    table.emit(ActionSpoiled(combatant=actor_of(order)), rule=SPOILED)
    return False


def at_zone(table: Table[SaariState], mover: str) -> bool:
    """Somebody has come into a zone, and to everybody there. Whether it still stands."""
    near = tuple(
        combatant for combatant in table.state.fight.combatants if lookup.same_zone(table.state, mover, combatant)
    )
    interrupt(table, mover, Trigger.MOVES, Trigger.APPROACHES, near=near)
    return lookup.in_play(table.state, mover)


def at(kind: Attack) -> tuple[Trigger, ...]:
    """What a declared attack of this kind is."""
    more = {Attack.SPELL: (Trigger.CASTS,), Attack.MELEE: (Trigger.APPROACHES,)}
    return (Trigger.ATTACKS, *more.get(kind, ()))


def at_attack(table: Table[SaariState], assault: Assault, *, near: tuple[str, ...]) -> bool:
    """An attack is declared, also a free strike. Whether it is carried out: both still stand, and where they must.

    near: those into whose engagement the attacker has come by it.
    """
    if not interrupt(table, assault.attacker, *at(assault.kind), near=near) or _stands(table.state, assault):
        return True
    table.emit(ActionSpoiled(combatant=assault.attacker), rule=SPOILED)
    return False


def interrupt(table: Table[SaariState], by: str, *triggers: Trigger, near: tuple[str, ...] = ()) -> bool:
    """Ask everybody else who is ready, characters first, in group order. Whether anybody has carried it out.

    near: those whom it has approached.
    """
    fired = False
    for who in lookup.by_group_order(table.state, lookup.here(table.state)):
        if who != by and lookup.in_play(table.state, who) and lookup.fighter(table.state, who).ready is not None:
            order = _asked(table, who, by, triggers, near)
            if order is not None:
                _fire(table, who, by, order)
                fired = True
    return fired


def _possible(table: Table[SaariState], check: Callable[[SaariFight, Any], None], order: Order) -> bool:
    if not lookup.in_play(table.state, actor_of(order)):
        return False
    try:
        check(table.state, order)
    except RuleRefusal:
        return False
    return True


def _stands(state: SaariFight, assault: Assault) -> bool:
    """Whether the attacker and whom it strikes are in play, and still within reach.  [SA-MELEE-01, SA-SHOOT-01]"""
    if not all(lookup.in_play(state, combatant) for combatant in (assault.attacker, assault.target, assault.struck)):
        return False
    return within(state, assault.attacker, lookup.zone(state, assault.struck), assault.reach)


def within(state: SaariFight, who: str, zone: str | None, reach: int) -> bool:
    """Whether a zone is so many zones away from somebody, or nearer.  [SA-SHOOT-01]"""
    here = lookup.zone(state, who)
    far = None if here is None or zone is None else distance(lookup.ground(state), here, zone)
    return far is not None and far <= reach


# -- whether, and what
def fits(state: SaariFight, who: str, by: str, triggers: tuple[Trigger, ...], near: tuple[str, ...]) -> bool:
    """Whether what somebody does is what a readied action waits for, as its owner sees it.  [SA-READY-01]

    near: those whom it has approached.
    """
    ready = lookup.fighter(state, who).ready
    if ready is None or by not in state.fight.combatants:
        return False
    if ready.enemies and not lookup.are_enemies(state, who, by):
        return False
    if ready.trigger is Trigger.APPROACHES and not ready.toward and ready.watched in near:
        return True  # whom it watches is approached
    if ready.watched not in ("", by):
        return False
    if ready.trigger is Trigger.ANYTHING:
        return True
    if ready.trigger is Trigger.APPROACHES:
        guarded = ready.toward or who
        return guarded in state.fight.combatants and companions.engaged_as(state, guarded) in near
    return ready.trigger in triggers


def reaction_cost(state: SaariFight, who: str, cost: int) -> int:
    """What is still to be paid for a readied action of this cost.  [SA-READY-05]"""
    ready = lookup.fighter(state, who).ready
    return max(0, cost - (ready.spent if ready is not None else 0))


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """What a combatant can carry out of what it has readied, and pay for; the details are chosen now."""
    fighter = lookup.fighter(state, who)
    for deed in state.own.order_handlers.values():
        if fighter.ready is not None and deed.readied is not None and deed.readied is fighter.ready.action:
            for offer in gear.unswapped(deed.options(state, who)):
                if reaction_cost(state, who, deed.cost(state, offer.body)) <= fighter.actions:
                    yield offer


def _asked(
    table: Table[SaariState], who: str, by: str, triggers: tuple[Trigger, ...], near: tuple[str, ...]
) -> Order | None:
    """The order of who carries it out. A character who could not is not asked: what it waits for is known.

    Of anybody else nobody reads that it is asked, nor that it lets something pass.  [G-66]
    """
    seats, pc = table.state.fight.holders(who), lookup.is_pc(table.state, who)
    seen = table.seen(seats[0])
    found = tuple(options(seen, who)) if fits(seen, who, by, triggers, near) else ()
    if not found and pc:
        return None
    kind = AskFireReadied if pc else AskNpcFireReadied
    question = kind(offers=(Offer("pass", Pass(), RULE), *found), default="pass", combatant=who, target=by)
    answer: Order | Pass = table.ask(seats, question, rule=RULE)
    return None if isinstance(answer, Pass) else answer


def _fire(table: Table[SaariState], who: str, by: str, order: Order) -> None:
    """Carry it out: what it costs beyond what is spent is paid now.  [SA-READY-05]"""
    deed, seen = table.state.own.order_handlers[type(order)], table.seen(table.state.fight.holders(who)[0])
    deed.check(seen, order)
    cost = reaction_cost(seen, who, deed.cost(seen, order))
    clock.require_affordable(seen, who, cost)
    table.emit(ReadyEnded(combatant=who, why=Unready.FIRED, opponent=by), rule=RULE)
    clock.pay(table, who, cost, rule="SA-READY-05", payment=Payment.REACTION)
    with table.during(type(order).__name__, who):
        carry_out(table, deed, order)
