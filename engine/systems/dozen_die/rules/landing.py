"""Where somebody who falls comes to lie.  [DD-GAP-13]"""

from __future__ import annotations

from engine.kernel.decisions import Offer
from engine.kernel.events import Moved
from engine.kernel.system import Table
from engine.kernel.why import Why
from engine.systems.dozen_die.board.retreat import retreat
from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.questions import Going, LandWhere
from engine.systems.dozen_die.rules import board, look
from engine.systems.dozen_die.rules.falling import fall
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

RULE = "DD-FALL-08"


def land(table: Table[Own], who: str, foot: tuple[int, int], height: int, *, rule: str, cause: int) -> None:
    """Somebody falls from a height to the foot of where he was, or to the nearest square that is free and clear.

    foot: the square of least x and y. Of several his player picks one.  [DD-W18]
    """
    places = _places(table.state, who, foot)
    if not places:
        return
    to = places[0] if len(places) == 1 else _pick(table, who, places)
    here = board.stand(table.state, who)
    places = _places(table.state, who, foot)
    if here is None or not places:
        return
    to = to if to in places else places[0]
    if to != here:
        moved = Moved(combatant=who, from_=here.place, to=to.place)
        cause = table.emit(moved, rule=rule, because=Why(causes=(cause,)))
    fall(table, who, height - to.height, cause=cause)


def _places(state: DD, who: str, foot: tuple[int, int]) -> tuple[Stand, ...]:
    here, ground = board.stand(state, who), board.land(state)
    if here is None:
        return ()
    there = here.at(*foot, 0)
    return retreat(ground, board.crowd(state, who), there.at(*foot, ground.floor(there))).places


def _pick(table: Table[Own], who: str, places: tuple[Stand, ...]) -> Stand:
    offers = tuple(Offer(key=f"{place.x}-{place.y}", body=Going(to=place.place), rule=RULE) for place in places)
    question = LandWhere(offers=offers, default=offers[0].key, combatant=who)
    to = table.ask(look.deciders(table.state, who), question, rule=RULE).to
    return next(place for place in places if place.place == to)
