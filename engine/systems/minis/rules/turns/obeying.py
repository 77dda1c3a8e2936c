"""A controlled mini at its place: it carries out its standing order by itself.  [MN-CMD-04, MN-GOL-05, MN-GAP-31]

Whoever controls it may pick the detail of each step: the way, the weapon.  [DW-17]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from engine.kit import Field, Offer, Place, Point, RuleRefusal, Table
from engine.kit.plane import direction, free_spot, nearest_free_spot, ring, squared_distance, within
from engine.systems.minis.ground import INCH, terrain_of
from engine.systems.minis.rules.basics import lookup, positions, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import attacks
from engine.systems.minis.rules.combat.orders import Attack
from engine.systems.minis.rules.ground import deployment, unseen_ground
from engine.systems.minis.rules.magic import control
from engine.systems.minis.rules.movement import cut_short, movement, paths, travel, ways
from engine.systems.minis.rules.movement.events import RunElected
from engine.systems.minis.rules.movement.orders import Run, Stop
from engine.systems.minis.rules.movement.paths import Piece
from engine.systems.minis.rules.turns import battle
from engine.systems.minis.rules.turns.events import OrderFulfilled, Waited
from engine.systems.minis.rules.turns.questions import Carried, CarryOut
from engine.systems.minis.state import MinisState, StandingOrder, Verb

RULE = "MN-GAP-31"
STEPS = 24
"""Steps of one activation at most; each spends something, or is the last."""
GUARDS = 2 * INCH
"""How far from whom it guards a mini stays, in hundredths of an inch."""
GO, STRIKE, TURN, STAY = "go", "strike", "turn", "stay"
Plan = Callable[[MinisFight], Piece | None]
"""What a piece is planned by: the fight as a seat sees it."""


def obey(table: Table[MinisState], who: str) -> None:
    """Play the activation of a controlled mini: step by step, until there is nothing more to do.

    It ends where the mini falls or its control breaks. Who has done nothing has waited.  [MN-GAP-46, MN-GAP-49]
    """
    bond = control.bond(table.state, who)
    for _ in range(STEPS):
        if not lookup.in_play(table.state, who) or control.bond(table.state, who) != bond:
            break
        if battle.decided(table.state):
            break
        order = control.order_of(table.state, who)
        if _over(lookup.known(table, who), who, order):
            table.emit(OrderFulfilled(combatant=who), rule=RULE)
            continue
        if not _step(table, who, order):
            break
    if lookup.in_play(table.state, who) and not lookup.mini(table.state, who).used.acted:
        table.emit(Waited(combatant=who), rule="MN-GAP-03")


def _over(state: MinisFight, who: str, order: StandingOrder) -> bool:
    """Whether the goal of an order is reached or gone, as whoever decides for the mini sees it.  [MN-GAP-31]"""
    if order.target is not None:
        return not lookup.in_play(state, order.target)
    return order.point is not None and _reached(state, who, order.point)


def _reached(state: MinisFight, who: str, goal: Point) -> bool:
    """Whether a mini is at a point, or as near as anybody can stop."""
    here, table = lookup.at(state, who), deployment.size(state)
    spot = nearest_free_spot(goal, paths.others(state, who), paths.bars(state, who), table)
    return here == goal or (spot is not None and squared_distance(here, goal) <= squared_distance(spot, goal))


def _step(table: Table[MinisState], who: str, order: StandingOrder) -> bool:
    """One step of an order. Returns whether there may be another one."""
    state, target, point = table.state, order.target or "", order.point
    match order.verb:
        case Verb.MOVE_TO | Verb.RUN_TO if point is not None:
            if order.verb is Verb.RUN_TO and not _runs(table, who):
                return False
            return _go(table, who, order, point, lambda seen: ways.to_point(seen, who, point))
        case Verb.ATTACK:
            if positions.in_reach(state, who, target):
                return _strike(table, who, order, target, weapons.melee(state, who))
            there = lookup.at(state, target)
            return _go(table, who, order, there, lambda seen: ways.to_mini(seen, who, target, positions.REACH))
        case Verb.SHOOT:
            missiles = weapons.missiles(state, who)
            if _usable(unseen_ground.as_known(table, who), who, target, missiles):
                return _strike(table, who, order, target, missiles)
            if attacks.veto(state, who) is not None:
                return False
            return _go(table, who, order, lookup.at(state, target), lambda seen: _to_shoot(seen, who, target))
        case Verb.FOLLOW:
            there = lookup.at(state, target)
            return _go(table, who, order, there, lambda seen: ways.to_mini(seen, who, target, ways.APART))
        case Verb.GUARD:
            return _guard(table, who, order, target)
    return _hold(table, who, order)


def _runs(table: Table[MinisState], who: str) -> bool:
    """Elect to run, once. Returns whether the mini runs.  [MN-RUN-01]"""
    if lookup.mini(table.state, who).used.running:
        return True
    try:
        movement.check_run(table.state, Run(combatant=who))
    except RuleRefusal:
        return False
    table.emit(RunElected(combatant=who), rule="MN-RUN-01")
    return True


# -- going
def _question(who: str, order: StandingOrder, offers: Sequence[Offer[Carried]], default: str) -> CarryOut:
    place = None if order.point is None else Place(point=order.point)
    return CarryOut(
        offers=tuple(offers), default=default, combatant=who, verb=order.verb, target=order.target, place=place
    )  # fmt: skip


def _go(table: Table[MinisState], who: str, order: StandingOrder, goal: Point, plan: Plan) -> bool:
    """Go towards the goal, by the shortest way or by one of choice that leads as near. Returns whether it moved.

    What is planned is what its seat sees; whoever is in the way unseen stops it.
    """
    if movement.stuck(table.state, who) is not None:
        return False
    seats = table.state.fight.holders(who)
    piece = plan(lookup.known(table, who))
    if piece is None:
        return False
    told = tuple(Stop(point=point) for point in piece.points[1:])
    field = Field("path", "path", (told,), least=1, most=movement.MOST_CORNERS, exact=False)
    question = _question(who, order, [Offer(GO, Carried(path=told), RULE, (field,))], GO)
    chosen = table.ask(seats, question, rule=RULE).path
    points = [stop.point for stop in chosen]
    if chosen != told:
        _require_serving(lookup.known(table, who), who, points, piece, goal)
    found = cut_short.seen_through(table.state, who, paths.cut(table.state, who, points))
    if found is None:
        return False
    return travel.travel(table, who, found)


def _require_serving(state: MinisFight, who: str, points: list[Point], piece: Piece, goal: Point) -> None:
    """RuleRefusal for a way that is not allowed, or that leads less near to the goal than the shortest one."""
    try:
        end = paths.judged(state, who, points).points[-1]
    except RuleRefusal as refusal:
        raise RuleRefusal(refusal.reason, rule=refusal.rule, field="choice.fields.path") from refusal
    if squared_distance(end, goal) > squared_distance(piece.points[-1], goal):
        raise RuleRefusal("path: it does not serve the order", rule=RULE, field="choice.fields.path")


def _to_shoot(state: MinisFight, who: str, target: str) -> Piece | None:
    """The way to the nearest spots from which the target is in range and sight, and not too near."""
    table, blocked = deployment.size(state), paths.bars(state, who)
    there, others, here = lookup.at(state, target), paths.others(state, who), lookup.at(state, who)
    far = max((weapon.max_range or 0 for weapon in weapons.missiles(state, who).values()), default=0)
    spots = [
        spot
        for part in (4, 3, 2, 1)
        for spot in ring(there, far * part // 4 - 1)
        if within(spot, there, far)
        and not within(spot, there, positions.REACH)
        and free_spot(spot, others, blocked, table) is None
        and terrain_of(state.fight.ground).sight.clear(spot, there)
    ]
    spots.sort(key=lambda spot: (squared_distance(spot, here), spot.y, spot.x))
    return ways.along(state, who, spots) if spots else None


# -- fighting
def _facing(state: MinisFight, who: str, target: str) -> MinisFight:
    """The fight with a mini turned to a target."""
    way = direction(lookup.at(state, who), lookup.at(state, target))
    if way is None or positions.looks_at(state, who, lookup.at(state, target)):
        return state
    mini = structs.replace(lookup.mini(state, who), facing=way)
    return structs.replace(state, own=structs.replace(state.own, minis={**state.own.minis, who: mini}))


def _usable(state: MinisFight, who: str, target: str, among: Iterable[str]) -> tuple[str, ...]:
    """The weapons with which a mini can attack a target now, after a pivot where one is allowed."""
    if attacks.veto(state, who) is not None or not lookup.in_play(state, target):
        return ()
    turned = _facing(state, who, target)
    if turned is not state and movement.fixed(state, who) is not None:
        return ()
    found: list[str] = []
    for weapon in among:
        try:
            attacks.aimed(turned, who, target, weapon)
        except RuleRefusal:
            continue
        found.append(weapon)
    return tuple(found)


def _strike(table: Table[MinisState], who: str, order: StandingOrder, target: str, among: Iterable[str]) -> bool:
    """Attack somebody, with the first weapon or another one. Returns whether it did.

    What its player takes to be possible is tried: what it left undone would tell of ground that he does not know.
    """
    usable = _usable(unseen_ground.as_known(table, who), who, target, tuple(among))
    if not usable:
        return False
    weapon: str | None = usable[0]
    if len(usable) > 1:
        body = Carried(target=target, weapon=usable[0])
        offer = Offer(STRIKE, body, RULE, (Field("weapon", "one", usable),))
        weapon = table.ask(table.state.fight.holders(who), _question(who, order, [offer], STRIKE), rule=RULE).weapon
    _attack(table, who, target, weapon)
    return True


def _attack(table: Table[MinisState], who: str, target: str, weapon: str | None) -> None:
    way = direction(lookup.at(table.state, who), lookup.at(table.state, target))
    if not positions.looks_at(table.state, who, lookup.at(table.state, target)):
        travel.turn(table, who, way, pivot=True)
    attacks.do(table, Attack(combatant=who, target=target, weapon=weapon))
    control.settle(table)


def _in_reach(state: MinisFight, who: str) -> tuple[str, ...]:
    """The enemies in reach that a mini can attack, the nearest first, then by id."""
    near = [other for other in lookup.enemies(state, who) if positions.in_reach(state, who, other)]
    able = [other for other in near if _usable(state, who, other, tuple(weapons.melee(state, who)))]
    return tuple(sorted(able, key=lambda other: (positions.squared(state, who, other), other)))


def _guard(table: Table[MinisState], who: str, order: StandingOrder, whom: str) -> bool:
    """Stay within two inches of somebody, and attack the nearest enemy in reach."""
    there = lookup.at(table.state, whom)
    if not within(lookup.at(table.state, who), there, GUARDS) and _go(
        table, who, order, there, lambda seen: ways.to_mini(seen, who, whom, GUARDS)
    ):
        return True
    if not lookup.in_play(table.state, who):
        return False
    near = _in_reach(lookup.known(table, who), who)
    return bool(near) and _strike(table, who, order, near[0], tuple(weapons.melee(table.state, who)))


def _hold(table: Table[MinisState], who: str, order: StandingOrder) -> bool:
    """Stay; whoever controls the mini may let it pivot, and attack enemies in reach. Returns whether it did."""
    seats = table.state.fight.holders(who)
    seen = lookup.known(table, who)
    near, offers = _in_reach(seen, who), [Offer(STAY, Carried(), RULE)]
    if near:
        body = Carried(target=near[0])
        offers.append(Offer(STRIKE, body, RULE, (Field("target", "one", near),)))
    if movement.fixed(seen, who) is None:
        back = lookup.mini(seen, who).facing
        turned = Point(-back.x, -back.y)
        field = Field("facing", "facing", (turned,), exact=False)
        offers.append(Offer(TURN, Carried(facing=turned), RULE, (field,)))
    if len(offers) == 1:
        return False
    reply = table.ask(seats, _question(who, order, offers, STAY), rule=RULE)
    if reply.target is not None:
        return _strike(table, who, order, reply.target, weapons.melee(table.state, who))
    if reply.facing is not None:
        travel.turn(table, who, reply.facing, pivot=True)
        return True
    return False
