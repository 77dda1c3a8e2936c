"""What a side does with the die in hand, until it has activated somebody.  [DD-ACT-02]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, TurnBegan, actor_of
from engine.systems.dozen_die.rules.actions import moves, presence
from engine.systems.dozen_die.rules.actions.orders import March
from engine.systems.dozen_die.rules.basics import battle, loads, lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import marching, specials
from engine.systems.dozen_die.rules.board.orders import Special
from engine.systems.dozen_die.rules.conflict.candidates import candidates
from engine.systems.dozen_die.rules.turns import activation, arrivals, rounds, wanderers
from engine.systems.dozen_die.rules.turns.events import MarchBegan
from engine.systems.dozen_die.rules.turns.orders import Activate, BringIn, Pass
from engine.systems.dozen_die.state import DozenDieState


def require(state: DozenDieFight, order: Order) -> None:
    """RuleRefusal unless a die of the actor's side is in hand, and nobody is activated with it yet.  [DD-ACT-03]"""
    who, field = actor_of(order), type(order).actor
    # The actor may lay a die down even if a correction has taken it off the board.
    if not isinstance(order, Pass) or who not in state.fight.acting:
        presence.require(state, who, field=field)
    require_die(state, who, field=field)
    if state.own.activation is not None:
        raise RuleRefusal("somebody is activated already", rule="DD-ACT-03", field=field)
    if who not in state.fight.acting:
        raise RuleRefusal(f"no die of the side of {who} is in hand", rule="DD-ACT-01", field=field)
    of_himself = isinstance(order, March) or (isinstance(order, Activate) and order.combatant == who)
    nobody = isinstance(order, Pass) and not lookup.own_side(state, state.fight.combatants[who].side)
    if not of_himself and not nobody and not lookup.speaks(state, who):
        raise RuleRefusal(f"{who} does not speak for its side", rule="DD-ACT-02", field=type(order).actor)


def require_die(state: DozenDieFight, who: str, *, field: str) -> None:
    """RuleRefusal where the die in hand is another side's; neutrals are anybody's.  [DD-ACT-01, DD-ACT-16]"""
    if not lookup.neutral(state, who) and lookup.active_side(state) != state.fight.combatants[who].side:
        raise RuleRefusal(f"no die of the side of {who} is in hand", rule="DD-ACT-01", field=field)


def play(table: Table[DozenDieState], order: Order) -> None:
    """Refuse or play such an order."""
    seen = table.seen(table.seat)
    require(seen, order)
    match order:
        case Special():
            specials.check(seen, order)
            specials.do(table, order)
            go_on(table)
        case March():
            marching.require(seen, order.combatant)
            moves.check(seen, order)
            table.emit(MarchBegan(combatant=order.combatant), rule="DD-MARCH-03")
            with table.during("March", order.combatant):
                moves.do(table, order)
            go_on(table)
        case Activate():
            activation.check(seen, order)
            activation.begin(table, order)
        case BringIn():
            arrivals.check(seen, order)
            if not arrivals.do(table, order):
                lay_down(table)
        case Pass():
            check_pass(seen)
            lay_down(table)
        case _:
            raise RuleRefusal(f"no rule plays {type(order).__name__}")


def go_on(table: Table[DozenDieState]) -> None:
    """After a march or a special action: more of it, the activation, or, if neither is possible, the next draw."""
    loads.settle(table)
    if battle.decided(table.state) or not rounds.can_do_something(table.state):
        lay_down(table)
        return
    side = lookup.active_side(table.state)
    speakers = lookup.own_side(table.state, side) if side is not None else ()
    if speakers != table.state.fight.acting:
        table.emit(TurnBegan(acting=speakers), rule="DD-ACT-02")


def lay_down(table: Table[DozenDieState]) -> None:
    """Spend the die without activating anybody; the next one is drawn."""
    rounds.spend(table, idle=False)
    rounds.next_draw(table)


def check_pass(state: DozenDieFight) -> None:
    """RuleRefusal while somebody can be activated, who may then end at once.  [DD-ACT-02]"""
    if not battle.decided(state) and (candidates(state) or wanderers.waiting(state)):
        raise RuleRefusal("somebody can be activated", rule="DD-ACT-02", field="by")


def by_kind(state: DozenDieFight, who: str) -> Iterator[Iterable[Offer[Order]]]:
    """Orders that a figure of the active side may give, for itself, and for the side if it speaks for it."""
    if who in marching.left(state):
        yield moves.march_options(state, who)
    yield _instead(state, who)


def _instead(state: DozenDieFight, who: str) -> Iterator[Offer[Order]]:
    """All but the march."""
    can = candidates(state)
    if who in can:
        yield Offer(key="activate", body=Activate(by=who, combatant=who), rule="DD-ACT-02")
    if not lookup.speaks(state, who):
        return
    yield from specials.options(state, who)
    neutrals = tuple(other for other in can if lookup.neutral(state, other))
    if neutrals:
        body = Activate(by=who, combatant=neutrals[0])
        yield Offer(key="activate-neutral", body=body, rule="DD-ACT-16", fields=(Field("combatant", "one", neutrals),))
    comers = tuple(arrivals.options(state, who))
    yield from comers
    if not can and not comers:
        yield Offer(key="pass", body=Pass(by=who), rule="DD-ACT-02")
