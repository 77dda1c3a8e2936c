"""Fireball: everybody in a straight path is rolled for, friend or foe.  [MN-SPL-09, MN-GAP-26]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import SHOWN, Field, Offer, Order, Place, Point, Table
from engine.kit.ground import SceneArea, SceneDisc
from engine.kit.plane import clear_of, squared_distance, step_at, steps_between, towards, within
from engine.systems.minis.content.kinds import Band
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.rules.basics import chances, lookup, positions, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.ground import deployment, unseen_ground
from engine.systems.minis.rules.magic import magic, spells
from engine.systems.minis.rules.magic.orders import Cast
from engine.systems.minis.rules.magic.questions import Confirmed, ConfirmFireball, Victim
from engine.systems.minis.state import MinisState

SPELL, RULE = "fireball", "MN-SPL-09"
WIDTH = 50
"""How near to the path somebody is in it, in hundredths of an inch: exactly so near is in it.  [MN-GAP-26]"""


# -- the path
def path_end(state: MinisFight, who: str, aim: Point) -> Point:
    """Where the path to a point ends: before terrain that blocks sight.

    Rounded to a hundredth on the near side.
    """
    start, sight = lookup.at(state, who), terrain_of(state.fight.ground).sight
    if start == aim or sight.clear(start, aim):
        return aim
    low, high = 0, steps_between(start, aim)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if sight.clear(start, step_at(start, aim, middle)) else (low, middle)
    return step_at(start, aim, low) if low else start


def victims(state: MinisFight, who: str, aim: Point) -> tuple[tuple[str, Band], ...]:
    """Everybody in the path and in range, without the caster: the nearest first, then by id; each with its band."""
    start, reach = lookup.at(state, who), magic.reach(state, who, SPELL)
    end = path_end(state, who, aim)
    found: list[tuple[int, str, Band]] = []
    for other in lookup.here(state):
        at = lookup.at(state, other)
        squared = squared_distance(start, at)
        band = chances.band_of(squared, reach)
        if other != who and band is not None and not clear_of(start, end, at, WIDTH, touching=False):
            found.append((squared, other, band))
    return tuple((other, band) for _, other, band in sorted(found, key=lambda pair: pair[:2]))


def preview(state: MinisFight, who: str, aim: Point) -> tuple[Victim, ...]:
    """Whom a fireball would be rolled for, with the chance to hit each.  [DW-11]"""
    return tuple(
        Victim(combatant=other, chance=magic.chance(state, who, band, other).total)
        for other, band in victims(state, who, aim)
    )


# -- casting it
def check(state: MinisFight, order: Cast) -> None:
    """RuleRefusal where the path cannot end there: in range, in the caster's front, not under its feet."""
    magic.require_nothing(order, "target", "facing", "bidding")
    who, aim = order.combatant, magic.point_of(order.place)
    if aim == lookup.at(state, who) or not positions.looks_at(state, who, aim):
        raise refusals.not_in_front(who, "place")
    here, most = lookup.at(state, who), magic.reach(state, who, SPELL)
    if not within(here, aim, most):
        raise refusals.out_of_range(squared_distance(here, aim), most, "MN-MAG-02", "place")


def do(table: Table[MinisState], order: Cast) -> None:
    """Ask for confirmation, then roll for everybody in the path, and do all the harm together.  [DW-11, MN-GAP-26]

    Without confirmation nothing is spent.
    """
    who, aim = order.combatant, magic.point_of(order.place)
    seats = table.state.fight.holders(who)
    seen = lookup.known(table, who)
    foreseen = Place(point=path_end(unseen_ground.as_known(table, who), who, aim))
    yes, no = Offer("cast", Confirmed(confirmed=True), RULE), Offer("cancel", Confirmed(), RULE)
    question = ConfirmFireball(
        offers=(yes, no), default="cancel", combatant=who, place=foreseen, victims=preview(seen, who, aim)
    )  # fmt: skip
    if not table.ask(seats, question, rule="MN-GAP-26").confirmed:
        return
    if not magic.spend(table, who, SPELL, place=Place(point=path_end(table.state, who, aim))):
        return
    hit: list[tuple[str, int]] = []
    for other, band in victims(table.state, who, aim):
        version = magic.roll(table, who, SPELL, band, other, rule=RULE)
        if version is not None:
            hit.append((other, version))
    for other, version in hit:
        damage.harm(table, who, other, spells.hit(table.state, who, other, SPELL), rule=RULE, cause=version)
    damage.settle(table)


def _on_table(state: MinisFight, here: Point, end: Point) -> Point:
    """The last point of a straight line that is on the table."""
    table = deployment.size(state)
    if table.holds(end):
        return end
    low, high = 0, steps_between(here, end)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if table.holds(step_at(here, end, middle)) else (low, middle)
    return step_at(here, end, low)


def options(state: MinisFight, who: str, spell: str) -> Iterator[Offer[Order]]:
    """One offer: full range over those in front of the caster, enemies first; any other end may be sent.

    On the table, though the rules let the path go on beyond its edge: nobody stands there.
    """
    here, reach = lookup.at(state, who), magic.reach(state, who, SPELL)
    foes = lookup.enemies(state, who)
    near = sorted(foes, key=lambda combatant: (squared_distance(here, lookup.at(state, combatant)), combatant))
    ways: list[Point] = []
    for other in near:
        there = lookup.at(state, other)
        if there != here and positions.looks_at(state, who, there) and within(here, there, reach):
            ways.append(Point(there.x - here.x, there.y - here.y))
    facing = lookup.mini(state, who).facing
    # Whoever looks off the table from its edge may still burn what is along it.
    ways += [facing, Point(-facing.y, facing.x), Point(facing.y, -facing.x)]
    ends = dict.fromkeys(_on_table(state, here, towards(here, way, reach * 10)) for way in ways)
    places = tuple(Place(point=end) for end in ends if end != here and positions.looks_at(state, who, end))
    if places:
        area = SceneArea(disc=SceneDisc(centre=here, radius=reach))
        field = Field("place", "place", places[:SHOWN], exact=False, reach=area)
        yield Offer(f"cast-{SPELL}", Cast(combatant=who, spell=SPELL, place=places[0]), RULE, (field,))
