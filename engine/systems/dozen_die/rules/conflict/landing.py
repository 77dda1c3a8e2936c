"""Where a falling figure lands.  [DD-GAP-13]"""

from __future__ import annotations

from engine.kit import Moved, Offer, Reasons, Table
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.retreat import retreat
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors
from engine.systems.dozen_die.rules.board.common_view import commonly
from engine.systems.dozen_die.rules.conflict.falling import fall
from engine.systems.dozen_die.rules.conflict.push import nearest
from engine.systems.dozen_die.rules.conflict.questions import Going, LandWhere
from engine.systems.dozen_die.state import DozenDieState

RULE = "DD-FALL-08"


def land(table: Table[DozenDieState], who: str, foot: tuple[int, int], height: int, *, rule: str, cause: int) -> None:
    """Let a figure fall from a height to the foot below it, or to the nearest square that is free and clear.

    foot: the square of least x and y. Of several squares its player picks one.  [DD-W18]
    """
    offered = _places(commonly(table, who), who, foot)
    if not offered:
        return
    wanted = offered[0] if len(offered) == 1 else _pick(table, who, offered)
    here = board.stand(table.state, who)
    places = _places(table.state, who, foot)
    if here is None or not places:
        return
    to = nearest(places, wanted)
    if to != here:
        moved = Moved(combatant=who, from_=here.place, to=to.place)
        cause = table.emit(moved, rule=rule, because=Reasons(causes=(cause,)))
        doors.retreated(table, who, _at_foot(table.state, here, foot), to, rule="DD-MOVE-05")
    fall(table, who, height - to.height, cause=cause)


def _places(state: DozenDieFight, who: str, foot: tuple[int, int]) -> tuple[Footprint, ...]:
    here = board.stand(state, who)
    if here is None:
        return ()
    return retreat(board.land(state), board.group(state, who), _at_foot(state, here, foot)).places


def _at_foot(state: DozenDieFight, figure: Footprint, foot: tuple[int, int]) -> Footprint:
    """A figure on the floor of the square below it."""
    there = figure.at(*foot, 0)
    return there.at(*foot, board.land(state).floor(there))


def _pick(table: Table[DozenDieState], who: str, places: tuple[Footprint, ...]) -> Footprint:
    offers = tuple(Offer(key=f"{place.x}-{place.y}", body=Going(to=place.place), rule=RULE) for place in places)
    question = LandWhere(offers=offers, default=offers[0].key, combatant=who)
    to = table.ask(lookup.deciders(table.state, who), question, rule=RULE).to
    return next(place for place in places if place.place == to)
