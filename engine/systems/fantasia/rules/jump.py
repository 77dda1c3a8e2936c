"""Jumping: a check against its distance, as the last part of a movement.  [FF-MOVE-03 to FF-MOVE-05]

Far: 2 for each metre; high: 4 for each metre. The metres count as metres moved, and the check takes no action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from engine.kernel.combatant import Cell, Place
from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import Moved
from engine.kernel.system import Table
from engine.systems.fantasia.commands import Jump, Manner
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import JumpTried, MovedAbout
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.questions import Chosen, JumpAttribute
from engine.systems.fantasia.rules import board, route, sums
from engine.systems.fantasia.rules.actions import seen_by_actor
from engine.systems.fantasia.rules.dice import check as roll_check
from engine.systems.fantasia.rules.fall import fall, hardest
from engine.systems.fantasia.rules.grapple import held_fast, moved_away, require_loose
from engine.systems.fantasia.rules.grid import direction, stepped
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.movement import limit, looks, over_cells, point_of, require_looks, step_to
from engine.systems.fantasia.rules.space import HUNDREDTHS, around, hundredths_between, require_ground
from engine.systems.fantasia.state import Own

FAR, HIGH = 2, 4
"""Difficulty of a metre of a long jump and of a high one.  [FF-MOVE-04, FF-MOVE-05]"""


class Leap(Struct, frozen=True):
    """A jump as it is measured. hundredths: of a metre; down: metres its end lies below its start, if it is a drop."""

    hundredths: int
    high: bool
    down: int = 0

    @property
    def rule(self) -> str:
        """How far, or how high.  [FF-MOVE-04, FF-MOVE-05]"""
        return "FF-MOVE-05" if self.high else "FF-MOVE-04"

    @property
    def difficulty(self) -> sums.Sum:
        """What the check has to reach: exact, which for whole totals is rounded up.  [FF-MOVE-04, FF-MOVE-05]"""
        metre = HIGH if self.high else FAR
        return sums.upwards(self.hundredths, "cm", self.rule, times=metre, over=HUNDREDTHS)

    @property
    def drop(self) -> sums.Sum:
        """The metres its end lies lower, if it is a drop."""
        return sums.of_word("height", self.down, "FF-MOVE-06")


# -- over the board
def over(walk: route.Walk, start: Cell, to: Cell) -> Leap | None:
    """The jump from one cell to another: far in a straight line, or up to a neighbour; None where there is none.

    Between the two nothing stands higher than a step above the start, and nobody whom one may not pass.
    """
    facing = direction(start, to)
    if facing is None or not walk.may_end(to) or not walk.free(to):
        return None
    cells = abs(to.x - start.x) + abs(to.y - start.y)
    level = walk.surface(start)
    rise = walk.surface(to) - level
    if rise > route.STEP_UP:
        return Leap(rise * HUNDREDTHS, high=True) if cells == 1 else None
    down = -rise if rise < -route.STEP_UP else 0
    if cells == 1 and not down:
        return None
    between = [stepped(start, facing, n) for n in range(1, cells)]
    if not all(walk.free(c) and walk.surface(c) - level <= route.STEP_UP for c in between):
        return None
    return Leap(cells * HUNDREDTHS, high=False, down=down)


def _run(state: FF, order: Jump) -> tuple[tuple[Cell, ...], int] | None:
    """The cells he goes to where he takes off, and their metres; None where he does not get there."""
    here = board.cell_of(state, order.combatant)
    if here is None or order.start is None or order.start.cell in (None, here):
        return (), 0
    most = limit(state, order.combatant, Manner.WALK)
    assert order.start.cell is not None
    cells = route.route(state, order.combatant, Manner.WALK, most, order.start.cell)
    if cells is None:
        return None
    return cells, route.length(state, order.combatant, Manner.WALK, cells) or 0


def _over_cells(state: FF, order: Jump) -> Leap | None:
    """The jump an order over the board means, if run and jump together are not too far."""
    who, here = order.combatant, board.cell_of(state, order.combatant)
    run = _run(state, order)
    if here is None or run is None or order.to is None or order.to.cell is None:
        return None
    walk, start = route.Walk(state, who, Manner.WALK), run[0][-1] if run[0] else here
    return _after_run(walk, start, run[1], order.to.cell, limit(state, who, Manner.WALK))


def _after_run(walk: route.Walk, start: Cell, run: int, to: Cell, most: int) -> Leap | None:
    """The jump behind a run of so many metres, if both together are within `most` metres."""
    leap = over(walk, start, to)
    if leap is None or run * HUNDREDTHS + leap.hundredths > most * HUNDREDTHS:
        return None
    return leap


# -- what may be ordered
def check(state: FF, order: Jump) -> None:
    """RuleRefusal unless he stands free, and can jump that far at all."""
    who = order.combatant
    require_loose(state, who)
    if state.fight.combatants[who].has("prone"):
        raise RuleRefusal(f"{who} lies on the ground", rule="FF-MOVE-03")
    most = limit(state, who, Manner.WALK)
    if board.cell_of(state, who) is not None:
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
    if not 1 <= hundredths_between(here, order.to.point) <= most * HUNDREDTHS:
        raise RuleRefusal(f"to: another point within {most} m", rule="FF-MOVE-03", field="to")
    require_ground(state, order.to.point)


def options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Jumping far and high; over the board the cells to jump to, with a run or without."""
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
        to = Field("to", "place", samples, exact=False)
        if samples:
            yield Offer("jump-far", Jump(combatant=who, to=samples[0]), "FF-MOVE-04", (to,))
    yield Offer("jump-high", high, "FF-MOVE-05", (amount,))


