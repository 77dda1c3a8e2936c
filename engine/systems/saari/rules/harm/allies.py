"""What the game master does with allies: where they are, and whether they can be harmed.

[SA-ALLY-02, SA-ALLY-03, W-05, W-15, W-29]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from engine.kit import Field, Offer, Order, Place, RuleRefusal, Table, place_field, plain
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.rules.basics import companions, engagements, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import places
from engine.systems.saari.rules.harm.events import AllyHarmSet
from engine.systems.saari.rules.harm.orders import HarmAllies, PlaceAlly
from engine.systems.saari.state import Phase, SaariState

RULE = "SA-ALLY-03"


def placeable(state: SaariFight) -> tuple[str, ...]:
    """Allies in play, and mounts without a rider."""
    return tuple(
        who
        for who, fighter in state.own.fighters.items()
        if lookup.in_play(state, who)
        and (fighter.kind is Kind.ALLY or (fighter.kind is Kind.MOUNT and companions.rider_of(state, who) is None))
    )


def place(table: Table[SaariState], order: PlaceAlly) -> None:
    """Move an ally, or let it join an engagement there or leave its own. It provokes nothing, and does not stir."""
    check(table.state, order)
    if order.to is not None:
        places.go(table, order.ally, order.to, rule=RULE)
    if order.beside is None:
        engagements.leave(table, order.ally, rule=RULE)
    else:
        engagements.join(table, order.ally, order.beside, rule="SA-ALLY-07")


def check(state: SaariFight, order: PlaceAlly) -> None:
    """RuleRefusal unless it is an ally in the fight that can go there."""
    state.fight.require(order.ally)
    if state.own.phase is not Phase.ACTIONS:
        raise RuleRefusal("no round of actions is going on", rule=RULE, field="ally")
    if order.ally not in placeable(state):
        raise RuleRefusal(f"{order.ally} is no ally that can be moved", rule=RULE, field="ally")
    zones = {zone.key for zone in lookup.ground(state).zones}
    if order.to is not None and (order.to != Place(zone=order.to.zone) or order.to.zone not in zones):
        raise RuleRefusal("to: a zone of the ground", rule=RULE, field="to")
    here, mine = lookup.zone(state, order.ally), lookup.engagement_of(state, order.ally)
    there = here if order.to is None else order.to.zone
    if order.to is not None and there == here:
        raise RuleRefusal(f"to: {order.ally} is there already", rule=RULE, field="to")
    if order.beside is not None:
        state.fight.require(order.beside)
        theirs = lookup.engagement_of(state, order.beside)
        if theirs is None or theirs[1].zone != there or theirs == mine:
            text = f"in that zone there is no engagement of {order.beside} to join"
            raise RuleRefusal(text, rule="SA-ALLY-07", field="beside")
    elif order.to is None and mine is None:
        raise RuleRefusal("to: a zone, or beside: somebody to join", rule=RULE, field="to")


def as_set(state: SaariFight, order: PlaceAlly) -> tuple[tuple[str, Any], ...]:
    """(path, value) of what it sets as a reaction, while a decision is open.  [W-15]"""
    check(state, order)
    found = lookup.engagement_of(state, order.beside) if order.beside is not None else None
    joined = found[0] if found is not None else None
    tangled = {}
    for key, engagement in state.own.engagements.items():
        members = tuple(who for who in engagement.members if who != order.ally)
        if key == joined or not engagements.is_one_sided(state, members):
            tangled[key] = structs.replace(engagement, members=(*members, order.ally) if key == joined else members)
    place = () if order.to is None else ((f"combatants.{order.ally}.place", plain(order.to)),)
    same = tangled == state.own.engagements
    return (*place, *(() if same else (("rules.engagements", plain(tangled)),)))


def set_harm(table: Table[SaariState], order: HarmAllies) -> None:
    """Say whether attacks may harm allies in this scene."""
    if order.harmable is table.state.own.setup.allies_harmable:
        raise RuleRefusal("harmable: it is so already", rule="SA-ALLY-02", field="harmable")
    table.emit(AllyHarmSet(harmable=order.harmable), rule="SA-ALLY-02")


def gm_offers(state: SaariFight) -> Iterator[Offer[Order]]:
    """For each ally the zones, and the engagements in its own."""
    yield from placings(state)
    if placeable(state) and state.own.phase is not Phase.OVER:
        harmable = not state.own.setup.allies_harmable
        yield Offer("harm-allies" if harmable else "spare-allies", HarmAllies(harmable=harmable), "SA-ALLY-02")


def placings(state: SaariFight) -> Iterator[Offer[Order]]:
    """Where each ally can go.  [W-05, W-15]"""
    if state.own.phase is Phase.ACTIONS:
        for ally in placeable(state):
            yield from _of_one(state, ally)


def _of_one(state: SaariFight, ally: str) -> Iterator[Offer[Order]]:
    here = lookup.zone(state, ally)
    zones = tuple(Place(zone=zone.key) for zone in lookup.ground(state).zones if zone.key != here)
    if zones:
        yield Offer(f"place-{ally}", PlaceAlly(ally=ally, to=zones[0]), RULE, (place_field("to", zones),))
    mine = lookup.engagement_of(state, ally)
    if mine is not None:
        yield Offer(f"part-{ally}", PlaceAlly(ally=ally), RULE)
    for key, engagement in state.own.engagements.items():
        if mine is None or mine[0] != key:
            to = None if engagement.zone == here else Place(zone=engagement.zone)
            body = PlaceAlly(ally=ally, to=to, beside=engagement.members[0])
            yield Offer(f"engage-{ally}-{key}", body, "SA-ALLY-07", (Field("beside", "one", engagement.members),))
