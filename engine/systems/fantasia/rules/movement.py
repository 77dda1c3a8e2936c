"""Movement: so many metres, to a point, over the board, or just so far.  [FF-TURN-03, FF-MOVE-01, FF-MOVE-02]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel.combatant import Cell, Place, Point
from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import Moved
from engine.kernel.system import Table
from engine.systems.fantasia.commands import Manner, Move
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.events import MovedAbout
from engine.systems.fantasia.ground import Facing, GridRule
from engine.systems.fantasia.rules import board, route, sums
from engine.systems.fantasia.rules.actions import seen_by_actor
from engine.systems.fantasia.rules.figures import figure
from engine.systems.fantasia.rules.floating import settle
from engine.systems.fantasia.rules.grapple import held_fast, moved_away, require_loose
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.space import HUNDREDTHS, around, hundredths_between, metres_between, require_ground
from engine.systems.fantasia.state import Own

OFFERED = 400
"""So many cells are listed of those a movement can end on, the nearest; with more, the list is a sample."""
LOOKS = (None, *Facing)
"""Where somebody may look as his movement ends; None: the way of his last step.  [FF-GRID-07, FF-GRID-08]"""


def limit(state: FF, who: str, manner: Manner) -> int:
    """How far one movement goes, in metres; half, rounded down, if not walking, and at least 1.  [FF-MOVE-02]"""
    metres = figure(state, who, Figure.MOVEMENT)
    return metres if manner is Manner.WALK else max(1, metres // 2)


def _manners(state: FF, who: str) -> tuple[Manner, ...]:
    """On the ground one can only crawl, and only there."""
    if state.fight.combatants[who].has("prone"):
        return (Manner.CRAWL,)
    return (Manner.WALK, Manner.CLIMB, Manner.STEALTH)


def point_of(state: FF, who: str) -> Point | None:
    """The point somebody is at; None on a board, and in a fight without places."""
    place = state.fight.combatants[who].place
    return place.point if place and board.grid(state) is None else None


def _cells_away(state: FF, who: str, manner: Manner) -> int:
    """How far he gets over the board: who is held stays where he is, and may turn there.  [FF-GRAP-03]"""
    return 0 if held_fast(state, who) else limit(state, who, manner)


def check(state: FF, order: Move) -> None:
    """RuleRefusal unless he can get that far, in that manner."""
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


def _check_cells(state: FF, order: Move) -> None:
    """RuleRefusal unless a way over the board leads there, by the cells named or by any."""
    who, most = order.combatant, _cells_away(state, order.combatant, order.manner)
    if order.metres:
        raise RuleRefusal("metres: the cells say how far", rule="FF-TURN-03", field="metres")
    require_looks(state, order.facing)
    if order.path:
        if order.to is not None:
            raise RuleRefusal("to: the path says where", rule="FF-TURN-03", field="to")
        metres = route.length(state, who, order.manner, order.path)
        if metres is None or metres > most:
            reason = f"path: cells one after another, open to him, the last one empty, within {most} m"
            raise RuleRefusal(reason, rule="FF-GRID-06", field="path")
        return
    if order.to is None or order.to.cell is None or order.to != Place(cell=order.to.cell):
        raise RuleRefusal("to: a cell, and nothing else", rule="FF-TURN-03", field="to")
    if route.route(state, who, order.manner, most, order.to.cell) is None:
        raise RuleRefusal(f"to: an empty cell to which a way of {most} m leads", rule="FF-GRID-06", field="to")


def options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Each manner of moving: the cells of the board where it can end; with points four samples of where to."""
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
            fields=(Field("to", "place", samples, exact=False),),
        )


def _named(manner: Manner) -> tuple[str, str]:
    return f"move-{manner.value.lower()}", "FF-MOVE-01" if manner is Manner.WALK else "FF-MOVE-02"