def _cell_options(state: FF, who: str) -> Iterator[Offer[Any]]:
    """From where he stands every cell to jump to; of those with a run a sample."""
    walk = route.Walk(state, who, Manner.WALK)
    most = limit(state, who, Manner.WALK)
    reach = min(most, route.FARTHEST)
    for start, (run, _) in route.ways(walk, most).items():
        if not walk.may_end(start):
            continue
        at = None if start == walk.here.corner else Place(cell=start)
        tried = (cell for cell in _around(start, reach) if _after_run(walk, start, run, cell, most) is not None)
        found = tuple(Place(cell=cell) for cell in tried)
        if at is None and found:
            to = Field("to", "place", found)
            yield Offer("jump", Jump(combatant=who, to=found[0]), "FF-MOVE-03", (to, *looks(state)))
        elif found:
            to, begin = Field("to", "place", found, exact=False), Field("start", "place", (at,), exact=False)
            order = Jump(combatant=who, start=at, to=found[0])
            yield Offer("jump-run", order, "FF-MOVE-03", (begin, to, *looks(state)))
            return


def _around(start: Cell, reach: int) -> Iterator[Cell]:
    for facing in Facing:
        for steps in range(1, reach + 1):
            yield stepped(start, facing, steps)


# -- what it does
def do(table: Table[Own], order: Jump) -> None:
    """The run, the check, and he is across, or where he took off; who misses what lies below him falls.

    The game master says which attribute it takes, usually agility.
    """
    who, seen = order.combatant, seen_by_actor(table, order)
    here, leap = point_of(table.state, who), _measured(seen, order)
    run = _run(seen, order) or ((), 0)
    which = _attribute(table, who, leap)
    if run[0]:
        gone = over_cells(run[0], run[1])
        moved = MovedAbout(combatant=who, metres=int(gone), manner=Manner.WALK)
        table.emit(moved, rule="FF-TURN-03", because=sums.why(metres=gone))
        step_to(table, who, run[0], None)
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
    if made.passed:
        step_to(table, who, (order.to.cell,), order.facing)
        fall(table, who, leap.drop)
    else:
        _short(table, order)


def _short(table: Table[Own], order: Jump) -> None:
    """The jump failed: into the drop before him, if there is one and it is empty; or he stays where he took off."""
    who, state = order.combatant, seen_by_actor(table, order)
    drop = _drop(state, order, board.cell_of(state, who))
    if drop is not None:
        below, down = drop
        step_to(table, who, (below,), order.facing)
        fall(table, who, Leap(HUNDREDTHS, high=False, down=down).drop)


def _drop(state: FF, order: Jump, start: Cell | None) -> tuple[Cell, int] | None:
    """The cell before where he takes off and its metres below, where who jumps short falls into it; None: nowhere."""
    facing = direction(start, order.to.cell) if start and order.to and order.to.cell else None
    if start is None or facing is None:
        return None
    walk, below = route.Walk(state, order.combatant, Manner.WALK), stepped(start, facing)
    if not walk.free(below) or not walk.may_end(below):
        return None
    down = board.surface(state, walk.here.at(start)) - board.surface(state, walk.here.at(below))
    return (below, down) if down > route.STEP_UP else None


def peril(state: FF, order: Jump) -> int:
    """The most points a jump can cost him: by where it ends, or by what lies before it."""
    who, leap = order.combatant, _measured(state, order)
    start = order.start.cell if order.start and order.start.cell else board.cell_of(state, who)
    drop = _drop(state, order, start)
    return hardest(state, who, max(leap.down, drop[1] if drop else 0))


def _measured(state: FF, order: Jump) -> Leap:
    leap = _over_cells(state, order)
    here = point_of(state, order.combatant)
    if leap is not None:
        return leap
    if here is not None and order.to is not None and order.to.point is not None:
        return Leap(hundredths_between(here, order.to.point), high=False)
    return Leap(order.centimetres, high=order.high)


def _attribute(table: Table[Own], who: str, leap: Leap) -> Attribute:
    """The game master's word on what it takes; agility by default.  [FF-MOVE-03]"""
    offers = tuple(Offer(key=a.value.lower(), body=Chosen(attribute=a), rule="FF-MOVE-03") for a in Attribute)
    question = JumpAttribute(
        offers=offers, default="agility", combatant=who, high=leap.high, centimetres=leap.hundredths
    )
    return table.ask(table.state.fight.gms(), question, rule="FF-MOVE-03").attribute
