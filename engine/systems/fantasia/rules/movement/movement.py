"""Movement: so many metres, to a point, over the board, or just a distance.  [FF-TURN-03, FF-MOVE-01, FF-MOVE-02]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from engine.kit import Cell, Field, Moved, Offer, Place, Point, RuleRefusal, Table, WayBarred, place_field
from engine.kit.ground import Named, crossed, knows_all, show
from engine.kit.plane import distance_up
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.ground import ENTRIES, Facing, GridRule
from engine.systems.fantasia.rules.basics import totals
from engine.systems.fantasia.rules.basics.figures import figure
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board, route
from engine.systems.fantasia.rules.board.distances import (
    HUNDREDTHS,
    around,
    around_area,
    metres_between,
    require_ground,
)
from engine.systems.fantasia.rules.board.grid import STEPS, Block
from engine.systems.fantasia.rules.board.known_ground import commonly_known
from engine.systems.fantasia.rules.board.orders import Manner
from engine.systems.fantasia.rules.movement.events import MovedAbout
from engine.systems.fantasia.rules.movement.orders import Move
from engine.systems.fantasia.rules.statuses.floating import settle
from engine.systems.fantasia.rules.statuses.grapple import held_fast, moved_away, require_loose
from engine.systems.fantasia.rules.statuses.order_handlers import seen_by_actor
from engine.systems.fantasia.state import FantasiaState

LONGEST = 200
"""Number of cells of a self-chosen way at most."""
LOOKS = (None, *Facing)
"""Choices of facing as a movement ends; None: the direction of the last step.  [FF-GRID-07, FF-GRID-08]"""
TOWARDS = (None, *(Point(*STEPS[facing]) for facing in Facing))
"""The directions of these choices."""


def limit(state: FantasiaFight, who: str, manner: Manner) -> int:
    """The range of one movement, in metres; half, rounded down, if not walking, and at least 1.  [FF-MOVE-02]"""
    metres = figure(state, who, Figure.MOVEMENT)
    return metres if manner is Manner.WALK else max(1, metres // 2)


def _manners(state: FantasiaFight, who: str) -> tuple[Manner, ...]:
    """Possible manners: crawling only when prone, and only then."""
    if state.fight.combatants[who].has("prone"):
        return (Manner.CRAWL,)
    return (Manner.WALK, Manner.CLIMB, Manner.STEALTH)


def point_of(state: FantasiaFight, who: str) -> Point | None:
    """The point of a combatant; None on a board, and in a fight without places."""
    place = state.fight.combatants[who].place
    return place.point if place and board.grid(state) is None else None


def cells_away(state: FantasiaFight, who: str, manner: Manner) -> int:
    """The range over the board: a held combatant stays in place, and may turn.  [FF-GRAP-03]"""
    return 0 if held_fast(state, who) else limit(state, who, manner)


def check(state: FantasiaFight, order: Move) -> None:
    """RuleRefusal unless the movement is possible, in that manner."""
    who = order.combatant
    stands = board.cell_of(state, who)
    if stands is None:
        require_loose(state, who)
    if order.manner not in _manners(state, who):
        raise RuleRefusal("manner: who lies crawls, who stands does not", rule="FF-MOVE-02", field="manner")
    if stands is not None:
        _check_cells(state, order)
        return
    if order.facing is not None or order.path:
        field = "path" if order.path else "facing"
        raise RuleRefusal(f"{field}: only on a board", rule="FF-GRID-16", field=field)
    most = limit(state, who, order.manner)
    here = point_of(state, who)
    if here is None:
        if order.to is not None:
            raise RuleRefusal("to: this fight has no places, say how many metres", rule="FF-TURN-03", field="to")
        if not 1 <= order.metres <= most:
            raise RuleRefusal(f"metres: 1 to {most}", rule="FF-MOVE-01", field="metres")
        return
    if order.to is None or order.to.point is None:
        raise RuleRefusal("to: a point, in hundredths of a metre", rule="FF-TURN-03", field="to")
    if order.metres:
        raise RuleRefusal("metres: the place says how far", rule="FF-TURN-03", field="metres")
    if not 1 <= metres_between(here, order.to.point) <= most:
        raise RuleRefusal(f"to: another point within {most} m", rule="FF-MOVE-01", field="to")
    require_ground(state, order.to.point)


def _check_cells(state: FantasiaFight, order: Move) -> None:
    """RuleRefusal unless a way over the board leads there, by the named cells or by any."""
    who, most = order.combatant, cells_away(state, order.combatant, order.manner)
    if order.metres:
        raise RuleRefusal("metres: the cells say how far", rule="FF-TURN-03", field="metres")
    require_looks(state, order.facing)
    if order.path:
        if order.to is not None:
            raise RuleRefusal("to: the path says where", rule="FF-TURN-03", field="to")
        if any(step.cell is None or step != Place(cell=step.cell) for step in order.path):
            raise RuleRefusal("path: cells, and nothing else", rule="FF-TURN-03", field="path")
        if order.cells[-1] != board.cell_of(state, who):
            require_loose(state, who)
        wrong = route.fault(state, who, order.manner, order.cells, most)
        if wrong is not None:
            n, why, rule = wrong
            cell = order.cells[n]
            raise RuleRefusal(f"path: at step {n + 1}, cell {cell.x}, {cell.y}: {why}", rule=rule, field="path")
        return
    if order.to is None or order.to.cell is None or order.to != Place(cell=order.to.cell):
        raise RuleRefusal("to: a cell, and nothing else", rule="FF-TURN-03", field="to")
    cell = order.to.cell
    if cell != board.cell_of(state, who):
        require_loose(state, who)
    if route.route(state, who, order.manner, most, cell) is None:
        why, rule = _unreached(state, order, cell, most)
        raise RuleRefusal(f"to: cell {cell.x}, {cell.y}: {why}", rule=rule, field="to")


def _unreached(state: FantasiaFight, order: Move, cell: Cell, most: int) -> tuple[str, str]:
    """Why no movement ends on a cell, and the rule: the cell itself is not allowed, otherwise no way leads there."""
    walk = route.Walk(state, order.combatant, order.manner)
    if not board.fits(state, walk.here.at(cell)):
        return "nobody can stand there", "FF-GRID-06"
    if not walk.may_end(cell):
        return "somebody stands where the movement ends", "FF-GRID-06"
    return f"no way of {most} m leads there", "FF-MOVE-01"


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Each manner of moving: the cells of the board where it can end; with points four samples."""
    if board.cell_of(state, who) is not None:
        yield from _cell_options(state, who)
        return
    if held_fast(state, who):
        return
    here = point_of(state, who)
    for manner in _manners(state, who):
        most = limit(state, who, manner)
        key, rule = _named(manner)
        if here is None:
            yield Offer(
                key=key,
                body=Move(combatant=who, metres=most, manner=manner),
                rule=rule,
                fields=(Field("metres", "amount", least=1, most=most),),
            )
            continue
        samples = around(state, here, most * HUNDREDTHS)
        if not samples:
            continue
        yield Offer(
            key=key,
            body=Move(combatant=who, to=samples[0], manner=manner),
            rule=rule,
            fields=(Field("to", "place", samples, exact=False, reach=around_area(here, most * HUNDREDTHS)),),
        )


