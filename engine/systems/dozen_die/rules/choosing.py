"""What a side does with the die in hand, until it has activated somebody.  [DD-ACT-02]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import TurnBegan
from engine.kernel.messages import Order, actor_of
from engine.kernel.system import Table
from engine.systems.dozen_die import commands as o
from engine.systems.dozen_die.events import MarchBegan
from engine.systems.dozen_die.rules import activation, arrivals, battle, loads, look, marching, moves, rounds, specials
from engine.systems.dozen_die.rules.candidates import candidates
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own


def require(state: DD, order: Order) -> None:
    """RuleRefusal unless a die of the actor's side is in hand, and nobody is activated with it yet.  [DD-ACT-03]"""
    who = actor_of(order)
    if state.own.activation is not None:
        raise RuleRefusal("somebody is activated already", rule="DD-ACT-03", field=type(order).actor)
    if who not in state.fight.acting:
        raise RuleRefusal(f"no die of the side of {who} is in hand", rule="DD-ACT-01", field=type(order).actor)
    of_himself = isinstance(order, o.March) or (isinstance(order, o.Activate) and order.figure == who)
    if not of_himself and not look.speaks(state, who):
        raise RuleRefusal(f"{who} does not speak for its side", rule="DD-ACT-02", field=type(order).actor)


def play(table: Table[Own], order: Order) -> None:
    """Refuse such an order, or play it out."""
    seen = table.seen(table.seat)
    require(seen, order)
    match order:
        case o.Special():
            specials.check(seen, order)
            specials.do(table, order)
            go_on(table)
        case o.March():
            marching.require(seen, order.figure)
            moves.check(seen, order)
            table.emit(MarchBegan(combatant=order.figure), rule="DD-MARCH-03")
            with table.during("March", order.figure):
                moves.do(table, order)
            go_on(table)
        case o.Activate():
            activation.check(seen, order)
            activation.begin(table, order)
        case o.BringIn():
            arrivals.check(seen, order)
            arrivals.do(table, order)
        case o.Pass():
            check_pass(seen)
            lay_down(table)
        case _:
            raise RuleRefusal(f"no rule plays {type(order).__name__}")


def go_on(table: Table[Own]) -> None:
    """After a march or a special action: more of it, the activation, or, where neither can be, the next draw."""
    loads.settle(table)
    if battle.decided(table.state) or not rounds.can_do_something(table.state):
        lay_down(table)
        return
    side = look.active_side(table.state)
    speakers = look.own_side(table.state, side) if side is not None else ()
    if speakers != table.state.fight.acting:
        table.emit(TurnBegan(acting=speakers), rule="DD-ACT-02")


def lay_down(table: Table[Own]) -> None:
    """The die activates nobody; the next one is drawn."""
    rounds.spend(table, idle=False)
    rounds.next_draw(table)


def check_pass(state: DD) -> None:
    """RuleRefusal while somebody can be activated: he may then end at once.  [DD-ACT-02]"""
    if candidates(state) or arrivals.waiting(state):
        raise RuleRefusal("somebody can be activated", rule="DD-ACT-02", field="by")


def options(state: DD, who: str) -> Iterator[Offer[Order]]:
    """What somebody of the active side may order, for himself, and for the side if he speaks for it."""
    if who in marching.left(state):
        yield from moves.march_options(state, who)
    can = candidates(state)
    if who in can:
        yield Offer(key="activate", body=o.Activate(by=who, figure=who), rule="DD-ACT-02")
    if not look.speaks(state, who):
        return
    yield from specials.options(state, who)
    neutrals = tuple(other for other in can if look.neutral(state, other))
    if neutrals:
        body = o.Activate(by=who, figure=neutrals[0])
        yield Offer(key="activate-neutral", body=body, rule="DD-ACT-16", fields=(Field("figure", "one", neutrals),))
    comers = tuple(arrivals.options(state, who))
    yield from comers
    if not can and not comers:
        yield Offer(key="pass", body=o.Pass(by=who), rule="DD-ACT-02")
