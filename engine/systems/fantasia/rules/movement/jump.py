"""Jumping: a check against its distance, as the last part of a movement.  [FF-MOVE-03 to FF-MOVE-05]

Long: 2 for each metre; high: 4 for each metre. The metres count as metres moved, and the check takes no action.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from engine.kit import SHOWN, Cell, Field, Moved, Offer, Place, RuleRefusal, Table, place_field
from engine.kit.ground import SceneArea, area_of
from engine.kit.plane import distance_up
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import check as roll_check
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board, route
from engine.systems.fantasia.rules.board.distances import HUNDREDTHS, around, around_area, require_ground
from engine.systems.fantasia.rules.board.grid import direction, stepped
from engine.systems.fantasia.rules.board.leaps import Leap, landings, leaps, over
from engine.systems.fantasia.rules.board.orders import Manner
from engine.systems.fantasia.rules.movement import rage
from engine.systems.fantasia.rules.movement.events import JumpTried, MovedAbout
from engine.systems.fantasia.rules.movement.movement import (
    as_far,
    barred,
    limit,
    looks,
    over_cells,
    point_of,
    require_looks,
    step_to,
)
from engine.systems.fantasia.rules.movement.orders import Jump
from engine.systems.fantasia.rules.movement.questions import Chosen, JumpAttribute
from engine.systems.fantasia.rules.statuses.fall import fall, hardest
from engine.systems.fantasia.rules.statuses.grapple import held_fast, moved_away, require_loose
from engine.systems.fantasia.rules.statuses.order_handlers import seen_by_actor
from engine.systems.fantasia.state import FantasiaState


# -- over the board
def _most(state: FantasiaFight, who: str) -> int:
    """Metres of a run and a jump over the board together."""
    return min(limit(state, who, Manner.WALK), route.FARTHEST)


def run_up(state: FantasiaFight, order: Jump) -> tuple[tuple[Cell, ...], int] | None:
    """The cells of the run to the take-off, and their metres; None where it cannot be reached."""
    here = board.cell_of(state, order.combatant)
    if here is None or order.start is None or order.start.cell in (None, here):
        return (), 0
    most = _most(state, order.combatant)
    assert order.start.cell is not None
    cells = route.route(state, order.combatant, Manner.WALK, most, order.start.cell)
    if cells is None:
        return None
    return cells, route.length(state, order.combatant, Manner.WALK, cells) or 0


def _over_cells(state: FantasiaFight, order: Jump) -> Leap | None:
    """The jump that an order over the board means, if run and jump together are not too far."""
    who, here = order.combatant, board.cell_of(state, order.combatant)
    run = run_up(state, order)
    if here is None or run is None or order.to is None or order.to.cell is None:
        return None
    walk, start = route.Walk(state, who, Manner.WALK), run[0][-1] if run[0] else here
    return over(walk, start, order.to.cell, _most(state, who) - run[1])


def onward(state: FantasiaFight, order: Jump) -> tuple[Place, ...]:
    """Where a jump may end after the run that an order names; nowhere without a board, or where there is no run."""
    who, here, run = order.combatant, board.cell_of(state, order.combatant), run_up(state, order)
    if here is None or run is None:
        return ()
    walk, start = route.Walk(state, who, Manner.WALK), run[0][-1] if run[0] else here
    does = _willing(state, who, walk)
    found = leaps(walk, start, _most(state, who) - run[1])
    return tuple(Place(cell=cell) for cell, leap in found if does is None or does(start, cell, leap))


def _willing(state: FantasiaFight, who: str, walk: route.Walk) -> Callable[[Cell, Cell, Leap], bool] | None:
    """Whether somebody who rages or obeys makes a jump: towards an enemy, and not to his death.

    [FF-ST-11, FF-ST-38]  None: everybody else makes any.
    """
    bearer = state.fight.combatants[who]
    if not lookup.raging(bearer) and not lookup.obeys(bearer):
        return None
    goes: dict[Cell, bool] = {}
    survives: dict[int, bool] = {}

    def does(start: Cell, to: Cell, leap: Leap) -> bool:
        if to not in goes:
            goes[to] = rage.goes(state, Jump(combatant=who, to=Place(cell=to)))
        down = max(leap.down, (_drop(walk, start, to) or (start, 0))[1])
        if down not in survives:
            survives[down] = not lookup.obeys(bearer) or hardest(state, who, down) < bearer.vitals["hp"].now
        return goes[to] and survives[down]

    return does


# -- legal orders
def check(state: FantasiaFight, order: Jump) -> None:
    """RuleRefusal unless the actor is free to move, and can jump that far at all."""
    who = order.combatant
    require_loose(state, who)
    if state.fight.combatants[who].has("prone"):
        raise RuleRefusal(f"{who} lies on the ground", rule="FF-MOVE-03")
    most = limit(state, who, Manner.WALK)
    if board.cell_of(state, who) is not None:
        most = _most(state, who)
        require_looks(state, order.facing)
        plain = all(place is None or place == Place(cell=place.cell) for place in (order.start, order.to))
        if order.centimetres or order.high or not plain or _over_cells(state, order) is None:
            reason = f"to: a cell to jump to, far in a straight line or up to a neighbour, within {most} m"
            raise RuleRefusal(reason, rule="FF-MOVE-03", field="to")
        return
    if order.facing is not None or order.start is not None:
        field = "start" if order.start is not None else "facing"
        raise RuleRefusal(f"{field}: only on a board", rule="FF-GRID-16", field=field)
    here = point_of(state, who)
    if here is None or order.high:
        if order.to is not None:
            raise RuleRefusal("to: say how many centimetres", rule="FF-MOVE-03", field="to")
        if not 1 <= order.centimetres <= most * HUNDREDTHS:
            reason = f"centimetres: 1 to {most * HUNDREDTHS}"
            raise RuleRefusal(reason, rule="FF-MOVE-03", field="centimetres")
        return
    if order.centimetres:
        raise RuleRefusal("centimetres: the place says how far", rule="FF-MOVE-03", field="centimetres")
    if order.to is None or order.to.point is None:
        raise RuleRefusal("to: a point, in hundredths of a metre", rule="FF-MOVE-03", field="to")
    if not 1 <= distance_up(here, order.to.point) <= most * HUNDREDTHS:
        raise RuleRefusal(f"to: another point within {most} m", rule="FF-MOVE-03", field="to")
    require_ground(state, order.to.point)


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Long and high jumps; over the board the cells to jump to, with a run or without."""
    if held_fast(state, who) or state.fight.combatants[who].has("prone"):
        return
    if board.cell_of(state, who) is not None:
        yield from _cell_options(state, who)
        return
    most, here = limit(state, who, Manner.WALK) * HUNDREDTHS, point_of(state, who)
    amount = Field("centimetres", "amount", least=1, most=most)
    far, high = (Jump(combatant=who, centimetres=HUNDREDTHS, high=high) for high in (False, True))
    if here is None:
        yield Offer("jump-far", far, "FF-MOVE-04", (amount,))
    else:
        samples = around(state, here, HUNDREDTHS)
        to = Field("to", "place", samples, exact=False, reach=around_area(here, most))
        if samples:
            yield Offer("jump-far", Jump(combatant=who, to=samples[0]), "FF-MOVE-04", (to,))
    yield Offer("jump-high", high, "FF-MOVE-05", (amount,))


