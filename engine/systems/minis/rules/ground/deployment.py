"""Where minis begin: as the fight was created, or placed in turn in strips along the edges.  [MN-GAP-29]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct, structs

from engine.kit import SHOWN, Field, Moved, Offer, Place, Point, RuleRefusal, Table
from engine.kit.ground import SceneArea, SceneOutline
from engine.kit.plane import Table as Tabletop
from engine.kit.plane import free_spot
from engine.systems.minis.ground import BARE, terrain_of
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground.events import DeploymentBegan, Turned
from engine.systems.minis.rules.ground.questions import Deployed, DeployNext
from engine.systems.minis.sheet import Edge
from engine.systems.minis.state import MinisState, Phase

RULE = "MN-GAP-29"
APART = 50
"""Hundredths of an inch between two minis at least.  [MN-GAP-47]"""
GRID = 100
"""How far apart the spots are that are tried for whoever names none, in hundredths of an inch."""


class Strip(Struct, frozen=True):
    """A rectangle of the table, its edges included."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return self.left <= point.x <= self.right and self.top <= point.y <= self.bottom

    @property
    def area(self) -> SceneArea:
        """As an area of the table."""
        corners = ((self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom))
        return SceneArea(outlines=(SceneOutline(points=tuple(Point(x, y) for x, y in corners)),))


# -- the table
def size(state: MinisFight) -> Tabletop:
    """The table in hundredths of an inch."""
    space = (state.fight.ground or BARE).space
    return Tabletop(space.width, space.height)


def barred(state: MinisFight, who: str, point: Point) -> RuleRefusal | None:
    """Why a mini cannot stand at a point; None where it can: half an inch from everybody.  [MN-GAP-47]"""
    others = [lookup.at(state, other) for other in lookup.here(state) if other != who]
    fault = free_spot(point, others, terrain_of(state.fight.ground).moves, size(state))
    made = {"off_table": refusals.off_table, "path_blocked": refusals.path_blocked, "spot_taken": refusals.spot_taken}
    return None if fault is None else made[fault]("to")


