"""Orders in a turn: whether they are allowed, which action pays, and their execution.

[FF-TURN-01 to FF-TURN-07]
"""

from __future__ import annotations

from engine.kit import Order, RuleRefusal, Table, WhyNot, actor_of
from engine.systems.fantasia.rules.basics import lookup, restraint
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.course.orders import OtherAction
from engine.systems.fantasia.rules.course.requests import attribute_check, other
from engine.systems.fantasia.rules.equipment.orders import Draw, Reload
from engine.systems.fantasia.rules.movement import rage
from engine.systems.fantasia.rules.movement.orders import EndTurn, Jump, LieDown, Move, StandUp
from engine.systems.fantasia.rules.statuses import hazards
from engine.systems.fantasia.rules.statuses.order_handlers import hindrance, perform, sacrifice
from engine.systems.fantasia.rules.statuses.orders import BreakFree, LetFall, LetGo, SpringTrap
from engine.systems.fantasia.rules.turns import phases, surprise
from engine.systems.fantasia.rules.turns.events import ActionSpent
from engine.systems.fantasia.rules.turns.orders import CheckAttribute, Delay, Lurk, TakeTurn
from engine.systems.fantasia.rules.turns.rounds import end_turn, put_off, take
from engine.systems.fantasia.sheet import Initiative
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Pay

FREE = (LieDown, LetGo, CheckAttribute)
"""Orders that need neither action: a check costs what the game master decides."""
EITHER = (Move, Jump, StandUp, Draw, Reload, BreakFree)
"""Orders paid by the movement action, or the normal one.  [FF-TURN-04, FF-TURN-07]"""


def payments(state: FantasiaFight, *, either: bool) -> tuple[Pay, ...]:
    """The remaining actions that could pay for an order, the default first.  [FF-TURN-01, FF-TURN-04, FF-TURN-07]

    either: for one of EITHER. Haste's extra action comes last and pays for anything; the slow have one action of any
    kind.  [FF-ST-17, FF-ST-26, FF-INT-11]
    """
    turn = state.own.turn
    if turn is None or turn.most == 0:
        return ()
    normal = (*((Pay.NORMAL,) if turn.normal else ()), *((Pay.EXTRA,) if turn.extra else ()))
    if either:
        pays = (*((Pay.MOVEMENT,) if turn.movement else ()), *normal)
        return rage.payments(state, turn.combatant, pays)
    return normal


def bound(pay: Pay, order: type[Order]) -> bool:
    """Whether a declared kind of action restricts what is paid like this.  [FF-INIT-07]"""
    return pay is Pay.NORMAL or (pay is Pay.EXTRA and order not in EITHER)


def payment(state: FantasiaFight, order: Order) -> Pay | None:
    """The action that pays for an order; None for a free one. RuleRefusal where none is left."""
    if isinstance(order, FREE):
        return None
    can = payments(state, either=isinstance(order, EITHER))
    wanted: Pay | None = getattr(order, "pay", None)
    if wanted is None and can:
        return can[0]
    if wanted is not None and wanted in can:
        return wanted
    missing = (wanted,) if wanted is not None else (Pay.NORMAL, *((Pay.MOVEMENT,) if isinstance(order, EITHER) else ()))
    if all(restraint.withheld(state, actor_of(order), pay) is not None for pay in missing):
        raise restraint.lacks(state, actor_of(order), missing[-1])
    rule = "FF-TURN-07" if isinstance(order, EITHER) else "FF-TURN-01"
    if wanted is None:
        raise RuleRefusal("no action is left for that in this turn", rule=rule, why=WhyNot.NO_BUDGET)
    raise RuleRefusal(f"pay: the {wanted.value.lower()} action is used", rule=rule, field="pay", why=WhyNot.NO_BUDGET)


