"""The order to attack: one attack, or several in one action.  [FF-ATK-01, FF-ATK-11]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Offer, Table
from engine.systems.fantasia.content.kinds import Weapon
from engine.systems.fantasia.rules.attacks import fumble
from engine.systems.fantasia.rules.attacks.questions import NextAttack
from engine.systems.fantasia.rules.attacks.strike import strike_past_ground, swing
from engine.systems.fantasia.rules.basics import control, lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.aim import Use, attack_options, check_attack, in_reach, use_of
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.statuses.order_handlers import refused
from engine.systems.fantasia.rules.statuses.questions import Hold
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Pay

check = check_attack


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every possible attack."""
    return attack_options(state, who)


def do(table: Table[FantasiaState], order: Attack) -> None:
    """The attacks of one normal action, each with its own roll, critical and fumble.  [FF-ATK-11]

    A fumble stops the rest only for a dropped weapon. The extra action of haste has one attack.  [FF-ST-63]
    """
    who = order.attacker
    turn = table.state.own.turn
    extra = turn is not None and turn.combatant == who and turn.paid is Pay.EXTRA
    for left in range(1 if extra else lookup.figures(table.state, who).multi_attack, 0, -1):
        led = control.lead(table.state, who)
        single(table, order)
        if left == 1 or not lookup.able(table.state.fight.combatants[who]):
            return
        further = _next(table, order, left - 1, freed=control.lead(table.state, who) != led)
        if further is None:
            return
        order = further


def single(table: Table[FantasiaState], order: Attack) -> None:
    """One attack, including the effect of a fumble."""
    use = use_of(table.state, order)
    weapon = lookup.in_hand(table.state, order.attacker)[order.weapon].weapon
    if not swing(table, order).fumbled:
        return
    fumble.settle(
        table,
        order.attacker,
        (order.target,),
        use=use,
        nearby=lambda state: _nearby(state, order, weapon, use),
        again=lambda ally: _again(table, order.attacker, order, ally),
    )


def _nearby(state: FantasiaFight, order: Attack, weapon: Weapon, use: Use) -> tuple[str, ...]:
    """Allies that the same attack could hit instead."""

    def reached(ally: str) -> bool:
        return in_reach(state, order.attacker, ally, weapon, thrown=use.thrown)

    return fumble.allies_within(state, order.attacker, reached=reached, besides=(order.target,))


def _again(table: Table[FantasiaState], attacker: str, order: Attack, ally: str) -> None:
    """The attack on an ally instead: a new roll, which cannot fumble again.  [FF-FUM-08]"""
    strike_past_ground(table, attacker, use_of(table.state, order), ally, rule="FF-FUM-08", by_mistake=True)


def _next(table: Table[FantasiaState], order: Attack, remaining: int, *, freed: bool) -> Attack | None:
    """The next attack, or None: by default the same again, as long as the target stands.

    freed: somebody else commands it than commanded the last attack, or nothing turns it on its allies any more: then
    what was ordered is no default.  [FF-ST-06, FF-ST-11]
    """
    who = order.attacker
    state = table.seen(lookup.seat_of(table.state, who) or table.seat)
    options = attack_options(state, who)
    if not options:
        return None
    hold: Offer[Any] = Offer(key="hold", body=Hold(), rule="FF-ATK-11")
    same: Offer[Any] = Offer(key="same", body=order, rule="FF-ATK-11")
    here = state.fight.combatants.get(order.target)
    again = not freed and here is not None and lookup.standing(here) and refused(state, order) is None
    others = (offer for offer in options if not again or offer.body != order or any(f.open for f in offer.fields))
    offers = (*([same] if again else []), hold, *others)
    question = NextAttack(offers=offers, default=offers[0].key, attacker=who, attacks_left=remaining)
    answer = table.ask(table.state.fight.holders(who), question, rule="FF-ATK-11")
    return None if isinstance(answer, Hold) else answer