def _cell_options(state: FantasiaFight, who: str) -> Iterator[Offer[Any]]:
    """From the present cell every cell to jump to; with a run every take-off, and every cell to jump to from one."""
    walk, most = route.Walk(state, who, Manner.WALK), _most(state, who)
    found = tuple(Place(cell=cell) for cell, _ in leaps(walk, walk.here.corner, most))
    if found:
        to = place_field("to", found, floors=True)
        yield Offer("jump", Jump(combatant=who, to=found[0]), "FF-MOVE-03", (to, *looks(state)))
    runs = {start: run for start, run in walk.ways(most).items() if walk.may_end(start)}
    starts, ends = _with_run(state, who, walk, runs, most)
    first = next((start for start in starts if start != walk.here.corner), None)
    if first is not None:
        # Where a jump may end depends on where it begins, so no area holds for every pick of the other field: each
        # holds what is legal with some pick of it, and the preview of a take-off tells where that one leads.
        begin = Jump(combatant=who, start=Place(cell=first))
        samples = onward(state, begin)[:SHOWN]
        fields = (
            Field("start", "place", (begin.start,), exact=False, reach=_area(starts)),
            Field("to", "place", samples, exact=False, reach=_area(ends)),
        )
        yield Offer("jump-run", structs.replace(begin, to=samples[0]), "FF-MOVE-03", (*fields, *looks(state)))


def _with_run(
    state: FantasiaFight, who: str, walk: route.Walk, runs: Mapping[Cell, int], most: int
) -> tuple[Sequence[Cell], Collection[Cell]]:
    """Every take-off from which there is a jump, nearest first, and every cell where one of them can end."""
    does = _willing(state, who, walk)
    if does is not None:
        pairs = [
            (start, cell)
            for start, run in runs.items()
            for cell, leap in leaps(walk, start, most - run)
            if does(start, cell, leap)
        ]
        return tuple(dict.fromkeys(start for start, _ in pairs)), {cell for _, cell in pairs}
    starts = [start for start, run in runs.items() if next(leaps(walk, start, most - run), None) is not None]
    return starts, landings(walk, runs, most)


def _area(cells: Iterable[Cell]) -> SceneArea:
    return area_of((Place(cell=cell) for cell in cells), floors=True)


