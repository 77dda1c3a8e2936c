"""Movement towards a combatant, forced by Berserk or confusion.  [FF-ST-38, FF-ST-06]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kit import Cell, Place, Point
from engine.kit.plane import distance_up
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import barred
from engine.systems.fantasia.rules.board import board, route
from engine.systems.fantasia.rules.board.distances import ARM, HUNDREDTHS, metres_between
from engine.systems.fantasia.rules.board.grid import offset
from engine.systems.fantasia.rules.board.orders import Manner
from engine.systems.fantasia.rules.movement import movement
from engine.systems.fantasia.rules.movement.orders import Jump, Move
from engine.systems.fantasia.rules.statuses.grapple import held_fast


def step(state: FantasiaFight, who: str, target: str) -> Move | None:
    """The one movement that ends nearest to a target; None where none gets nearer."""
    if barred(state, who, Activity.MOVE) is not None or held_fast(state, who):
        return None
    manner = Manner.CRAWL if state.fight.combatants[who].has("prone") else Manner.WALK
    if board.cell_of(state, who) is not None and board.cell_of(state, target) is not None:
        return _over_cells(state, who, manner, target)
    here, there = movement.point_of(state, who), movement.point_of(state, target)
    return None if here is None or there is None else _in_line(state, who, manner, here, there)


def _steps(state: FantasiaFight, who: str, cell: Cell, other: str) -> int:
    """Number of steps from a cell to a target, over open ground."""
    mine, theirs = board.block(state, who), board.block(state, other)
    return sum(offset(mine.at(cell), theirs)) if mine is not None and theirs is not None else 0


def _over_cells(state: FantasiaFight, who: str, manner: Manner, target: str) -> Move | None:
    """To the cell with the fewest steps left; of several to the one found first."""
    here, *cells = route.reachable(state, who, manner, movement.limit(state, who, manner))
    best = min(cells, key=lambda cell: _steps(state, who, cell, target), default=here)
    if _steps(state, who, best, target) >= _steps(state, who, here, target):
        return None
    return Move(combatant=who, to=Place(cell=best), manner=manner)


def _in_line(state: FantasiaFight, who: str, manner: Manner, here: Point, there: Point) -> Move | None:
    """In a straight line, up to arm's length. Rounded towards the mover, so never too far."""
    whole, most = distance_up(here, there), movement.limit(state, who, manner)
    for far in range(min(most * HUNDREDTHS, whole - ARM * HUNDREDTHS + 2), 0, -1):
        to = Point(here.x + (there.x - here.x) * far // whole, here.y + (there.y - here.y) * far // whole)
        if to != here and metres_between(here, to) <= most:
            return Move(combatant=who, to=Place(point=to), manner=manner)
    return None


def nearer(state: FantasiaFight, order: Move | Jump, whom: tuple[str, ...]) -> bool:
    """Whether a movement ends nearer to one of these; without places any does."""
    path = order.cells if isinstance(order, Move) else ()
    to = path[-1] if path else order.to.cell if order.to else None
    mine = board.cell_of(state, order.combatant)
    if to is not None and mine is not None:
        placed = (other for other in whom if board.cell_of(state, other) is not None)
        who = order.combatant
        return any(_steps(state, who, to, other) < _steps(state, who, mine, other) for other in placed)
    here = movement.point_of(state, order.combatant)
    if here is None or order.to is None or order.to.point is None:
        return True
    points = [point for point in (movement.point_of(state, other) for other in whom) if point is not None]
    return any(distance_up(order.to.point, p) < distance_up(here, p) for p in points)


def moved(state: FantasiaFight, order: Move) -> FantasiaFight:
    """The fight as it would be after a movement."""
    here = state.fight.combatants
    there = {**here, order.combatant: structs.replace(here[order.combatant], place=order.to)}
    return structs.replace(state, fight=structs.replace(state.fight, combatants=there))


def steps(state: FantasiaFight, who: str, whom: tuple[str, ...]) -> Iterator[Move]:
    """The best movement towards each of these."""
    for other in whom:
        found = step(state, who, other)
        if found is not None:
            yield found
