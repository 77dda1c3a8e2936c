"""Berserk: an attack every turn, and movement only towards enemies.  [FF-ST-37, FF-ST-38]"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kit import Offer, Order, RuleRefusal, WhyNot, actor_of, only
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.aim import attack_options, standing_target
from engine.systems.fantasia.rules.board.attack_targets import quarry
from engine.systems.fantasia.rules.movement import approach
from engine.systems.fantasia.rules.movement.orders import EndTurn, Jump, Move
from engine.systems.fantasia.types import Pay


def _foes(state: FantasiaFight, who: str) -> tuple[str, ...]:
    here = state.fight.combatants
    return tuple(c for c in quarry(state, who) if standing_target(state, c) and lookup.standing(here[c]))


def must_attack(state: FantasiaFight, who: str) -> str:
    """The rule by which the combatant must attack now; "" where it need not or cannot.

    It can if an action is left for it and a standing enemy is in reach.
    """
    turn, rule = state.own.turn, lookup.raging(state.fight.combatants[who])
    if not rule or turn is None or turn.most == 0 or not (turn.normal or turn.extra):
        return ""
    return rule if attack_options(state, who, only=_foes(state, who)) else ""


def must_go_on(state: FantasiaFight, who: str) -> str:
    """The rule by which the turn cannot end yet: an attack is possible, or a movement towards one."""
    if not lookup.able(state.fight.combatants[who]):
        return ""
    rule = must_attack(state, who)
    turn = state.own.turn
    if rule or turn is None or not turn.movement or not (turn.normal or turn.extra):
        return rule
    if not lookup.raging(state.fight.combatants[who]) or (turn.most is not None and turn.most < 2):
        return ""
    steps = approach.steps(state, who, _foes(state, who))
    return next((found for step in steps if (found := must_attack(approach.moved(state, step), who))), "")


def require(state: FantasiaFight, order: Order) -> None:
    """RuleRefusal for ending the turn too soon, and for a movement away from all enemies."""
    who = actor_of(order)
    if isinstance(order, EndTurn):
        rule = must_go_on(state, who)
        if rule:
            raise RuleRefusal(f"{who} is berserk and attacks first", rule=rule, why=WhyNot.CONDITION)
    if isinstance(order, (Move, Jump)) and not goes(state, order):
        rule = lookup.raging(state.fight.combatants[who])
        raise RuleRefusal("to: only towards an enemy while berserk", rule=rule, field="to", why=WhyNot.CONDITION)


def goes(state: FantasiaFight, order: Move | Jump) -> bool:
    """Whether a combatant moves so: while it rages only towards an enemy."""
    who = order.combatant
    return not lookup.raging(state.fight.combatants[who]) or approach.nearer(state, order, _foes(state, who))


def payments(state: FantasiaFight, who: str, pays: tuple[Pay, ...]) -> tuple[Pay, ...]:
    """Actions that could pay for moving and the like while leaving one for the compulsory attack."""
    turn = state.own.turn
    if not must_attack(state, who) or turn is None:
        return pays
    return tuple(pay for pay in pays if pay is Pay.MOVEMENT and (turn.most is None or turn.most > 1))


def towards(state: FantasiaFight, who: str, offer: Offer[Any]) -> Offer[Any] | None:
    """A way of moving with only the places nearer to an enemy; None where none is."""
    if not isinstance(offer.body, (Move, Jump)) or not lookup.raging(state.fight.combatants[who]):
        return offer
    foes = _foes(state, who)
    places = {f.name: f for f in offer.fields if f.name in ("to", "path")}
    if not places:
        return offer if approach.nearer(state, offer.body, foes) else None
    ((name, field),) = places.items()
    found = [p for p in field.picks if approach.nearer(state, structs.replace(offer.body, **{name: p}), foes)]
    if not found and not field.exact and name == "to" and isinstance(offer.body, Move):
        found = [s.to for s in approach.steps(state, who, foes) if s.manner is offer.body.manner]
    if not found:
        return None
    fields = tuple(only(f, found) if f is field else f for f in offer.fields)
    return structs.replace(offer, body=structs.replace(offer.body, **{name: found[0]}), fields=fields)