# -- effect
def do(table: Table[FantasiaState], order: Jump) -> None:
    """The run and the check: a success lands, a failure stays at the take-off or falls into a drop.

    The game master picks the attribute, usually agility.
    """
    who, seen = order.combatant, seen_by_actor(table, order)
    here, leap = point_of(table.state, who), measured(seen, order)
    declared, run_metres = run_up(seen, order) or ((), 0)
    run = as_far(table, seen, who, declared)
    if len(run) < len(declared):
        run_metres = route.length(seen, who, Manner.WALK, run) or 0
    which = _attribute(table, who, leap)
    if run:
        gone = over_cells(run, run_metres)
        moved = MovedAbout(combatant=who, metres=int(gone), manner=Manner.WALK)
        table.emit(moved, rule="FF-TURN-03", because=totals.why(metres=gone))
        step_to(table, who, run, None)
    if len(run) < len(declared):
        barred(table, seen, who, declared)
        return
    made = roll_check(table, who, which, leap.difficulty, why="jump", rule="FF-MOVE-03")
    table.emit(
        JumpTried(
            combatant=who,
            high=leap.high,
            centimetres=leap.hundredths,
            attribute=which,
            total=made.total,
            difficulty=made.difficulty,
            passed=made.passed,
        ),
        rule=leap.rule,
        to=made.to,
        because=made.because,
    )
    if order.to is None or order.to.cell is None:
        if made.passed and here is not None and order.to is not None:
            table.emit(
                Moved(combatant=who, from_=table.state.fight.combatants[who].place, to=order.to), rule="FF-MOVE-03"
            )
        if made.passed:
            moved_away(table, who)
        return
    if made.passed and _clear(table, seen, who, order.to.cell):
        step_to(table, who, (order.to.cell,), order.facing)
        fall(table, who, leap.drop)
    else:
        _short(table, order)


def _clear(table: Table[FantasiaState], seen: FantasiaFight, who: str, to: Cell) -> bool:
    """Whether no wall that the jumper does not know of stands in the line of a jump."""
    start = board.cell_of(table.state, who)
    facing = direction(start, to) if start is not None else None
    if start is None or facing is None or seen.fight.ground is table.state.fight.ground:
        return True
    line = tuple(stepped(start, facing, n + 1) for n in range(abs(to.x - start.x) + abs(to.y - start.y)))
    return route.unhindered(table.state, who, line) == len(line)


def _short(table: Table[FantasiaState], order: Jump) -> None:
    """A failed jump: into the drop ahead, if there is an empty one; otherwise the combatant stays at the take-off."""
    who, state = order.combatant, seen_by_actor(table, order)
    start, to = board.cell_of(state, who), order.to.cell if order.to is not None else None
    drop = _drop(route.Walk(state, who, Manner.WALK), start, to) if start is not None and to is not None else None
    if drop is not None and _clear(table, state, who, drop[0]):
        below, down = drop
        step_to(table, who, (below,), order.facing)
        fall(table, who, Leap(HUNDREDTHS, high=False, down=down).drop)


def _drop(walk: route.Walk, start: Cell, to: Cell) -> tuple[Cell, int] | None:
    """The cell of the drop after the take-off and its depth in metres, for a failed jump; None: no drop."""
    facing = direction(start, to)
    if facing is None:
        return None
    below = stepped(start, facing)
    if not walk.free(below) or not walk.may_end(below) or not walk.passes(start, below):
        return None
    down = walk.surface(start) - walk.surface(below)
    return (below, down) if down > route.STEP_UP else None


def peril(state: FantasiaFight, order: Jump) -> int:
    """The most points a jump can cost: by where it ends, or by the drop ahead."""
    who, leap = order.combatant, measured(state, order)
    start = order.start.cell if order.start and order.start.cell else board.cell_of(state, who)
    to = order.to.cell if order.to is not None else None
    drop = _drop(route.Walk(state, who, Manner.WALK), start, to) if start is not None and to is not None else None
    return hardest(state, who, max(leap.down, drop[1] if drop else 0))


def measured(state: FantasiaFight, order: Jump) -> Leap:
    leap = _over_cells(state, order)
    here = point_of(state, order.combatant)
    if leap is not None:
        return leap
    if here is not None and order.to is not None and order.to.point is not None:
        return Leap(distance_up(here, order.to.point), high=False)
    return Leap(order.centimetres, high=order.high)


def _attribute(table: Table[FantasiaState], who: str, leap: Leap) -> Attribute:
    """The game master's choice of attribute; agility by default.  [FF-MOVE-03]"""
    offers = tuple(Offer(key=a.value.lower(), body=Chosen(attribute=a), rule="FF-MOVE-03") for a in Attribute)
    question = JumpAttribute(
        offers=offers, default="agility", combatant=who, high=leap.high, centimetres=leap.hundredths
    )
    return table.ask(table.state.fight.gms(), question, rule="FF-MOVE-03").attribute
