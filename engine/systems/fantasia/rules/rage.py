"""Berserk: he attacks every turn, and goes nowhere but towards his enemies.  [FF-ST-37, FF-ST-38]"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kernel.decisions import Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.messages import Order, actor_of
from engine.systems.fantasia.commands import EndTurn, Jump, Move, Pay
from engine.systems.fantasia.rules import approach, look
from engine.systems.fantasia.rules.aim import attack_options, standing_target
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.quarry import quarry


def _foes(state: FF, who: str) -> tuple[str, ...]:
    here = state.fight.combatants
    return tuple(c for c in quarry(state, who) if standing_target(state, c) and look.standing(here[c]))


def must_attack(state: FF, who: str) -> str:
    """The rule by which he has to attack now, for he can; "" where he need not or cannot.

    He can where an action is left for it and an enemy who stands is in reach.
    """
    turn, rule = state.own.turn, look.raging(state.fight.combatants[who])
    if not rule or turn is None or turn.most == 0 or not (turn.normal or turn.extra):
        return ""
    return rule if attack_options(state, who, only=_foes(state, who)) else ""


def must_go_on(state: FF, who: str) -> str:
    """The rule by which his turn cannot end yet: he can attack, or get where he can."""
    rule = must_attack(state, who)
    turn = state.own.turn
    if rule or turn is None or not turn.movement or not (turn.normal or turn.extra):
        return rule
    if not look.raging(state.fight.combatants[who]) or (turn.most is not None and turn.most < 2):
        return ""
    steps = approach.steps(state, who, _foes(state, who))
    return next((found for step in steps if (found := must_attack(approach.moved(state, step), who))), "")


def require(state: FF, order: Order) -> None:
    """RuleRefusal for an end of the turn that comes too soon, and for a movement away from all enemies."""
    who = actor_of(order)
    if isinstance(order, EndTurn):
        rule = must_go_on(state, who)
        if rule:
            raise RuleRefusal(f"{who} is berserk and attacks first", rule=rule)
    raging = look.raging(state.fight.combatants[who])
    if raging and isinstance(order, (Move, Jump)) and not approach.nearer(state, order, _foes(state, who)):
        raise RuleRefusal("to: only towards an enemy while berserk", rule=raging, field="to")


def payments(state: FF, who: str, pays: tuple[Pay, ...]) -> tuple[Pay, ...]:
    """Of the actions that could pay for moving and the like those that leave one for the attack he must make."""
    turn = state.own.turn
    if not must_attack(state, who) or turn is None:
        return pays
    return tuple(pay for pay in pays if pay is Pay.MOVEMENT and (turn.most is None or turn.most > 1))


def towards(state: FF, who: str, offer: Offer[Any]) -> Offer[Any] | None:
    """A way of moving with only the places that are nearer to an enemy; None where none is."""
    if not isinstance(offer.body, (Move, Jump)) or not look.raging(state.fight.combatants[who]):
        return offer
    foes = _foes(state, who)
    places = {f.name: f for f in offer.fields if f.name in ("to", "path")}
    if not places:
        return offer if approach.nearer(state, offer.body, foes) else None
    ((name, field),) = places.items()
    found = [p for p in field.among if approach.nearer(state, structs.replace(offer.body, **{name: p}), foes)]
    if not found and not field.exact and name == "to" and isinstance(offer.body, Move):
        found = [s.to for s in approach.steps(state, who, foes) if s.manner is offer.body.manner]
    if not found:
        return None
    fields = tuple(structs.replace(f, among=tuple(found)) if f is field else f for f in offer.fields)
    return structs.replace(offer, body=structs.replace(offer.body, **{name: found[0]}), fields=fields)
