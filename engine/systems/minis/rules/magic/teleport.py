"""Teleport: the caster is somewhere else; it is no movement.  [MN-SPL-14, MN-TEL-04]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Moved, Offer, Order, Place, Table
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import unseen_ground, water
from engine.systems.minis.rules.magic import magic, placing
from engine.systems.minis.rules.magic.events import Teleported
from engine.systems.minis.rules.magic.orders import Cast
from engine.systems.minis.state import MinisState

SPELL, RULE = "teleport", "MN-TEL-01"


def check(state: MinisFight, order: Cast) -> None:
    """RuleRefusal where the caster cannot go there; it has no choice of facing.  [MN-TEL-03, DW-15]

    A free point in range and sight of the caster, or in sight of its familiar; not in water that bars it.
    """
    who = order.combatant
    if order.facing is not None:
        raise refusals.facing_fixed(who)
    magic.require_nothing(order, "target", "bidding")
    point = magic.point_of(order.place)
    if point == lookup.at(state, who):
        raise refusals.stands_there(who, "place")
    placing.require(state, who, SPELL, point, familiar=True, moves=True)
    walks = state.fight.combatants[who].has(water.WALKS)
    placing.require_no_barred_water(state, who, lookup.mini(state, who).size, point, walks=walks)


def do(table: Table[MinisState], order: Cast) -> None:
    """Spend the spell attack, roll at the distance of the point; on failure the caster stays.  [MN-TEL-02]

    No inches are spent, no water or road counts, and nobody strikes.  [MN-TEL-04]
    """
    who, point = order.combatant, magic.point_of(order.place)
    band = magic.band(unseen_ground.as_known(table, who), who, SPELL, point, familiar=True)
    if not magic.spend(table, who, SPELL, place=order.place):
        return
    if magic.roll(table, who, SPELL, band, rule="MN-TEL-02") is None:
        return
    before = table.state.fight.combatants[who].place
    there = Place(point=placing.free(table.state, point, but=who))
    table.emit(Teleported(combatant=who, place=there), rule=RULE)
    table.emit(Moved(combatant=who, from_=before, to=there), rule=RULE)


def options(state: MinisFight, who: str, spell: str) -> Iterator[Offer[Order]]:
    """One offer with some points; any other that is allowed may be sent."""
    points = placing.points(state, who, spell, check)
    if points:
        body = Cast(combatant=who, spell=spell, place=Place(point=points[0]))
        yield Offer(f"cast-{spell}", body, RULE, (placing.field_of(state, who, spell, points),))
