"""Off the ground: who floats is carried off by strong wind, and only firm ground bears him.  [FF-ST-53 to FF-ST-57]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.combatant import Cell, Place
from engine.kernel.decisions import Field, Offer
from engine.kernel.events import Moved
from engine.kernel.system import Table
from engine.systems.fantasia.commands import Manner
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.events import CarriedOff
from engine.systems.fantasia.questions import Dragged, Hold, WindDrags
from engine.systems.fantasia.rules import board, look, route, space
from engine.systems.fantasia.rules.conditions import lose_one
from engine.systems.fantasia.rules.grapple import moved_away
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.space import HUNDREDTHS
from engine.systems.fantasia.state import Own

SOFT = Factor(source="float", times=1, over=2, carries="FF-ST-54")
"""What floating does to the damage of a fall.  [FF-ST-54]"""
GUST = 10
"""Metres within which places are named where the wind may drag somebody."""


def floats(state: FF, who: str) -> bool:
    """Whether a status keeps somebody off the ground.  [FF-ST-14]"""
    return any(kind.floats for _, kind in look.kinds(state.fight.combatants[who]))


def flies(state: FF, who: str) -> bool:
    """Whether somebody is in the air by nature: also when he is kept from moving, but not on the ground.  [FF-ST-57]"""
    bearer = state.fight.combatants[who]
    return look.able(bearer) and route.flies(state, who)


def settle(table: Table[Own], who: str) -> None:
    """Somebody is somewhere else: where no firm ground is below him, floating ends.  [FF-ST-55]"""
    if board.firm(table.state, who):
        return
    for condition, kind in look.kinds(table.state.fight.combatants[who]):
        if kind.floats:
            lose_one(table, who, condition, reason="no_ground", rule="FF-ST-55")


# -- wind
def blow(table: Table[Own], caster: str, targets: Sequence[str]) -> None:
    """A strong wind has reached these: of each who floats the game master says whether it drags him.  [FF-ST-53]"""
    for who in targets:
        bearer = table.state.fight.combatants[who]
        if bearer.out is not None or look.dead(bearer) or not floats(table.state, who):
            continue
        answer = table.ask(table.state.fight.gms(), _question(table.state, who, caster), rule="FF-ST-53")
        if isinstance(answer, Dragged):
            if answer.to is not None and answer.to.point is not None:
                space.require_ground(table.state, answer.to.point)
            _drag(table, who, caster, answer.to)


def _question(state: FF, who: str, caster: str) -> WindDrags:
    stay: Offer[Any] = Offer(key="stays", body=Hold(), rule="FF-ST-53")
    places, exact = _places(state, who)
    fields = (Field("to", "place", places, exact=exact),) if places else ()
    to = places[0] if places else None
    offers = [stay]
    if places or board.grid(state) is None:
        offers.append(Offer(key="dragged", body=Dragged(to=to), rule="FF-ST-53", fields=fields))
    return WindDrags(offers=tuple(offers), default="stays", combatant=who, caster=caster)


def _places(state: FF, who: str) -> tuple[tuple[Place, ...], bool]:
    """Where the wind may drag somebody, and whether these are all: empty cells; of points four samples."""
    here = board.cell_of(state, who)
    if here is not None:
        walk = route.Walk(state, who, Manner.WALK)
        around = [(x, y) for y in range(-GUST, GUST + 1) for x in range(-GUST, GUST + 1) if 0 < abs(x) + abs(y) <= GUST]
        cells = [Cell(here.x + x, here.y + y) for x, y in around]
        return tuple(Place(cell=c) for c in cells if walk.free(c) and walk.may_end(c)), True
    place = state.fight.combatants[who].place
    if place is None or place.point is None:
        return (), True
    return space.around(state, place.point, HUNDREDTHS), False


def _drag(table: Table[Own], who: str, cause: str, to: Place | None) -> None:
    """He is carried off, looking where he looked; what holds him does not follow."""
    table.emit(CarriedOff(combatant=who, cause=cause), rule="FF-ST-53")
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
