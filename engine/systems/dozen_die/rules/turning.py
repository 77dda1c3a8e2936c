"""Another way in the middle of an order: how on?  [DD-W07]"""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Field, Offer
from engine.kernel.system import Table
from engine.systems.dozen_die.board.ways import Walker, Wanted, Way
from engine.systems.dozen_die.questions import GoOnHow, Keep, Stop, Turn
from engine.systems.dozen_die.rules import look, route
from engine.systems.dozen_die.state import Own

RULE = "DD-MOVE-02"


def turn(
    table: Table[Own], who: str, walker: Walker, kept: tuple[Wanted, ...], *, allowance: int, walked: int
) -> Way | None:
    """The way that the mover's player chooses; None: as declared, as far as that goes. RuleRefusal for no way.

    kept: what is left of the declared one. Where nothing can be chosen nobody is asked.
    """
    ways = [way for way in walker.ways() if route.may_leave(table.state, who) or not way.steps[-1].leaves]
    may_stop = walker.crowd.free(walker.start)
    if not ways and not kept:
        return None
    offers = tuple(_offers(ways, kept, may_stop))
    question = GoOnHow(offers=offers, default=offers[0].key, combatant=who, allowance=allowance, walked=walked)
    answer = table.ask(look.deciders(table.state, who), question, rule=RULE)
    if isinstance(answer, Keep):
        return None
    if isinstance(answer, Stop) or not look.standing(table.state, who):
        return Way()
    again = route.walker(table.state, who, walker.most, walker.held)
    way = route.ended(again, answer.to) if answer.to is not None else route.followed(again, answer.path)
    route.require_may_leave(table.state, who, way)
    return way


def _offers(ways: list[Way], kept: tuple[Wanted, ...], may_stop: bool) -> list[Offer[Any]]:
    found: list[Offer[Any]] = []
    if kept:
        found.append(Offer(key="keep", body=Keep(), rule=RULE))
    if may_stop or not kept:
        found.append(Offer(key="stop", body=Stop(), rule=RULE))
    clear = tuple(dict.fromkeys(way.steps[-1].to.place for way in ways if not way.over))[: route.OFFERED]
    if clear:
        to = Field("to", "place", clear, exact=False)
        found.append(Offer(key="turn", body=Turn(to=clear[0]), rule=RULE, fields=(to,)))
    if ways:
        paths = tuple(route.steps(way) for way in ways)[: route.OFFERED]
        path = Field("path", "one", paths, exact=False)
        found.append(Offer(key="turn-path", body=Turn(path=paths[0]), rule=RULE, fields=(path,)))
    return found