def require_turn(state: FantasiaFight, order: Order, who: str) -> None:
    """RuleRefusal unless it is the actor's turn, and it can act; a turn can be taken and ended even so.

    The most fundamental reason comes first: the fight is not running, the actor is not in it, it is not its turn.
    """
    field, bearer = type(order).actor, state.fight.require(who)
    if not state.own.begun:
        raise RuleRefusal("the fight has not begun", rule="FF-TURN-01")
    if who not in state.fight.acting:
        if bearer.out is not None or lookup.dead(bearer):
            raise restraint.unable(state, who, field=field)
        if state.fight.outcome is not None:
            raise RuleRefusal("the fight is decided: the game master ends it, or lets it go on", rule="FF-TURN-01")
        raise RuleRefusal(f"it is not the turn of {who}", rule=turns_by(state), field=field)
    if lookup.choosing(state) is not isinstance(order, TakeTurn):
        reason = "one of several takes the turn first" if lookup.choosing(state) else f"{who} has the turn already"
        raise RuleRefusal(reason, rule=turns_by(state, picking=True), field=field)
    if not isinstance(order, (TakeTurn, EndTurn)) and not lookup.able(bearer):
        raise restraint.unable(state, who, field=field)


def turns_by(state: FantasiaFight, *, picking: bool = False) -> str:
    """The rule that determines whose turn it is: of an ambush, of phases, of sides, or of each combatant.

    picking: the rule for who of several is next.  [FF-SURP-05, FF-INIT-01, FF-INIT-04 to FF-INIT-07]
    """
    if state.own.ambush is not None:
        return "FF-SURP-05"
    if state.own.setup.initiative is Initiative.PHASES:
        return "FF-INIT-07"
    if picking:
        return "FF-INIT-05"
    return "FF-INIT-04" if lookup.in_sides(state) else "FF-INIT-01"


def _admitted(seen: FantasiaFight, order: Order) -> Pay | None:
    """How an order is paid. RuleRefusal where its sender sees that it is not possible."""
    kept, key = seen.kept, (_admitted, order)  # the run finds here what the dry run on the same view has checked
    if key in kept:
        found: Pay | None = kept[key]
        return found
    rage.require(seen, order)
    paid = payment(seen, order)
    seen.own.order_handlers[type(order)].check(seen, order)
    given = sacrifice(seen, order)
    if given is not None:
        raise given
    if paid is not None and bound(paid, type(order)):
        phases.require(seen, order)
    kept[key] = paid
    return paid


def play(table: Table[FantasiaState], order: Order) -> None:
    """Refuse, or pay and play an order of the combatant whose turn it is."""
    who = actor_of(order)
    if isinstance(order, Lurk):
        surprise.lurk(table, order)
        return
    require_turn(table.state, order, who)
    match order:
        case TakeTurn():
            if lookup.gm_picks(table.state) and not table.state.fight.is_gm(table.seat):
                raise RuleRefusal("in phases the game master says who is next", rule="FF-INIT-07", code="NOT_YOURS")
            take(table, who)
            return
        case EndTurn():
            rage.require(table.seen(table.seat), order)
            end_turn(table, who)
            return
        case Delay():
            put_off(table, order)
            return
    held_back = hindrance(table.state, order)
    if held_back is not None:
        raise held_back
    paid = _admitted(table.seen(table.seat), order)
    surprise.strike(table, order)
    match order:
        case OtherAction():
            other(table, order)
        case CheckAttribute():
            attribute_check(table, order)
        case LieDown() | LetGo():
            table.state.own.order_handlers[type(order)].do(table, order)
        case _:
            if paid is not None:
                table.emit(ActionSpent(combatant=who, pay=paid), rule="FF-TURN-01")
            perform(table, order)
    over_if_unable(table, who)


def befall(table: Table[FantasiaState], order: LetFall | SpringTrap) -> None:
    """The game master's incident to a combatant, whoever's turn it is."""
    if isinstance(order, LetFall):
        hazards.let_fall(table, order)
        over_if_unable(table, order.combatant)
    else:
        hazards.spring(table, order)
        over_if_unable(table, order.target)


def over_if_unable(table: Table[FantasiaState], who: str) -> None:
    """End the turn of a combatant that can no longer act in it."""
    if who in table.state.fight.acting and not lookup.able(table.state.fight.combatants[who]):
        end_turn(table, who)