def _named(manner: Manner) -> tuple[str, str]:
    return f"move-{manner.value.lower()}", "FF-MOVE-01" if manner is Manner.WALK else "FF-MOVE-02"


def require_looks(state: FantasiaFight, chosen: Facing | None) -> None:
    """RuleRefusal where the fight has no facing.  [FF-GRID-07]"""
    if chosen is not None and not board.plays(state, GridRule.CHOOSE_FACING):
        raise RuleRefusal("facing: it is not chosen in this fight", rule="FF-GRID-07", field="facing")


def looks(state: FantasiaFight) -> tuple[Field, ...]:
    """The choice of facing, where there is one.  [FF-GRID-07]"""
    return (Field("facing", "one", LOOKS, towards=TOWARDS),) if board.plays(state, GridRule.CHOOSE_FACING) else ()


def _cell_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """For each manner the cells where it can end; and a self-chosen way, with one sample."""
    for manner in _manners(state, who):
        most = cells_away(state, who, manner)
        key, rule = _named(manner)
        cells = route.reachable(state, who, manner, most)
        places = tuple(Place(cell=cell) for cell in cells)
        first = places[min(1, len(places) - 1)]
        to = place_field("to", places, floors=True)
        yield Offer(key, Move(combatant=who, to=first, manner=manner), rule, (to, *looks(state)))
        way = route.route(state, who, manner, most, cells[-1])
        if way:
            steps = tuple(Place(cell=cell) for cell in way)
            path = Field("path", "path", (steps,), least=1, most=LONGEST, exact=False)
            yield Offer(f"{key}-path", Move(combatant=who, path=steps, manner=manner), rule, (path, *looks(state)))


def do(table: Table[FantasiaState], order: Move) -> None:
    """Carry out the movement."""
    who, here = order.combatant, point_of(table.state, order.combatant)
    seen = seen_by_actor(table, order)
    declared = _way(seen, order)
    if declared is not None:
        cells = as_far(table, seen, who, declared)
        _moved(table, order, over_cells(cells, route.length(seen, who, order.manner, cells) or 0))
        step_to(table, who, cells, order.facing)
        barred(table, seen, who, declared)
        return
    metres = totals.of_word("chosen", order.metres, "FF-MOVE-01")
    if here is not None and order.to is not None and order.to.point is not None:
        far = distance_up(here, order.to.point)
        metres = totals.upwards(far, "cm", "FF-MOVE-01", over=HUNDREDTHS)
    _moved(table, order, metres)
    if order.to is not None:
        table.emit(Moved(combatant=who, from_=table.state.fight.combatants[who].place, to=order.to), rule="FF-TURN-03")
    moved_away(table, who)


