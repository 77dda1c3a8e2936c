"""Moves and marches: as declared, as far as the ground allows; into contact they are charges.

[DD-MOVE-01 to DD-MOVE-16, DD-MARCH-03, DD-MARCH-07, DD-MARCH-08]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit import Offer, RuleRefusal, Table, place_field
from engine.systems.dozen_die.board.ways import Walker, Way
from engine.systems.dozen_die.rules.actions import contact
from engine.systems.dozen_die.rules.actions.events import ChargeFellShort, WayDeclared
from engine.systems.dozen_die.rules.actions.orders import March, Move
from engine.systems.dozen_die.rules.actions.walk import Walk, Went
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, route
from engine.systems.dozen_die.rules.conflict import reactions
from engine.systems.dozen_die.state import DozenDieState

Going = Move | March
"""Orders with a destination."""


def declared(state: DozenDieFight, order: Going) -> Way:
    """The ordered way. RuleRefusal where there is none.  [DD-MOVE-01]"""
    who = order.combatant
    walker = route.walker(state, who, lookup.figure(state, who).mv)
    if order.to is not None and (order.path or order.off):
        raise RuleRefusal("to: the path says where", rule="DD-MOVE-01", field="to")
    if order.to is not None:
        way = route.ended(walker, order.to)
    else:
        way = route.followed(walker, route.off_board(walker, order.path) if order.off else order.path)
    if not way.steps:
        raise RuleRefusal("path: say where to", rule="DD-MOVE-01", field="path")
    if order.off and not way.steps[-1].leaves:
        raise RuleRefusal("off: contact comes before the edge", rule="DD-MOVE-13", field="off")
    route.require_may_leave(state, who, way)
    return way


def check(state: DozenDieFight, order: Going) -> None:
    """RuleRefusal unless the way is possible if every test succeeds.  [DD-MOVE-01, DD-GAP-18]"""
    declared(state, order)


def do(table: Table[DozenDieState], order: Going) -> None:
    """Carry out the move; a way that touches somebody is a charge from the start.  [DD-MOVE-13]"""
    go(table, order.combatant, declared(table.seen(table.seat), order))


def go(table: Table[DozenDieState], who: str, way: Way) -> None:
    """Declare a way and go it; figures it touches are fought, and a charge that falls short was only a move.

    [DD-CHG-03, DD-MARCH-08]
    """
    charged = next(iter(way.touches), None)
    table.emit(WayDeclared(combatant=who, way=route.steps(way), charged=charged), rule="DD-MOVE-01")
    went = Walk(table, who, way, charged=charged).go()
    if went.touches:
        contact.come_upon(table, who, went.touches)
    else:
        fell_short(table, who, went)


def fell_short(table: Table[DozenDieState], who: str, went: Went) -> None:
    """A charge that reaches nobody was only a move; figures that react to moves still may.  [DD-CHG-03]"""
    if went.charged is not None and lookup.standing(table.state, who):
        table.emit(ChargeFellShort(combatant=who, target=went.charged), rule="DD-CHG-03")
        reactions.to_failed_charge(table, who, went.unwatched, went.passed)


# -- offers
def options(state: DozenDieFight, who: str) -> Iterator[Offer[Any]]:
    """Ends of a move out of contact, self-chosen ways, and leaving the board."""
    yield from _offers(state, who, "move", Move(combatant=who))


def march_options(state: DozenDieFight, who: str) -> Iterator[Offer[Any]]:
    """The same for a march."""
    yield from _offers(state, who, "march", March(combatant=who))


def _offers(state: DozenDieFight, who: str, key: str, order: Going) -> Iterator[Offer[Any]]:
    if board.stand(state, who) is None:
        return
    walker = route.walker(state, who, lookup.figure(state, who).mv)
    rule = "DD-MARCH-03" if isinstance(order, March) else "DD-MOVE-01"
    clear, upon, off = _sorted(state, who, walker)
    kind = type(order)
    if clear:
        ends = tuple(dict.fromkeys(way.steps[-1].to.place for way in clear))
        to = place_field("to", ends)
        yield Offer(key=key, body=kind(combatant=who, to=ends[0]), rule=rule, fields=(to,))
    if clear or upon:
        # Ways into contact come last, so that the first offer is a plain move.
        shown = (*clear[: route.SHOWN], *upon[: route.SHOWN])
        ways = tuple(route.steps(walker.straightened(way)) for way in shown)
        path = route.drawn(ways, least=1)
        yield Offer(key=f"{key}-path", body=kind(combatant=who, path=ways[0]), rule=rule, fields=(path,))
    if off is not None:
        start = route.steps(walker.straightened(off))[:-1]
        edge = route.drawn((start,))
        yield Offer(f"{key}-off", kind(combatant=who, path=start, off=True), "DD-MOVE-14", (edge,))


def _sorted(state: DozenDieFight, who: str, walker: Walker) -> tuple[list[Way], list[Way], Way | None]:
    """(ways out of contact, ways into it, the shortest one off the board)."""
    clear: list[Way] = []
    upon: list[Way] = []
    off: Way | None = None
    for way in walker.ways():
        if way.steps[-1].leaves:
            off = way if off is None and route.may_leave(state, who) else off
        elif not way.touches:
            clear.append(way)
        else:
            upon.append(way)
    return clear, upon, off
