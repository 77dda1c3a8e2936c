"""The order to attack: one attack, or several in one action.  [FF-ATK-01, FF-ATK-11]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.decisions import Offer
from engine.kernel.system import Table
from engine.systems.fantasia.commands import Attack, Pay
from engine.systems.fantasia.content.kinds import Weapon
from engine.systems.fantasia.questions import Hold, NextAttack
from engine.systems.fantasia.rules import fumble, look
from engine.systems.fantasia.rules.actions import refused
from engine.systems.fantasia.rules.aim import Use, attack_options, check_attack, in_reach, use_of
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.strike import strike, swing
from engine.systems.fantasia.state import Own

check = check_attack


def options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Every attack he could make."""
    return attack_options(state, who)


def do(table: Table[Own], order: Attack) -> None:
    """The attacks of one normal action, each with a roll, a critical and a fumble of its own.  [FF-ATK-11]

    A fumble does not stop the rest, but for the weapon that is gone. The extra action of haste holds one.  [FF-ST-63]
    """
    who = order.attacker
    turn = table.state.own.turn
    extra = turn is not None and turn.combatant == who and turn.paid is Pay.EXTRA
    for left in range(1 if extra else look.figures(table.state, who).multi_attack, 0, -1):
        single(table, order)
        if left == 1 or not look.able(table.state.fight.combatants[who]):
            return
        further = _next(table, order, left - 1)
        if further is None:
            return
        order = further


def single(table: Table[Own], order: Attack) -> None:
    """One attack, and what comes of it if it is fumbled."""
    use = use_of(table.state, order)
    weapon = look.in_hand(table.state, order.attacker)[order.weapon].weapon
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


def _nearby(state: FF, order: Attack, weapon: Weapon, use: Use) -> tuple[str, ...]:
    """Allies the same attack could hit instead."""

    def reached(ally: str) -> bool:
        return in_reach(state, order.attacker, ally, weapon, thrown=use.thrown)

    return fumble.allies_within(state, order.attacker, reached=reached, besides=(order.target,))


def _again(table: Table[Own], attacker: str, order: Attack, ally: str) -> None:
    """The attack goes for an ally: a new roll, which cannot fumble again.  [FF-FUM-08]"""
    strike(table, attacker, use_of(table.state, order), (ally,), rule="FF-FUM-08")


def _next(table: Table[Own], order: Attack, remaining: int) -> Attack | None:
    """The next attack, or None: by default the same again, as long as the target stands."""
    who = order.attacker
    state = table.seen(look.seat_of(table.state, who) or table.seat)
    options = attack_options(state, who)
    if not options:
        return None
    hold: Offer[Any] = Offer(key="hold", body=Hold(), rule="FF-ATK-11")
    same: Offer[Any] = Offer(key="same", body=order, rule="FF-ATK-11")
    here = state.fight.combatants.get(order.target)
    again = here is not None and look.standing(here) and refused(state, order) is None
    others = (offer for offer in options if not again or offer.body != order or any(f.open for f in offer.fields))
    offers = (*([same] if again else []), hold, *others)
    question = NextAttack(offers=offers, default=offers[0].key, attacker=who, attacks_left=remaining)
    answer = table.ask(table.state.fight.holders(who), question, rule="FF-ATK-11")
    return None if isinstance(answer, Hold) else answer