def require_looks(state: FF, chosen: Facing | None) -> None:
    """RuleRefusal where nobody chooses where to look.  [FF-GRID-07]"""
    if chosen is not None and not board.plays(state, GridRule.CHOOSE_FACING):
        raise RuleRefusal("facing: it is not chosen in this fight", rule="FF-GRID-07", field="facing")


def looks(state: FF) -> tuple[Field, ...]:
    """The choice of where to look, where it is left open.  [FF-GRID-07]"""
    return (Field("facing", "one", LOOKS),) if board.plays(state, GridRule.CHOOSE_FACING) else ()


def _cell_options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """For each manner the cells where it can end; and a way of one's own choice, of which one is a sample."""
    for manner in _manners(state, who):
        most = _cells_away(state, who, manner)
        key, rule = _named(manner)
        cells = route.reachable(state, who, manner, most)
        places = tuple(Place(cell=cell) for cell in cells[:OFFERED])
        first = places[min(1, len(places) - 1)]
        to = Field("to", "place", places, exact=len(cells) <= OFFERED)
        yield Offer(key, Move(combatant=who, to=first, manner=manner), rule, (to, *looks(state)))
        way = route.route(state, who, manner, most, cells[-1])
        if way:
            path = Field("path", "one", (way,), exact=False)
            yield Offer(f"{key}-path", Move(combatant=who, path=way, manner=manner), rule, (path, *looks(state)))


def do(table: Table[Own], order: Move) -> None:
    """He is there, or has gone that far."""
    who, here = order.combatant, point_of(table.state, order.combatant)
    cells = _way(table, order)
    if cells is not None:
        _moved(
            table, order, over_cells(cells, route.length(seen_by_actor(table, order), who, order.manner, cells) or 0)
        )
        step_to(table, who, cells, order.facing)
        return
    metres = sums.of_word("chosen", order.metres, "FF-MOVE-01")
    if here is not None and order.to is not None and order.to.point is not None:
        far = hundredths_between(here, order.to.point)
        metres = sums.upwards(far, "cm", "FF-MOVE-01", over=HUNDREDTHS)
    _moved(table, order, metres)
    if order.to is not None:
        table.emit(Moved(combatant=who, from_=table.state.fight.combatants[who].place, to=order.to), rule="FF-TURN-03")
    moved_away(table, who)


def _moved(table: Table[Own], order: Move, metres: sums.Sum) -> None:
    moved = MovedAbout(combatant=order.combatant, metres=int(metres), manner=order.manner)
    table.emit(moved, rule="FF-TURN-03", because=sums.why(metres=metres))


def over_cells(cells: Sequence[Cell], metres: int) -> sums.Sum:
    """The metres of a way over the board: a cell counts 1, and a climb its height."""
    whole, more = sums.of_word("cells", len(cells), "FF-MOVE-01"), metres - len(cells)
    return sums.added(whole, sums.of_word("climb", more, "FF-MOVE-02")) if more else whole


def _way(table: Table[Own], order: Move) -> tuple[Cell, ...] | None:
    """The cells he goes by; of those he does not see nobody stands in his way. None off the board."""
    seen, who = seen_by_actor(table, order), order.combatant
    if board.cell_of(seen, who) is None:
        return None
    if order.path or order.to is None or order.to.cell is None:
        return order.path
    return route.route(seen, who, order.manner, _cells_away(seen, who, order.manner), order.to.cell) or ()


def step_to(table: Table[Own], who: str, cells: tuple[Cell, ...], chosen: Facing | None) -> None:
    """He stands on the last of these cells, or where he stood, and looks where he chose.  [FF-GRID-07, FF-GRID-08]"""
    state = table.state
    here, before = board.cell_of(state, who), state.fight.combatants[who].place
    if here is None:
        return
    after = route.looks_after(state, who, cells, chosen)
    place = board.placed_at(state, who, cells[-1] if cells else here, after)
    if place != before:
        rule = "FF-TURN-03" if cells else "FF-GRID-07"
        table.emit(Moved(combatant=who, from_=before, to=place), rule=rule)
    if cells:
        moved_away(table, who)
        settle(table, who)