def _moved(table: Table[FantasiaState], order: Move, metres: totals.Total) -> None:
    moved = MovedAbout(combatant=order.combatant, metres=int(metres), manner=order.manner)
    table.emit(moved, rule="FF-TURN-03", because=totals.why(metres=metres))


def over_cells(cells: Sequence[Cell], metres: int) -> totals.Total:
    """The metres of a way over the board: a cell counts 1, and a climb its height."""
    whole, more = totals.of_word("cells", len(cells), "FF-MOVE-01"), metres - len(cells)
    return totals.added(whole, totals.of_word("climb", more, "FF-MOVE-02")) if more else whole


def _way(seen: FantasiaFight, order: Move) -> tuple[Cell, ...] | None:
    """The cells of the way as its mover sees the board; None off the board."""
    who = order.combatant
    if board.cell_of(seen, who) is None:
        return None
    if order.path or order.to is None or order.to.cell is None:
        return order.cells
    return route.route(seen, who, order.manner, cells_away(seen, who, order.manner), order.to.cell) or ()


def as_far(table: Table[FantasiaState], seen: FantasiaFight, who: str, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """As much of a way as the ground really allows: a wall that the mover does not know of ends it before itself.

    seen: the fight as the mover's seat sees it. It ends on a cell where a movement may end.
    """
    if seen.fight.ground is table.state.fight.ground:
        return cells
    steps = route.unhindered(table.state, who, cells)
    if steps < len(cells):
        walk = route.Walk(seen, who, Manner.WALK)
        while steps and not walk.may_end(cells[steps - 1]):
            steps -= 1
    return cells[:steps]


def barred(table: Table[FantasiaState], seen: FantasiaFight, who: str, declared: tuple[Cell, ...]) -> None:
    """State before which cell a way has ended, where its mover did not know that nobody enters it.  [FF-GRID-06]"""
    here = board.cell_of(table.state, who)
    gone = declared.index(here) + 1 if here in declared else 0
    if gone < len(declared) and seen.fight.ground is not table.state.fight.ground:
        steps = route.unhindered(table.state, who, declared[gone:])
        if gone + steps < len(declared):
            table.emit(WayBarred(combatant=who, ahead=Place(cell=declared[gone + steps])), rule="FF-GRID-06")


def step_to(table: Table[FantasiaState], who: str, cells: tuple[Cell, ...], chosen: Facing | None) -> None:
    """Move to the last of these cells, or stay, and turn to the chosen facing.  [FF-GRID-07, FF-GRID-08]"""
    state = table.state
    here, before = board.cell_of(state, who), state.fight.combatants[who].place
    if here is None:
        return
    after = route.looks_after(state, who, cells, chosen)
    place = board.placed_at(state, who, cells[-1] if cells else here, after)
    if place != before:
        rule = "FF-TURN-03" if cells else "FF-GRID-07"
        table.emit(Moved(combatant=who, from_=before, to=place), rule=rule)
        _show_passed(table, who, (here, *cells))
    if cells:
        moved_away(table, who)
        settle(table, who)


def _show_passed(table: Table[FantasiaState], who: str, way: tuple[Cell, ...]) -> None:
    """Where others took part of a way for impassable, all who see its mover know better from now on.  [FF-GRID-06]

    way: its cells in order, the first too; between two of them lies a straight line.
    """
    laid = table.state.fight.ground
    if laid is None or knows_all(laid, None):
        return
    known, found = commonly_known(table.state), dict[str, Named]()
    size = board.side(table.state, who)
    for start, end in pairwise(way):
        for square, other in pairwise(_straight(start, end)):
            before, after = Block(square, size), Block(other, size)
            free = board.edges(known).straight_step(square.x, square.y, size, other.x - square.x, other.y - square.y)
            if not (free and board.fits(known, after)):
                cells, further = ([(cell.x, cell.y) for cell in block.cells()] for block in (before, after))
                found |= {part[1].key: part for part in crossed(laid, cells, further, ENTRIES)}
    show(table, who, found.values(), rule="FF-GRID-06")


def _straight(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """The cells along a row or a column, both ends too."""
    far = max(abs(end.x - start.x), abs(end.y - start.y))
    dx, dy = (end.x > start.x) - (end.x < start.x), (end.y > start.y) - (end.y < start.y)
    return tuple(Cell(start.x + dx * n, start.y + dy * n) for n in range(far + 1))
