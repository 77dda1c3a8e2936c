"""The orders to move and to withdraw.  [SA-MOVE-01 to SA-MOVE-03, SA-WDRAW-01, SA-WDRAW-02, SA-MOUNT-01]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kit import Offer, Order, Place, RuleRefusal, Table, place_field
from engine.systems.saari.ground import crossings
from engine.systems.saari.rules.actions import crossings as difficult_ground
from engine.systems.saari.rules.actions.orders import Move, Withdraw
from engine.systems.saari.rules.attacks import free_strikes
from engine.systems.saari.rules.basics import companions, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import effects, interrupts, places
from engine.systems.saari.rules.harm.events import ActionSpoiled
from engine.systems.saari.state import SaariState

COST = {Move: 1, Withdraw: 2}
"""Over easy ground.  [SA-MOVE-01, SA-WDRAW-01]"""
RULES = {Move: ("SA-MOVE-01", "SA-MOVE-02"), Withdraw: ("SA-WDRAW-01", "SA-WDRAW-02")}
"""Over easy, and over difficult ground."""


class Way(Struct, frozen=True):
    """A way from zone to zone. hard: of each step whether it is difficult."""

    zones: tuple[str, ...]
    hard: tuple[bool, ...]


def all_ways(state: SaariFight, who: str) -> Iterator[Way]:
    """To each zone next to its own, and mounted through each of those to the next.  [SA-MOUNT-01]"""
    zone, ground = lookup.zone(state, who), lookup.ground(state)
    if zone is None:
        return
    near = crossings(ground, zone)
    for first, hard in near.items():
        yield Way((first,), (hard,))
    if companions.is_mounted(state, who):
        for first, hard in near.items():
            for second, harder in crossings(ground, first).items():
                if second != zone:
                    yield Way((first, second), (hard, harder))


def ways(state: SaariFight, who: str) -> dict[str, Way]:
    """Where a combatant can go, and the easiest way there; of equals the shorter one."""
    found: dict[str, Way] = {}
    for way in sorted(all_ways(state, who), key=lambda way: (sum(way.hard), len(way.zones))):
        found.setdefault(way.zones[-1], way)
    return found


def way_of(state: SaariFight, order: Move | Withdraw) -> Way:
    """The way of an order. RuleRefusal where there is none."""
    steps = (order.to,) if order.through is None else (order.through, order.to)
    if all(place == Place(zone=place.zone) for place in steps):
        if order.through is None and order.to.zone in (known := ways(state, order.combatant)):
            return known[order.to.zone]
        for way in all_ways(state, order.combatant):
            if order.through is not None and way.zones == tuple(place.zone for place in steps):
                return way
    raise RuleRefusal("to: a zone next to its own, mounted one further", rule="SA-MOVE-01", field="to")


def check(state: SaariFight, order: Move | Withdraw) -> None:
    """RuleRefusal unless there is a way, and an engagement to withdraw from.  [SA-MOVE-01, SA-WDRAW-01]"""
    check_way(state, order)
    if isinstance(order, Withdraw) and lookup.engagement_of(state, order.combatant) is None:
        text = f"{order.combatant} is in no engagement to withdraw from: move instead"
        raise RuleRefusal(text, rule="SA-WDRAW-01", field="combatant")


def check_way(state: SaariFight, order: Move | Withdraw) -> None:
    """RuleRefusal where it cannot go there, pinned or on foot.  [SA-MOVE-01]"""
    if effects.is_pinned(state, order.combatant):
        raise RuleRefusal(f"{order.combatant} is pinned: it moves from its next count on", rule="SA-DEF-06")
    way_of(state, order)


def cost(state: SaariFight, order: Move | Withdraw) -> int:
    """1 or 2 actions, and one for each difficult crossing, unless the game master is asked about those first.

    [SA-MOVE-02, SA-WDRAW-02, G-45]
    """
    extra = 0 if state.own.setup.rulings else sum(way_of(state, order).hard)
    return COST[type(order)] + extra


def do(table: Table[SaariState], order: Move | Withdraw) -> None:
    """Free strikes come first unless it withdraws or its side has superiority.  [SA-MOVE-03, SA-FREE-06]

    Then readied actions cut in. Who is pushed elsewhere or pinned by any of them, or falls from its mount half-way,
    gets no further.  [G-30, SA-READY-04]
    """
    who = order.combatant
    here = lookup.zone(table.state, who)
    way = _known_way(table, order)
    rolled = difficult_ground.rolled_for(table, who, sum(way.hard))
    if isinstance(order, Move) and not free_strikes.at_leaving(table, who):
        return
    if is_stopped(table.state, who, here):
        table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
        return
    if not interrupts.before(table, order, check_way):
        return
    if is_stopped(table.state, who, here):
        table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
        return
    for zone, hard in zip(way.zones, way.hard, strict=True):
        if zone != way.zones[0] and (
            effects.is_pinned(table.state, who) or not companions.is_mounted(table.state, who)
        ):
            table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
            return
        if rolled and hard and not difficult_ground.succeeds(table, who):
            return
        places.go(table, who, Place(zone=zone), rule=RULES[type(order)][0])
        if not interrupts.at_zone(table, who) or lookup.zone(table.state, who) != zone:
            return


def _known_way(table: Table[SaariState], order: Move | Withdraw) -> Way:
    """The way as whoever answers for it knows the ground and its mount; where that is none the game master's, who may
    send it where its player knows of nothing.
    """
    try:
        return way_of(table.seen(table.state.fight.holders(order.combatant)[0]), order)
    except RuleRefusal:
        return way_of(table.state, order)


def is_stopped(state: SaariFight, who: str, here: str | None) -> bool:
    """Whether who set out is pinned by now, or was pushed to another zone.  here: where it set out."""
    return effects.is_pinned(state, who) or lookup.zone(state, who) != here


def moves(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """The zones in reach, those that cost the same in one offer."""
    yield from _offered(state, who, Move)


def withdrawals(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """The same without free strikes, out of an engagement."""
    if lookup.engagement_of(state, who) is not None:
        yield from _offered(state, who, Withdraw)


EXTRA = ("", "-difficult", "-very-difficult")
"""By how many difficult crossings a way has."""


def _offered(state: SaariFight, who: str, order: type[Move] | type[Withdraw]) -> Iterator[Offer[Order]]:
    """By the easiest way each, and mounted through each zone between."""
    if effects.is_pinned(state, who):
        return
    found: dict[tuple[str, int], tuple[Place, ...]] = {}
    through = [way for way in all_ways(state, who) if len(way.zones) > 1]
    for between, way in [*(("", way) for way in ways(state, who).values()), *((way.zones[0], way) for way in through)]:
        key = (between, sum(way.hard))
        found[key] = (*found.get(key, ()), Place(zone=way.zones[-1]))
    for (between, extra), zones in found.items():
        body = order(combatant=who, to=zones[0], through=Place(zone=between) if between else None)
        name = f"{order.__name__.lower()}{EXTRA[extra]}{f'-through-{between}' if between else ''}"
        yield Offer(name, body, RULES[order][extra > 0], (place_field("to", zones),))
