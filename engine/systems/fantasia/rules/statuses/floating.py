"""Off the ground: wind carries off floating combatants, and floating needs firm ground.  [FF-ST-53 to FF-ST-57]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kit import Cell, Field, Moved, Offer, Place, Table, WayBarred, place_field
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.conditions import lose_one
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board, distances, route
from engine.systems.fantasia.rules.board.distances import HUNDREDTHS
from engine.systems.fantasia.rules.board.known_ground import openly_known
from engine.systems.fantasia.rules.board.orders import Manner
from engine.systems.fantasia.rules.statuses.events import CarriedOff
from engine.systems.fantasia.rules.statuses.grapple import moved_away
from engine.systems.fantasia.rules.statuses.questions import Dragged, Hold, WindDrags
from engine.systems.fantasia.state import FantasiaState

SOFT = Factor(source="float", times=1, over=2, carries="FF-ST-54")
"""The factor of floating on a fall's damage.  [FF-ST-54]"""
GUST = 10
"""Metres within which places are offered for the wind's victim."""


def floats(state: FantasiaFight, who: str) -> bool:
    """Whether a status keeps a combatant off the ground.  [FF-ST-14]"""
    return any(kind.floats for _, kind in lookup.kinds(state.fight.combatants[who]))


def flies(state: FantasiaFight, who: str) -> bool:
    """Whether a combatant is in the air by nature: also when it cannot move, but not when prone.  [FF-ST-57]"""
    bearer = state.fight.combatants[who]
    return lookup.able(bearer) and route.flies(state, who)


def settle(table: Table[FantasiaState], who: str) -> None:
    """After a change of place: without firm ground below, floating ends.  [FF-ST-55]"""
    if board.firm(table.state, who):
        return
    for condition, kind in lookup.kinds(table.state.fight.combatants[who]):
        if kind.floats:
            lose_one(table, who, condition, reason="no_ground", rule="FF-ST-55")


# -- wind
def blow(table: Table[FantasiaState], caster: str, targets: Sequence[str]) -> None:
    """After a strong wind: for each floating target the game master decides whether it is carried off.  [FF-ST-53]"""
    for who in targets:
        bearer = table.state.fight.combatants[who]
        if bearer.out is not None or lookup.dead(bearer) or not floats(table.state, who):
            continue
        question = _question(openly_known(table.state, who), who, caster)
        answer = table.ask(table.state.fight.gms(), question, rule="FF-ST-53")
        if isinstance(answer, Dragged):
            if answer.to is not None and answer.to.point is not None:
                distances.require_ground(table.state, answer.to.point)
            _drag(table, who, caster, answer.to)


def _question(state: FantasiaFight, who: str, caster: str) -> WindDrags:
    """The question as all read it. state: as everybody knows the fight; walls are no hindrance to the wind."""
    stay: Offer[Any] = Offer(key="stays", body=Hold(), rule="FF-ST-53")
    places, exact = _places(state, who)
    fields = (_field(state, places, exact=exact),) if places else ()
    to = places[0] if places else None
    offers = [stay]
    if places or board.grid(state) is None:
        offers.append(Offer(key="dragged", body=Dragged(to=to), rule="FF-ST-53", fields=fields))
    return WindDrags(offers=tuple(offers), default="stays", combatant=who, caster=caster)


def _field(state: FantasiaFight, places: tuple[Place, ...], *, exact: bool) -> Field:
    """Where to; of points any on the ground."""
    if exact:
        return place_field("to", places, floors=True)
    return Field("to", "place", places, exact=False, reach=board.outline(state))


def _places(state: FantasiaFight, who: str) -> tuple[tuple[Place, ...], bool]:
    """Places the wind may carry a combatant to, and whether these are all: empty cells; of points four samples."""
    here = board.cell_of(state, who)
    if here is not None:
        walk = route.Walk(state, who, Manner.WALK)
        around = [(x, y) for y in range(-GUST, GUST + 1) for x in range(-GUST, GUST + 1) if 0 < abs(x) + abs(y) <= GUST]
        cells = [Cell(here.x + x, here.y + y) for x, y in around]
        return tuple(Place(cell=c) for c in cells if walk.free(c) and walk.may_end(c)), True
    place = state.fight.combatants[who].place
    if place is None or place.point is None:
        return (), True
    return distances.around(state, place.point, HUNDREDTHS), False


def _drag(table: Table[FantasiaState], who: str, cause: str, to: Place | None) -> None:
    """Carry the combatant off with unchanged facing; a grappler does not follow.

    To where nobody can stand, of which not everybody knew, it does not get.
    """
    table.emit(CarriedOff(combatant=who, cause=cause), rule="FF-ST-53")
    if to is not None and not _bears(table.state, who, to):
        table.emit(WayBarred(combatant=who, ahead=to), rule="FF-GRID-06")
        to = None
    state = table.state
    before, looks = state.fight.combatants[who].place, board.facing(state, who)
    on_board = board.cell_of(state, who) is not None
    if to is not None and to.cell is not None and on_board:
        to = board.placed_at(state, who, to.cell, looks)
    elif to is not None:
        to = None if on_board or to.point is None else Place(point=to.point)
    if to is not None:
        table.emit(Moved(combatant=who, from_=before, to=to), rule="FF-ST-53")
    moved_away(table, who)
    settle(table, who)


def _bears(state: FantasiaFight, who: str, to: Place) -> bool:
    """Whether a combatant can be on a cell of the board; a point bears everybody."""
    stands = board.block(state, who)
    return stands is None or to.cell is None or board.fits(state, stands.at(to.cell))