def middle(state: MinisFight) -> Point:
    """The middle of the table."""
    table = size(state)
    return Point(table.width // 2, table.height // 2)


# -- strips
def edges(state: MinisFight) -> dict[str, Edge]:
    """Side -> the edge along which it deploys: as set up, the others on those that are left.

    Two sides are on opposite edges. A fifth side has none.
    """
    found = {zone.side: zone.edge for zone in state.own.battle.zones}
    for side in lookup.sides(state):
        left = [edge for edge in (Edge.NORTH, Edge.SOUTH, Edge.EAST, Edge.WEST) if edge not in found.values()]
        if side not in found and left:
            found[side] = left[0]
    return found


def strip_of(state: MinisFight, side: str) -> Strip | None:
    """The strip in which a side deploys; None where it has none."""
    edge, table, depth = edges(state).get(side), size(state), state.own.battle.depth
    match edge:
        case Edge.NORTH:
            return Strip(0, 0, table.width, min(depth, table.height))
        case Edge.SOUTH:
            return Strip(0, max(0, table.height - depth), table.width, table.height)
        case Edge.WEST:
            return Strip(0, 0, min(depth, table.width), table.height)
        case Edge.EAST:
            return Strip(max(0, table.width - depth), 0, table.width, table.height)
    return None


def whole(state: MinisFight) -> Strip:
    """All of the table: where a side deploys whose strip is full."""
    table = size(state)
    return Strip(0, 0, table.width, table.height)


# -- who
def present(state: MinisFight) -> tuple[str, ...]:
    """Everybody who fights: on the table, or about to be placed."""
    return tuple(who for who, bearer in state.fight.combatants.items() if bearer.out is None)


def waiting(state: MinisFight) -> tuple[str, ...]:
    """Those that have no place yet, in order of joining."""
    return tuple(who for who in present(state) if not lookup.in_play(state, who))


def fault(state: MinisFight) -> RuleRefusal | None:
    """What keeps the minis from being deployed: somebody without a strip, or one who cannot stand where it is.

    Corrections can bring that about before the fight begins; whoever enters is judged as it does (`require_room`).
    """
    return next((found for who in present(state) if (found := _unplaced(state, who)) is not None), None)


def require_room(state: MinisFight, who: str) -> None:
    """RuleRefusal, of the field `place`, where a newcomer to the fight cannot stand, or has no strip to deploy in.

    Whoever enters in mid-fight without a place waits beside the table.  [MN-GAP-29, MN-GAP-47]
    """
    found = _unplaced(state, who) if state.own.phase is Phase.SETUP or lookup.in_play(state, who) else None
    if found is not None:
        raise RuleRefusal(found.reason, rule=found.rule, field="place")


def require_on_table(state: MinisFight, who: str) -> None:
    """RuleRefusal where a mini stands beyond the edge of the table.  [MN-GAP-47]"""
    place, table = state.fight.combatants[who].place, size(state)
    if place is None or place.point is None:
        return
    if not (0 <= place.point.x <= table.width and 0 <= place.point.y <= table.height):
        raise refusals.off_table("place")


def _unplaced(state: MinisFight, who: str) -> RuleRefusal | None:
    """Why a mini cannot stand where it is, or cannot be deployed; None where it can."""
    if not lookup.in_play(state, who):
        if strip_of(state, state.fight.combatants[who].side) is not None:
            return None
        return RuleRefusal("four sides deploy, one on each edge: give the others places", rule=RULE)
    refused = barred(state, who, lookup.at(state, who))
    if refused is None:
        return None
    return RuleRefusal(f"{who} cannot stand there: {refused.reason}", rule=refused.rule)


# -- placing
def deploy(table: Table[MinisState]) -> None:
    """Place everybody who has no place yet; the sides take turns, in order of joining.  [DW-02]

    Within a side its participants take turns too.  [MN-SET-03]
    """
    if not waiting(table.state):
        return
    table.emit(DeploymentBegan(strip=table.state.own.battle.depth), rule=RULE)
    last, placed = "", Counter[tuple[str, ...]]()
    while left := waiting(table.state):
        last = _next_side(table.state, left, last)
        mine: dict[tuple[str, ...], tuple[str, ...]] = {}
        for who in left:
            if table.state.fight.combatants[who].side == last:
                seats = table.state.fight.holders(who)
                mine[seats] = (*mine.get(seats, ()), who)
        turn = min(mine, key=lambda seats: placed[(last, *seats)])
        _place(table, mine[turn])
        placed[(last, *turn)] += 1


def _next_side(state: MinisFight, left: tuple[str, ...], last: str) -> str:
    """The next side after the last that has somebody to place."""
    order = lookup.sides(state)
    start = order.index(last) + 1 if last in order else 0
    remaining = {state.fight.combatants[who].side for who in left}
    return next(side for side in (*order[start:], *order[:start]) if side in remaining)


def _place(table: Table[MinisState], minis: tuple[str, ...]) -> None:
    seats, strip = (
        table.state.fight.holders(minis[0]),
        strip_of(table.state, table.state.fight.combatants[minis[0]].side),
    )
    if strip is None or next(_free(table.state, minis[0], strip), None) is None:
        strip = whole(table.state)
    reply = table.ask(seats, _question(table.state, minis, strip), rule=RULE)
    point = reply.to.point
    if point is None or not strip.holds(point):
        raise RuleRefusal("within the strip of its side", rule=RULE, field="choice.fields.to")
    refused = barred(table.state, reply.combatant, point)
    if refused is not None:
        raise refused.below("choice.fields")
    place = Place(point=point)
    table.emit(
        Moved(combatant=reply.combatant, from_=table.state.fight.combatants[reply.combatant].place, to=place), rule=RULE
    )
    table.emit(Turned(combatant=reply.combatant, facing=reply.facing), rule=RULE)


def _question(state: MinisFight, minis: tuple[str, ...], strip: Strip) -> DeployNext:
    """The default: the next mini, at the first free spot, facing the middle."""
    spots = list(islice(_free(state, minis[0], strip), SHOWN))
    first = spots[0] if spots else Point(strip.left, strip.top)
    to = Field(
        "to", "place", tuple(Place(point=spot) for spot in spots) or (Place(point=first),), exact=False,
        reach=strip.area,
    )  # fmt: skip
    body = Deployed(combatant=minis[0], to=Place(point=first), facing=towards_middle(state, first))
    offer = Offer("place", body, RULE, (Field("combatant", "one", minis), to, Field("facing", "facing")))
    return DeployNext(offers=(offer,), default="place", combatants=minis)


def _free(state: MinisFight, who: str, strip: Strip) -> Iterator[Point]:
    """Free spots of a strip, row by row from its side of least x and y, half an inch in."""
    for y in range(strip.top + APART, strip.bottom + 1, GRID):
        for x in range(strip.left + APART, strip.right + 1, GRID):
            if barred(state, who, Point(x, y)) is None:
                yield Point(x, y)


def towards_middle(state: MinisFight, point: Point) -> Point:
    """The direction from a point to the middle of the table; south from the middle itself."""
    centre = middle(state)
    if centre == point:
        return Point(0, 1)
    return structs.replace(centre, x=centre.x - point.x, y=centre.y - point.y)
