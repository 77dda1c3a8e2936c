"""The orders of movement: a piece of a way, a pivot, running.  [MN-MOVE-01, MN-GAP-37, MN-RUN-01]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import SHOWN, Field, Offer, Order, Point, RuleRefusal, Table
from engine.kit.ground import SceneArea, SceneDisc
from engine.kit.plane import direction
from engine.systems.minis.rules.basics import ability, lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.movement import cut_short, paths, samples, travel
from engine.systems.minis.rules.movement.events import RunElected
from engine.systems.minis.rules.movement.orders import Move, Pivot, Run, Stop
from engine.systems.minis.state import MinisState

MOST_CORNERS = 60
"""Corners of a way in one order."""
NOWHERE = Point(0, 0)


# -- what forbids it
def bound(state: MinisFight, who: str) -> RuleRefusal | None:
    """What keeps a mini from moving and turning at all; None where nothing does.  [MN-SPL-04, MN-SPL-07]"""
    bearer = state.fight.combatants[who]
    if bearer.has(ability.STATUE):
        return refusals.statue(who)
    return refusals.feared(who) if bearer.has(ability.FEAR) else None


def stuck(state: MinisFight, who: str) -> RuleRefusal | None:
    """What keeps a mini from moving another inch; None where nothing does.  [MN-WAT-01, MN-WAT-06]"""
    used, bound_ = lookup.mini(state, who).used, bound(state, who)
    if bound_ is not None:
        return bound_
    if used.movement_ended:
        return refusals.stopped_by_water(who)
    return refusals.in_water_attacked(who) if used.attacked_in_water else None


def fixed(state: MinisFight, who: str) -> RuleRefusal | None:
    """What keeps a mini from a pivot now; None where nothing does.

    After a teleport it keeps its facing until it moves; a pivot directly after a pivot is none.
    [MN-GAP-33, MN-GAP-37]
    """
    used, bound_ = lookup.mini(state, who).used, bound(state, who)
    if bound_ is not None:
        return bound_
    if used.facing_fixed:
        return refusals.facing_fixed(who)
    return refusals.pivot_repeated(who) if used.pivoted else None


def _require(refused: RuleRefusal | None) -> None:
    if refused is not None:
        raise refused


def _require_direction(facing: Point | None) -> None:
    if facing == NOWHERE:
        raise RuleRefusal("facing: a direction, x and y not both 0", rule="MN-GAP-05", field="facing")


# -- a piece of movement
def check_move(state: MinisFight, order: Move) -> None:
    """RuleRefusal where this piece is not allowed now. A pivot at its end is free.  [MN-TURN-06, MN-GAP-37]"""
    _require(stuck(state, order.combatant))
    _require_direction(order.facing)
    paths.judged(state, order.combatant, [stop.point for stop in order.path])


def do_move(table: Table[MinisState], order: Move) -> None:
    """Go, with whatever stops the mini on its way; whoever is in the way unseen stops it too."""
    who = order.combatant
    piece = cut_short.seen_through(table.state, who, paths.cut(table.state, who, [stop.point for stop in order.path]))
    if piece is None:
        travel.stay(table, who)
        return
    if travel.travel(table, who, piece) and order.facing is not None:
        travel.turn(table, who, order.facing, pivot=True)


def move_options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """One offer with some ways that are allowed; any other that is may be sent.  [DW-06]"""
    if stuck(state, who) is not None:
        return
    ways = samples.ways(state, who)
    if not ways:
        return
    here, far = lookup.at(state, who), -(-paths.most(state, who) // 10)
    told = tuple(tuple(Stop(point=point) for point in way) for way in ways[:SHOWN])
    path = Field(
        "path",
        "path",
        told,
        least=1,
        most=MOST_CORNERS,
        exact=False,
        reach=SceneArea(disc=SceneDisc(centre=here, radius=far)),
    )
    yield Offer("move", Move(combatant=who, path=told[0]), "MN-MOVE-01", (path, Field("facing", "facing")))


# -- a pivot
def check_pivot(state: MinisFight, order: Pivot) -> None:
    """RuleRefusal where a pivot is not allowed now. It is no movement: in water it is free too.  [MN-GAP-37]"""
    _require_direction(order.facing)
    _require(fixed(state, order.combatant))


def do_pivot(table: Table[MinisState], order: Pivot) -> None:
    """Turn on the spot; it is an action.  [MN-GAP-34, MN-GAP-37]"""
    travel.turn(table, order.combatant, order.facing, pivot=True)


def pivot_options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """One offer, with the directions of the others; any other direction may be sent."""
    if fixed(state, who) is not None:
        return
    here, facing = lookup.at(state, who), lookup.mini(state, who).facing
    others = (direction(here, lookup.at(state, other)) for other in lookup.enemies(state, who))
    told = tuple(dict.fromkeys((*(way for way in others if way is not None), Point(-facing.x, -facing.y))))
    field = Field("facing", "facing", told[:SHOWN], exact=False)
    yield Offer("pivot", Pivot(combatant=who, facing=told[0]), "MN-GAP-37", (field,))


# -- running
def check_run(state: MinisFight, order: Run) -> None:
    """RuleRefusal where a mini cannot elect to run: before its first attack, cast or order.  [MN-GAP-11]"""
    who, used = order.combatant, lookup.mini(state, order.combatant).used
    _require(bound(state, who))
    if used.running:
        raise refusals.running_already(who)
    if used.attacked_or_cast:
        raise refusals.cannot_run_after_fighting(who)


def do_run(table: Table[MinisState], order: Run) -> None:
    """Run to the end of this turn.  [MN-RUN-01, DW-05]"""
    table.emit(RunElected(combatant=order.combatant), rule="MN-RUN-01")


def run_options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """One offer."""
    order = Run(combatant=who)
    try:
        check_run(state, order)
    except RuleRefusal:
        return
    yield Offer("run", order, "MN-RUN-01")
