"""Cards that are drawn by an order, events that end, and actions that take several phases.  [MM-OUT-04, MM-OUT-05]"""

from __future__ import annotations

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.rules.company.as_fight import journey_of
from engine.systems.mongolian_mercenaries.rules.days import calendar, decks, meals
from engine.systems.mongolian_mercenaries.rules.days.events import ActionHalted, DayActionDone
from engine.systems.mongolian_mercenaries.rules.days.orders import ActionLength, DoDayAction, DrawCards
from engine.systems.mongolian_mercenaries.rules.summary.orders import Recovery
from engine.systems.mongolian_mercenaries.sheet import DayPhase

PHASES_OF = {
    ActionLength.TRIVIAL: 0,
    ActionLength.ORDINARY: 1,
    ActionLength.LONG: 2,
    ActionLength.TEDIOUS: 3,
}
"""[MM-OUT-19]"""


def draw_cards(table: Table[CampaignState], order: DrawCards) -> None:
    """What is due and has not come by itself, or the end of an event.  [MM-OUT-04, MM-OUT-05]"""
    require_free(table.state, in_company(table.state))
    if order.event_ended:
        _end_event(table)
        return
    if not decks.missing_cards(table.state):
        raise RuleRefusal("no card is due", rule="MM-OUT-04")
    decks.begin_day(table)


def _end_event(table: Table[CampaignState]) -> None:
    """The next phase; after one at night all are Tired, and a day begins.  [MM-OUT-05]"""
    journey = journey_of(table.state)
    if not decks.taken(journey):
        raise RuleRefusal("no event takes this phase", rule="MM-OUT-05")
    if decks.due(journey) is not None:
        raise RuleRefusal("draw its card first", rule="MM-OUT-05")
    _spend_one(table)


def _spend_one(table: Table[CampaignState]) -> None:
    """A phase passes; a night is used for it.  [MM-OUT-05, MM-OUT-06]"""
    if journey_of(table.state).day_phase is DayPhase.NIGHT:
        calendar.spend_night(table, Recovery.AWAKE)
    else:
        calendar.pass_phase(table)


def act(table: Table[CampaignState], order: DoDayAction) -> None:
    """Its phases, until an event or the night interrupts it; its effect comes when all are spent.  [MM-OUT-05]"""
    require_free(table.state, in_company(table.state))
    decks.require_no_event(table.state)
    calendar.require_once(table.state, order.action)
    if journey_of(table.state).day_phase is not DayPhase.NIGHT:
        meals.offer(table)
    journey = journey_of(table.state)
    missing = journey.halted_for if journey.halted == order.action else PHASES_OF[order.length]
    pass_phases(table, order.action, missing)


def pass_phases(table: Table[CampaignState], action: str, missing: int) -> None:
    """So many phases, unless an event or the night interrupts them.  [MM-OUT-05]"""
    journey = journey_of(table.state)
    while missing:
        night = journey_of(table.state).day_phase is DayPhase.NIGHT
        _spend_one(table)
        missing -= 1
        after = journey_of(table.state)
        if night or after.day_phase is DayPhase.NIGHT or decks.taken(after):
            break
    if missing:
        table.emit(ActionHalted(action=action, missing=missing), rule="MM-OUT-05")
        return
    if journey.halted == action:
        table.emit(ActionHalted(action=action, missing=0), rule="MM-OUT-05")
    table.emit(DayActionDone(action=action), rule="MM-OUT-19")
