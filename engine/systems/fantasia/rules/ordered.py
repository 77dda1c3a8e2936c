"""What is ordered in a turn: whether it may be, which of the actions pays, and that it is done.

[FF-TURN-01 to FF-TURN-07]
"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.kernel.messages import Order, actor_of
from engine.kernel.system import Table
from engine.systems.fantasia import commands as o
from engine.systems.fantasia.events import ActionSpent
from engine.systems.fantasia.rules import hazards, look, phases, rage, surprise
from engine.systems.fantasia.rules.actions import ACTIONS, hindrance, perform, sacrifice
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.requests import attribute_check, other
from engine.systems.fantasia.rules.rounds import end_turn, put_off, take
from engine.systems.fantasia.state import Own

FREE = (o.LieDown, o.LetGo, o.CheckAttribute)
"""Orders that need neither of the two actions: a check costs what the game master says."""
EITHER = (o.Move, o.Jump, o.StandUp, o.Draw, o.Reload, o.BreakFree)
"""Orders that the movement action pays, or the normal one.  [FF-TURN-04, FF-TURN-07]"""


def payments(state: FF, *, either: bool) -> tuple[o.Pay, ...]:
    """Which of the actions left could pay for an order, the default first.  [FF-TURN-01, FF-TURN-04, FF-TURN-07]

    either: for one of EITHER. Haste's extra action comes last and pays for anything; the slow have one action of any
    kind.  [FF-ST-17, FF-ST-26, FF-INT-11]
    """
    turn = state.own.turn
    if turn is None or turn.most == 0:
        return ()
    normal = (*((o.Pay.NORMAL,) if turn.normal else ()), *((o.Pay.EXTRA,) if turn.extra else ()))
    if either:
        pays = (*((o.Pay.MOVEMENT,) if turn.movement else ()), *normal)
        return rage.payments(state, turn.combatant, pays)
    return normal


def bound(pay: o.Pay, order: type[Order]) -> bool:
    """Whether a kind of action that was declared binds what is paid so.  [FF-INIT-07]"""
    return pay is o.Pay.NORMAL or (pay is o.Pay.EXTRA and order not in EITHER)


def payment(state: FF, order: Order) -> o.Pay | None:
    """The action that pays for an order; None for a free one. RuleRefusal where none is left."""
    if isinstance(order, FREE):
        return None
    can = payments(state, either=isinstance(order, EITHER))
    wanted: o.Pay | None = getattr(order, "pay", None)
    rule = "FF-TURN-07" if isinstance(order, EITHER) else "FF-TURN-01"
    if not can:
        raise RuleRefusal("no action is left for that in this turn", rule=rule)
    if wanted is None:
        return can[0]
    if wanted not in can:
        raise RuleRefusal(f"pay: the {wanted.value.lower()} action is used", rule=rule, field="pay")
    return wanted


def require_turn(state: FF, order: Order, who: str) -> None:
    """RuleRefusal unless it is his turn, and he can act; a turn can be taken and ended even so."""
    if who not in state.fight.acting:
        raise RuleRefusal(f"it is not the turn of {who}", rule="FF-INIT-01", field=type(order).actor)
    if look.choosing(state) is not isinstance(order, o.TakeTurn):
        reason = "one of several takes the turn first" if look.choosing(state) else f"{who} has the turn already"
        raise RuleRefusal(reason, rule="FF-INIT-05", field=type(order).actor)
    if not isinstance(order, (o.TakeTurn, o.EndTurn)) and not look.able(state.fight.require(who)):
        raise RuleRefusal(f"{who} cannot act", rule="FF-KO-08", field=type(order).actor)


def play(table: Table[Own], order: Order) -> None:
    """An order of somebody whose turn it is: refused, or paid and played out."""
    who = actor_of(order)
    if isinstance(order, o.Lurk):
        surprise.lurk(table, order)
        return
    require_turn(table.state, order, who)
    match order:
        case o.TakeTurn():
            if look.gm_picks(table.state) and not table.state.fight.is_gm(table.seat):
                raise RuleRefusal("in phases the game master says who is next", rule="FF-INIT-07", code="NOT_YOURS")
            take(table, who)
            return
        case o.EndTurn():
            rage.require(table.seen(table.seat), order)
            end_turn(table, who)
            return
        case o.Delay():
            put_off(table, order)
            return
    held_back = hindrance(table.state, order)
    if held_back is not None:
        raise held_back
    rage.require(table.seen(table.seat), order)
    paid = payment(table.seen(table.seat), order)
    ACTIONS[type(order)].check(table.seen(table.seat), order)
    given = sacrifice(table.seen(table.seat), order)
    if given is not None:
        raise given
    if paid is not None and bound(paid, type(order)):
        phases.require(table.seen(table.seat), order)
    surprise.strike(table, order)
    match order:
        case o.OtherAction():
            other(table, order)
        case o.CheckAttribute():
            attribute_check(table, order)
        case o.LieDown() | o.LetGo():
            ACTIONS[type(order)].do(table, order)
        case _:
            if paid is not None:
                table.emit(ActionSpent(combatant=who, pay=paid), rule="FF-TURN-01")
            perform(table, order)
    over_if_unable(table, who)


def befall(table: Table[Own], order: o.LetFall | o.SpringTrap) -> None:
    """The game master lets something happen to somebody, whoever's turn it is."""
    if isinstance(order, o.LetFall):
        hazards.let_fall(table, order)
    else:
        hazards.spring(table, order)
    over_if_unable(table, order.target)


def over_if_unable(table: Table[Own], who: str) -> None:
    """The turn of somebody who can no longer act in it is over."""
    if who in table.state.fight.acting and not look.able(table.state.fight.combatants[who]):
        end_turn(table, who)
