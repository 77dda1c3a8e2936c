"""A change of way in the middle of an order.  [DD-W07]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kit import Offer, RuleRefusal, Table, place_field
from engine.systems.dozen_die.board.ways import Walker, Wanted, Way
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.board import board, route
from engine.systems.dozen_die.rules.board.common_view import as_decided, commonly
from engine.systems.dozen_die.rules.board.questions import GoOnHow, Keep, Stop, Turn
from engine.systems.dozen_die.state import DozenDieState

RULE = "DD-MOVE-02"


def turn(
    table: Table[DozenDieState], who: str, walker: Walker, kept: tuple[Wanted, ...], *, allowance: int, walked: int
) -> Way | None:
    """The way that the mover's player chooses; None: the declared one as far as possible. RuleRefusal for no way.

    walker: on the ground as everybody knows it. kept: the rest of the declared one. Without a choice nobody is asked.
    """
    ways = [way for way in walker.ways() if route.may_leave(table.state, who) or not way.steps[-1].leaves]
    may_stop = walker.group.free(walker.start)
    if not ways and not kept:
        return None
    offers = tuple(_offers(walker, ways, kept, may_stop))
    question = GoOnHow(offers=offers, default=offers[0].key, combatant=who, allowance=allowance, walked=walked)
    answer = table.ask(lookup.deciders(table.state, who), question, rule=RULE)
    if isinstance(answer, Keep):
        return None
    if isinstance(answer, Stop) or not lookup.standing(table.state, who):
        return Way()
    again = [
        route.walker(view, who, walker.most, walker.held)
        for view in (as_decided(table, who), commonly(table, who))
        if board.stand(view, who) is not None
    ]
    way = _taken(again, answer)
    route.require_may_leave(table.state, who, way)
    return way


def _taken(walkers: Sequence[Walker], answer: Turn) -> Way:
    """The chosen way: as the player knows the ground, otherwise as it was offered. RuleRefusal where there is none."""
    refused: RuleRefusal | None = None
    for walker in walkers:
        try:
            return route.ended(walker, answer.to) if answer.to is not None else route.followed(walker, answer.path)
        except RuleRefusal as refusal:
            refused = refused or refusal
    assert refused is not None
    raise refused


def _offers(walker: Walker, ways: list[Way], kept: tuple[Wanted, ...], may_stop: bool) -> list[Offer[Any]]:
    found: list[Offer[Any]] = []
    if kept:
        found.append(Offer(key="keep", body=Keep(), rule=RULE))
    if may_stop or not kept:
        found.append(Offer(key="stop", body=Stop(), rule=RULE))
    clear = tuple(dict.fromkeys(way.steps[-1].to.place for way in ways if not way.over))
    if clear:
        fields = (place_field("to", clear),)
        found.append(Offer(key="turn", body=Turn(to=clear[0]), rule=RULE, fields=fields))
    if ways:
        paths = tuple(route.steps(walker.straightened(way)) for way in ways[: route.SHOWN])
        fields = (route.drawn(paths, least=1),)
        found.append(Offer(key="turn-path", body=Turn(path=paths[0]), rule=RULE, fields=fields))
    return found
