"""The company's day: phases that orders take, the night, a new day, provisions, the camp.

[MM-OUT-03, MM-OUT-06, MM-OUT-07, MM-OUT-08, MM-OUT-19]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from engine.kit import (
    CampaignState,
    Event,
    FightSettled,
    Offer,
    Order,
    RuleRefusal,
    Table,
    in_company,
    require_free,
)
from engine.systems.mongolian_mercenaries.content.kinds import Until, When
from engine.systems.mongolian_mercenaries.rules.attack import dying, effects
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, states
from engine.systems.mongolian_mercenaries.rules.company import purse
from engine.systems.mongolian_mercenaries.rules.company.as_fight import (
    Company,
    fight_of,
    journey_of,
    played,
    settings_of,
    write,
)
from engine.systems.mongolian_mercenaries.rules.company.journey_state import (
    PHASES,
    Journey,
    LocationType,
)
from engine.systems.mongolian_mercenaries.rules.days import decks, durations, meals
from engine.systems.mongolian_mercenaries.rules.days.events import (
    ActionHalted,
    CampChanged,
    DayActionDone,
    MealPutOff,
    PhaseCame,
    PhasesCounted,
    ProvisionsEaten,
    VagrancySeen,
)
from engine.systems.mongolian_mercenaries.rules.days.orders import (
    DoDayAction,
    DrawCards,
    EatProvisions,
    MakeCamp,
)
from engine.systems.mongolian_mercenaries.rules.summary import recovery
from engine.systems.mongolian_mercenaries.rules.summary.events import RepairTried, TreatmentTried
from engine.systems.mongolian_mercenaries.rules.summary.orders import Identify, Recover, Recovery, Repair, TreatWounds
from engine.systems.mongolian_mercenaries.sheet import DayPhase
from engine.systems.mongolian_mercenaries.sides import PARTY

REST, NIGHTS = (
    (Recovery.REST, Recovery.CAMP),
    (
        Recovery.NIGHT,
        Recovery.AWAKE,
        Recovery.POOR,
        Recovery.COMFORTABLE,
        Recovery.LUXURIOUS,
    ),
)
LODGING = (Recovery.POOR, Recovery.COMFORTABLE, Recovery.LUXURIOUS)
FOLLOWING_DAY: dict[str, Any] = {"luckyBreakUsed": False, "prayed": [], "usedToday": []}
"""What is new on each sheet with each day.  [MM-OUT-03]"""
NEW_DAY: dict[str, Any] = {
    "fed": False,
    "put_off": False,
    "done": (),
    "trained": (),
    "day_card": None,
    "weather": (),
    "events": (),
    "offered": {},
}
"""What is new of the calendar.  [MM-OUT-03, MM-OUT-04]"""


def evolve_journey(journey: Journey, event: Event) -> Journey:
    """The calendar after a fact. A fight has taken the phase that it happened in.  [MM-OUT-03, MM-PHASE-01]"""
    match event:
        case PhaseCame():
            fresh = {} if event.day == journey.day else NEW_DAY
            if Journey(day=event.day).season != journey.season:
                fresh = {**fresh, "used": {}}
            return structs.replace(journey, day=event.day, day_phase=event.day_phase, treated=(), repairing=(), **fresh)
        case FightSettled() if not event.supersedes and journey.day_phase is not DayPhase.NIGHT:
            following = PHASES[PHASES.index(journey.day_phase) + 1]
            return structs.replace(
                journey, day_phase=following, treated=(), repairing=(), owed=journey.owed + 1, enemies=False
            )
        case PhasesCounted():
            return structs.replace(journey, owed=0)
        case DayActionDone():
            return structs.replace(journey, done=(*journey.done, event.action))
        case MealPutOff():
            return structs.replace(journey, put_off=True)
        case ProvisionsEaten():
            return structs.replace(journey, fed=True)
        case CampChanged():
            return structs.replace(journey, camped=event.camped)
        case TreatmentTried():
            return structs.replace(journey, treated=(*journey.treated, event.target))
        case RepairTried():
            return structs.replace(journey, repairing=(*journey.repairing, event.combatant))
    return decks.evolve_decks(journey, event)


def require_day(state: Company, rule: str) -> None:
    """RuleRefusal at night, which is for sleep, or used by saying so; and in a phase that an event takes."""
    if journey_of(state).day_phase is DayPhase.NIGHT:
        raise RuleRefusal("it is night: sleep, or stay awake", rule=rule)
    decks.require_no_event(state)


def require_location(state: Company, where: LocationType, *, rule: str) -> None:
    """RuleRefusal elsewhere.  [MM-OUT-09]"""
    if journey_of(state).location is not where:
        raise RuleRefusal(f"it takes a location of the type {where.value}", rule=rule)


def require_once(state: Company, action: str) -> None:
    """RuleRefusal for what the party has done today.  [MM-OUT-19]"""
    if action in journey_of(state).done:
        raise RuleRefusal("the party has done this today", rule="MM-OUT-19")


def pass_phase(table: Table[CampaignState]) -> None:
    """An action has taken its phase: the next one comes; after the evening the night.  [MM-OUT-03]"""
    journey = journey_of(table.state)
    following = PHASES[PHASES.index(journey.day_phase) + 1]
    durations.count(table, Until.PHASES, 1)
    table.emit(PhaseCame(day=journey.day, day_phase=following), rule="MM-OUT-03")
    decks.come(table)


def recover(table: Table[CampaignState], order: Recover) -> None:
    """Rest by day, once; sleep, lodging or a night awake by night, and the next day.  [MM-OUT-06, MM-OUT-08]"""
    require_free(table.state, in_company(table.state))
    way, journey = order.way, journey_of(table.state)
    if way is Recovery.UNFED:
        raise RuleRefusal("who has not eaten is hungry when the day ends", rule="MM-OUT-07", field="way")
    if way in NIGHTS:
        if journey.day_phase is not DayPhase.NIGHT:
            raise RuleRefusal("it is not night yet", rule="MM-OUT-06", field="way")
        if way is not Recovery.AWAKE:
            decks.require_no_event(table.state)
        if way in LODGING:
            require_location(table.state, LocationType.SETTLEMENT, rule="MM-REC-04")
            _pay_lodging(table, way)
        elif journey.location is LocationType.SETTLEMENT:
            table.emit(VagrancySeen(day=journey.day), rule="MM-REC-04")
        if journey.halted is not None and way is not Recovery.AWAKE:
            table.emit(ActionHalted(action=journey.halted, missing=0), rule="MM-OUT-05")
        spend_night(table, way, order.awake)
        return
    require_day(table.state, "MM-REC-01")
    if order.awake:
        raise RuleRefusal("awake: of a night of sleep", rule="MM-REC-03", field="awake")
    if way in REST:
        if journey.enemies:
            raise RuleRefusal("there is a visible enemy here", rule="MM-REC-01", field="way")
        require_once(table.state, "rest")
        if (way is Recovery.CAMP) is not journey.camped:
            reason = "there is no camp" if way is Recovery.CAMP else "the camp is pitched: rest in it"
            raise RuleRefusal(reason, rule="MM-OUT-08", field="way")
        meals.offer(table)
        table.emit(DayActionDone(action="rest"), rule="MM-OUT-19")
        played(table, lambda there: spend(there, way), rule="MM-REC-01")
    else:
        meals.offer(table)
    pass_phase(table)


def spend(table: Any, way: Recovery) -> None:
    """By the rules of what follows a fight."""
    recovery.recover(table, Recover(way=way))


def _pay_lodging(table: Table[CampaignState], way: Recovery) -> None:
    """Each character pays with its own money; RuleRefusal where one cannot, or where the table has set no price."""
    settings, field = settings_of(table.state), "settings.lodgingPrices"
    prices = settings.lodging_prices or {}
    if way.value.lower() not in prices:
        raise RuleRefusal("lodgingPrices: not set", rule="MM-REC-04", code="SETTING_MISSING", field=field)
    price = purse.local(settings, prices[way.value.lower()])
    people = recovery.characters(fight_of(table.state))
    if any(purse.tokens_of(table.state, who, settings.territory) < price for who in people):
        raise RuleRefusal("way: somebody cannot pay it", rule="MM-REC-04", field="way")
    for who in people if price else ():
        purse.add(table, who, settings.territory, -price, rule="MM-REC-04")


def spend_night(table: Table[CampaignState], way: Recovery, awake: tuple[str, ...] = ()) -> None:
    """A night, and the next day; what the night has brought for a day lasts until the morning after."""
    before = durations.running(table.state)
    played(table, lambda there: recovery.recover(there, Recover(way=way, awake=awake)), rule="MM-OUT-06")
    if way is Recovery.LUXURIOUS:
        before = frozenset(entry for entry in before if entry[1] != recovery.RESTED)
    _next_day(table, before)


def _next_day(table: Table[CampaignState], before: durations.Kept) -> None:
    """Who has not eaten is Hungry; what is new each day; what lasts for days.  [MM-OUT-03, MM-OUT-07, MM-OUT-31]"""
    journey = journey_of(table.state)
    if not journey.fed:
        played(table, _starve, rule="MM-OUT-07")
    durations.count(table, Until.PHASES, 1)
    durations.count(table, Until.DAYS, 1, only=before)
    for who in in_company(table.state):
        sheet = table.state.own.members[who].sheet
        if sheet is not None:
            write(table, who, {**sheet, **FOLLOWING_DAY}, rule="MM-OUT-03")
    table.emit(PhaseCame(day=journey.day + 1, day_phase=DayPhase.MORNING), rule="MM-OUT-03")
    decks.begin_day(table)
    played(table, _daily, rule="MM-OUT-03")


def _daily(table: Any) -> None:
    """What cards do at the start of a day, after the Day card. Nobody dies of it.  [MM-OUT-03, RUL-56]"""
    effects.work_all(table, lambda state: active_cards.moment(state, when=When.DAY_STARTS), rule="MM-OUT-03")
    dying.after(table, PARTY)


def _starve(table: Any) -> None:
    for who in recovery.characters(table.state):
        states.gain(table, who, recovery.HUNGRY, rule="MM-OUT-07")


# -- camp
def camp(table: Table[CampaignState], order: MakeCamp) -> None:
    """One phase, to pitch it or to strike it.  [MM-OUT-08]"""
    require_free(table.state, in_company(table.state))
    require_day(table.state, "MM-OUT-08")
    require_location(table.state, LocationType.WILD, rule="MM-OUT-08")
    if journey_of(table.state).camped is not order.strike:
        reason = "there is no camp" if order.strike else "the camp is pitched"
        raise RuleRefusal(reason, rule="MM-OUT-08", field="strike")
    meals.offer(table)
    table.emit(CampChanged(camped=not order.strike), rule="MM-OUT-08")
    pass_phase(table)


# -- treatment and repair
def treat(table: Table[CampaignState], order: TreatWounds) -> None:
    """By day, a patient once a phase.  [MM-OUT-29, RUL-57]"""
    require_free(table.state, (order.combatant, order.target))
    require_day(table.state, "MM-OUT-29")
    played(table, lambda there: recovery.treat(there, order), rule="MM-OUT-29")


def repair(table: Table[CampaignState], order: Repair) -> None:
    """By day, each once a phase.  [MM-OUT-29, RUL-35]"""
    require_free(table.state, (order.combatant,))
    require_day(table.state, "MM-OUT-29")
    played(table, lambda there: recovery.repair(there, order), rule="MM-OUT-29")


def offers(state: Company) -> Iterator[Offer[Order]]:
    """What the game master is offered of a day."""
    journey = journey_of(state)
    if not in_company(state) or any(state.own.members[who].fight for who in in_company(state)):
        return
    if decks.missing_cards(state):
        yield Offer("draw-cards", DrawCards(), "MM-OUT-04")
    night = journey.day_phase is DayPhase.NIGHT
    if decks.taken(journey):
        if decks.due(journey) is None:
            yield Offer("end-event", DrawCards(event_ended=True), "MM-OUT-05")
        return
    if journey.halted is not None:
        yield Offer("go-on-acting", DoDayAction(action=journey.halted), "MM-OUT-05")
    in_town = journey.location is LocationType.SETTLEMENT
    prices = (settings_of(state).lodging_prices or {}) if in_town else {}
    nights = tuple(way for way in NIGHTS if way not in LODGING or way.value.lower() in prices)
    ways: tuple[Recovery, ...] = nights if night else (Recovery.PHASE,)
    if not night and "rest" not in journey.done and not journey.enemies:
        ways = (Recovery.CAMP if journey.camped else Recovery.REST, *ways)
    for way in ways:
        yield Offer(f"recover-{way.value.lower()}", Recover(way=way), "MM-REC-03" if night else "MM-REC-01")
    if night:
        return
    if not journey.fed and meals.stock(state) >= len(meals.eaters(state)):
        yield Offer("eat-provisions", EatProvisions(), "MM-OUT-07")
    if journey.location is LocationType.WILD:
        yield Offer("make-camp", MakeCamp(strike=journey.camped), "MM-OUT-08")
    for offer in recovery.offers(fight_of(state)):
        if isinstance(offer.body, (TreatWounds, Repair, Identify)):
            yield offer
