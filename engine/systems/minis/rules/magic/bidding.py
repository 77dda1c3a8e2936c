"""Simple orders to controlled minis: what they are about, and how they are given.  [MN-CMD-02, MN-GAP-31]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import SHOWN, Field, Offer, Order, Place, Point, RuleRefusal, Table
from engine.kit.ground import SceneArea, SceneOutline
from engine.kit.plane import towards
from engine.systems.minis.rules.basics import lookup, positions, refusals, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.basics.sums import because
from engine.systems.minis.rules.ground import deployment, unseen_ground
from engine.systems.minis.rules.magic import control, effects, magic
from engine.systems.minis.rules.magic.events import OrderTaken
from engine.systems.minis.rules.magic.orders import Bidding, GiveOrder
from engine.systems.minis.rules.magic.questions import FirstOrder
from engine.systems.minis.state import MinisState, StandingOrder, Verb

RULE = "MN-GAP-31"
AT_MINI = (Verb.ATTACK, Verb.SHOOT, Verb.FOLLOW, Verb.GUARD)
TO_POINT = (Verb.MOVE_TO, Verb.RUN_TO)
STEP = 300
"""How far from a mini the sample points of its orders are, in hundredths of an inch."""


# -- what an order is about
def standing(state: MinisFight, who: str | None, bidding: Bidding) -> StandingOrder:
    """The standing order that is bidden. RuleRefusal where it lacks its mini or point, or has one too many.

    who: who is to obey; None: a golem that is not there yet.
    """
    verb = bidding.verb
    if verb in AT_MINI:
        if bidding.target is None or bidding.place is not None:
            raise RuleRefusal("bidding: this order names a mini", rule=RULE, field="bidding")
        state.fight.require(bidding.target)
        if not lookup.in_play(state, bidding.target):
            raise RuleRefusal(f"{bidding.target} is out of play", rule=RULE, field="bidding")
        if bidding.target == who:
            raise refusals.obeys_itself(who, "bidding")
        return StandingOrder(verb=verb, target=bidding.target)
    if verb in TO_POINT and (bidding.target is not None or bidding.place is None):
        raise RuleRefusal("bidding: this order names a point", rule=RULE, field="bidding")
    if verb not in TO_POINT and (bidding.target is not None or bidding.place is not None):
        raise RuleRefusal("bidding: this order names nothing", rule=RULE, field="bidding")
    if bidding.place is None:
        return StandingOrder(verb=verb)
    point = magic.point_of(bidding.place, "bidding")
    if not deployment.size(state).holds(point):
        raise refusals.off_table("bidding")
    return StandingOrder(verb=verb, point=point)


def obeys(table: Table[MinisState], caster: str, who: str, order: StandingOrder, *, rule: str, cause: int = 0) -> None:
    """A controlled mini has another standing order; a golem is active again.  [MN-GOL-08]"""
    place = None if order.point is None else Place(point=order.point)
    event = OrderTaken(combatant=who, caster=caster, verb=order.verb, aimed_at=order.target, place=place)
    table.emit(event, rule=rule, because=because(cause))


def samples(state: MinisFight, caster: str, who: str | None) -> tuple[Bidding, ...]:
    """Some orders: to hold, about each mini in play, to points around."""
    found = [Bidding(verb=Verb.HOLD)]
    foes = set(lookup.enemies(state, caster))
    shoots = who is not None and bool(weapons.missiles(state, who))
    for other in sorted(lookup.here(state), key=lambda combatant: combatant not in foes):
        verbs = (Verb.ATTACK, *((Verb.SHOOT,) if shoots else ())) if other in foes else (Verb.FOLLOW, Verb.GUARD)
        found += [Bidding(verb=verb, target=other) for verb in verbs if other != who]
    for point in _points(state, caster if who is None else who):
        found += [Bidding(verb=verb, place=Place(point=point)) for verb in TO_POINT]
    return tuple(found)


def _points(state: MinisFight, who: str) -> tuple[Point, ...]:
    """Points on the table around a mini, in the four directions."""
    here, table = lookup.at(state, who), deployment.size(state)
    ways = (Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0))
    found = (towards(here, way, STEP * 10) for way in ways)
    return tuple(point for point in found if table.holds(point))


def field_of(state: MinisFight, caster: str, who: str | None) -> Field:
    """The open choice of an order; others that are allowed may be sent."""
    return Field("bidding", "one", samples(state, caster, who), exact=False)


# -- the first order of a commanded mini
def ask_first(table: Table[MinisState], caster: str, who: str) -> None:
    """The cast itself carries the first order, for nothing.  [DW-12, MN-CMD-08]

    A mini that the caster's seat does not know holds, and nobody is asked: the question would name it.
    """
    seats, seen = table.state.fight.holders(caster), lookup.known(table, caster)
    if who not in seen.fight.combatants:
        obeys(table, caster, who, StandingOrder(verb=Verb.HOLD), rule="MN-CMD-08")
        return
    reply = table.ask(seats, _question(seen, caster, who), rule="MN-CMD-08")
    try:
        order = standing(seen, who, reply)
    except RuleRefusal as refusal:
        raise RuleRefusal(refusal.reason, rule=refusal.rule, field="choice.fields", code=refusal.code) from refusal
    obeys(table, caster, who, order, rule="MN-CMD-08")


def _question(state: MinisFight, caster: str, who: str) -> FirstOrder:
    """An offer for each verb; the default holds."""
    offers = [Offer("hold", Bidding(verb=Verb.HOLD), RULE)]
    foes = set(lookup.enemies(state, caster))
    others = tuple(combatant for combatant in lookup.here(state) if combatant != who)
    for verb in AT_MINI:
        if verb is Verb.SHOOT and not weapons.missiles(state, who):
            continue
        first = verb in (Verb.ATTACK, Verb.SHOOT)
        among = tuple(sorted(others, key=lambda combatant: (combatant in foes) is not first))
        if among:
            fields = (Field("target", "one", among),)
            offers.append(Offer(verb.value.lower(), Bidding(verb=verb, target=among[0]), RULE, fields))
    places = tuple(Place(point=point) for point in _points(state, who))[:SHOWN]
    field = Field("place", "place", places, exact=False, reach=_table(state))
    offers += [
        Offer(verb.value.lower().replace("_", "-"), Bidding(verb=verb, place=places[0]), RULE, (field,))
        for verb in TO_POINT
        if places
    ]
    return FirstOrder(offers=tuple(offers), default="hold", combatant=who)


def _table(state: MinisFight) -> SceneArea:
    """All of the table."""
    size = deployment.size(state)
    corners = ((0, 0), (size.width, 0), (size.width, size.height), (0, size.height))
    return SceneArea(outlines=(SceneOutline(points=tuple(Point(x, y) for x, y in corners)),))


# -- giving one
def _spell(state: MinisFight, who: str, target: str) -> str:
    """The spell by which a caster may give somebody orders. RuleRefusal where it controls it by none.

    [MN-CMD-02, MN-GOL-03]
    """
    if lookup.in_play(state, target):
        bond = control.bond_of(state, target, effects.COMMAND)
        if bond is not None and bond.caster == who:
            return effects.COMMAND
        if bond is None and control.is_golem_of(state, target, who):
            return effects.GOLEM
    raise refusals.not_controlled(target)


def check(state: MinisFight, order: GiveOrder) -> None:
    """RuleRefusal where this order cannot be given: control, range, sight, budget.  [DW-16, MN-CMD-05, MN-GOL-06]"""
    refused = magic.veto(state, order.combatant)
    if refused is not None:
        raise refused
    state.fight.require(order.target)
    spell = _spell(state, order.combatant, order.target)
    if spell == effects.GOLEM and not control.holds(state, order.target, order.combatant, spell):
        raise refusals.golem_inactive_or_out_of_range(order.target)
    if not control.holds(state, order.target, order.combatant, spell):
        far, most = positions.squared(state, order.combatant, order.target), magic.reach(state, order.combatant, spell)
        raise refusals.out_of_range(far, most, "MN-CMD-05")
    try:
        magic.band_at_mini(state, order.combatant, spell, order.target, familiar=spell == effects.GOLEM)
    except RuleRefusal as refusal:
        raise RuleRefusal(refusal.reason, rule=refusal.rule, field="target") from refusal
    standing(state, order.target, order.bidding)


def do(table: Table[MinisState], order: GiveOrder) -> None:
    """Spend the spell attack and roll as for the spell itself; where it fails, the present order stands.

    [MN-CMD-03, MN-GOL-04, MN-GOL-08]
    """
    who, target = order.combatant, order.target
    spell = _spell(table.state, who, target)
    bidden = standing(table.state, target, order.bidding)
    commanded = spell == effects.COMMAND
    band = magic.band_at_mini(unseen_ground.as_known(table, who), who, spell, target, familiar=not commanded)
    magic.call(table, who, target, rule="MN-CMD-02" if commanded else "MN-GOL-03")
    by_familiar = not commanded and magic.by_familiar(table.state, who, lookup.at(table.state, target))
    if not by_familiar and unseen_ground.shields(table, who, target):
        return
    cause = magic.roll(table, who, spell, band, target, rule="MN-CMD-03" if commanded else "MN-GOL-04")
    if cause is not None:
        obeys(table, who, target, bidden, rule="MN-CMD-03" if commanded else "MN-GOL-08", cause=cause)


def options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each mini that may be given an order."""
    if magic.veto(state, who) is not None:
        return
    for target in lookup.here(state):
        body = GiveOrder(combatant=who, target=target, bidding=Bidding(verb=Verb.HOLD))
        try:
            check(state, body)
        except RuleRefusal:
            continue
        yield Offer(f"order-{target}", body, "MN-CMD-02", (field_of(state, who, target),))
