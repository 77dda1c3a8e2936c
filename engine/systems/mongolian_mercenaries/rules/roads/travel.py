"""Travel: how far, over what, and the tests on the way.  [MM-OUT-09 to MM-OUT-12, MM-OUT-14]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit import CampaignState, CombatantOut, Offer, Order, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.rules.company import purse
from engine.systems.mongolian_mercenaries.rules.company.as_fight import (
    Company,
    fight_of,
    journey_of,
    played,
    settings_of,
)
from engine.systems.mongolian_mercenaries.rules.days import acting, calendar, decks, meals
from engine.systems.mongolian_mercenaries.rules.days.events import DayActionDone
from engine.systems.mongolian_mercenaries.rules.days.questions import AskLeaving, Leaving
from engine.systems.mongolian_mercenaries.rules.roads.events import PartyTravelled
from engine.systems.mongolian_mercenaries.rules.roads.orders import TakeTransport, Travel, TravelStep
from engine.systems.mongolian_mercenaries.rules.roads.terrain import (
    BOATS,
    HARD,
    HARD_LANES,
    IMPASSABLE,
    LANES,
    MOUNTS,
    VEHICLES,
    VERY_DIFFICULT,
    WATERS,
    Mounted,
)
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.rules.summary import recovery
from engine.systems.mongolian_mercenaries.sheet import DayPhase
from engine.systems.mongolian_mercenaries.types import Purpose

RULE, RIDING, DRIVING, TRANSPORT, SAILING = "MM-OUT-10", "MM-OUT-11", "MM-OUT-12", "MM-OUT-13", "MM-OUT-14"
LEAVING = "MM-PET-05"
STEEP = 3
"""Off the value, where it is very difficult.  [MM-OUT-10]"""
FOOT = Mounted(0)


def mounts_of(order: Travel, there: MercenariesFight) -> dict[str, Mounted]:
    """What each character rides; on foot FOOT. RuleRefusal for who cannot.  [MM-OUT-11]"""
    people = recovery.characters(there)
    found = dict.fromkeys(people, FOOT)
    for place, entry in enumerate(order.riders):
        mount = MOUNTS[entry.ride]
        if entry.rider not in found or found[entry.rider] is not FOOT:
            raise RuleRefusal("riders: each character once", rule=RIDING, field=f"riders.{place}.rider")
        if mount.needs_riding and lookup.skill(there, entry.rider, "riding") <= 0:
            raise RuleRefusal("riders: this mount takes Riding", rule=RIDING, field=f"riders.{place}.ride")
        found[entry.rider] = mount
    return found


def range_of(order: Travel, there: MercenariesFight) -> int:
    """Locations, at least 1: 1 and the lowest modifier; a vehicle's or a waterway's in place of mounts.

    [MM-OUT-10, MM-OUT-11, MM-OUT-12, MM-OUT-14, RUL-93]
    """
    if order.lane is not None:
        return 1 + LANES[order.lane]
    if order.vehicle is not None:
        return max(1, 1 + VEHICLES[order.vehicle].range)
    modifiers = [
        0 if mount is FOOT else mount.range + max(0, lookup.skill(there, who, "riding"))
        for who, mount in mounts_of(order, there).items()
    ]
    return max(1, 1 + min(modifiers, default=0))


def difficulty(step: TravelStep, mounts: list[Mounted]) -> tuple[int, int]:
    """Of cover and of slope: 0, difficult or very; what all mounts know needs no test.  [MM-OUT-10, MM-OUT-11]"""
    parts = []
    for terrain in (step.ground, step.slope):
        known = bool(mounts) and all(terrain in mount.specs for mount in mounts)
        parts.append(0 if known or step.trail else HARD.get(terrain, 0))
    return parts[0], parts[1]


def check(order: Travel, there: MercenariesFight) -> list[Mounted]:
    """RuleRefusal for what cannot be travelled; otherwise what the characters ride."""
    mounts = list(mounts_of(order, there).values())
    if order.vehicle is not None and order.riders:
        raise RuleRefusal("vehicle: mounts or a vehicle", rule=RIDING, field="vehicle")
    if order.vehicle is not None and len(mounts) > VEHICLES[order.vehicle].persons:
        raise RuleRefusal("vehicle: too many persons for it", rule=DRIVING, field="vehicle")
    if order.lane is not None and (order.vehicle is not None or order.riders):
        raise RuleRefusal("lane: nobody rides in a boat", rule=SAILING, field="lane")
    if order.boat is not None and (order.lane is None or order.boat not in BOATS[order.lane]):
        raise RuleRefusal("boat: of a size that goes there", rule=SAILING, field="boat")
    most = range_of(order, there)
    if len(order.steps) > most:
        raise RuleRefusal(f"steps: at most {most}", rule=RULE, field="steps")
    for place, step in enumerate(order.steps):
        for terrain in (step.ground, step.slope):
            if terrain in IMPASSABLE and not all(terrain in mount.guides for mount in mounts):
                raise RuleRefusal("steps: impassable without a guide", rule=RULE, field=f"steps.{place}")
    return mounts


def plan_of(there: MercenariesFight, order: Travel, step: TravelStep, mounts: list[Mounted]) -> Plan | None:
    """The test of entering a location, by the best of the party; None: none.  [MM-OUT-10, MM-TEST-07, RUL-90]"""
    cover, slope = difficulty(step, mounts)
    wet = order.lane is not None or step.ground in WATERS
    if order.lane is not None:
        cover, slope = int(order.lane in HARD_LANES), 0
    if not cover and not slope:
        return None
    skill = "navigation" if wet else "survival"
    tester = max(recovery.characters(there), key=lambda who: lookup.skill(there, who, skill))
    twice = bool(cover and slope)
    very = not twice and VERY_DIFFICULT in (cover, slope)
    modifiers = (Part("very_difficult", -STEEP, RULE, who=tester),) if very else ()
    return plans.standard(
        there, tester, skill, Purpose.OTHER, rule=RULE, modifiers=modifiers, divisor=2 if twice else 1
    )


def travel(table: Table[CampaignState], order: Travel) -> None:
    """A test for each location that takes one; the first that fails ends it, and all are Tired.  [MM-OUT-10]"""
    require_free(table.state, in_company(table.state))
    calendar.require_day(table.state, RULE)
    calendar.require_once(table.state, "travel")
    if journey_of(table.state).camped:
        raise RuleRefusal("strike the camp first", rule="MM-OUT-08")
    there = fight_of(table.state)
    if not recovery.characters(there):
        raise RuleRefusal("nobody travels", rule=RULE)
    mounts = check(order, there)
    _require_leavable(there, order)
    meals.offer(table)
    table.emit(DayActionDone(action="travel"), rule="MM-OUT-19")
    for who in order.left:
        _leave(table, who)
    entered: list[TravelStep] = []

    def go(board: Any) -> None:
        for step in order.steps:
            plan = plan_of(board.state, order, step, mounts)
            if plan is not None and not pipeline.resolve(board, plan).passed:
                for who in recovery.characters(board.state):
                    states.gain(board, who, recovery.TIRED, rule=RULE)
                return
            entered.append(step)

    played(table, go, rule=RULE)
    location = entered[-1].location if entered else journey_of(table.state).location
    area = next((step.area for step in reversed(entered) if step.area is not None), None)
    enemies = entered[-1].enemies if entered else journey_of(table.state).enemies
    travelled = PartyTravelled(
        entered=len(entered), wanted=len(order.steps), location=location, area=area, enemies=enemies
    )
    table.emit(travelled, rule=RULE)
    calendar.pass_phase(table)


def ride(table: Table[CampaignState], order: TakeTransport) -> None:
    """Each character pays its fare, then its phases pass; it counts as the travel of the day.  [MM-OUT-13]"""
    require_free(table.state, in_company(table.state))
    calendar.require_day(table.state, TRANSPORT)
    calendar.require_once(table.state, "travel")
    if journey_of(table.state).camped:
        raise RuleRefusal("strike the camp first", rule="MM-OUT-08")
    settings, people = settings_of(table.state), recovery.characters(fight_of(table.state))
    if not people:
        raise RuleRefusal("nobody travels", rule=TRANSPORT)
    fare = purse.local(settings, order.fare)
    if any(purse.tokens_of(table.state, who, settings.territory) < fare for who in people):
        raise RuleRefusal("fare: somebody cannot pay it", rule=TRANSPORT, field="fare")
    meals.offer(table)
    for who in people if fare else ():
        purse.add(table, who, settings.territory, -fare, rule=TRANSPORT)
    arrived = PartyTravelled(entered=1, wanted=1, location=order.location, area=order.area)
    table.emit(arrived, rule=TRANSPORT)
    acting.pass_phases(table, "travel", acting.PHASES_OF[order.length])


def _require_leavable(there: MercenariesFight, order: Travel) -> None:
    """RuleRefusal for who is neither a pet nor an ally.  [MM-PET-05]"""
    if any(who not in there.own.fighters or lookup.is_pc(there, who) for who in order.left):
        raise RuleRefusal("leftBehind: pets and allies", rule=LEAVING, field="leftBehind")


def _leave(table: Table[CampaignState], who: str) -> None:
    """Outside a camp it is lost, if its owner does not take it along.  [MM-PET-05]"""
    offers = (Offer("take-along", Leaving(), LEAVING), Offer("leave", Leaving(lost=True), LEAVING))
    question = AskLeaving(offers=offers, default="take-along", combatant=who)
    if table.ask(table.state.fight.holders(who), question, rule=LEAVING).lost:
        table.emit(CombatantOut(combatant=who, reason="left"), rule=LEAVING)


def offers(state: Company) -> Iterator[Offer[Order]]:
    """One step over the steppe; where to go the game master says by the map.  [MM-OUT-09]"""
    journey, people = journey_of(state), in_company(state)
    if not people or any(state.own.members[who].fight for who in people):
        return
    if journey.day_phase is DayPhase.NIGHT or decks.taken(journey) or "travel" in journey.done or journey.camped:
        return
    if recovery.characters(fight_of(state)):
        yield Offer("travel", Travel(steps=(TravelStep(),)), RULE)
