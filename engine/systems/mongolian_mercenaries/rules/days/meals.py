"""Provisions: who needs them, who pays them, and when the party is asked.  [MM-OUT-07]"""

from __future__ import annotations

from engine.kit import CampaignState, Offer, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company.as_fight import (
    Company,
    fight_of,
    journey_of,
    settings_of,
    write,
)
from engine.systems.mongolian_mercenaries.rules.company.journey_state import provisions_on
from engine.systems.mongolian_mercenaries.rules.days import decks
from engine.systems.mongolian_mercenaries.rules.days.events import MealPutOff, ProvisionsEaten
from engine.systems.mongolian_mercenaries.rules.days.orders import EatProvisions
from engine.systems.mongolian_mercenaries.rules.days.questions import AskMeal, Meal
from engine.systems.mongolian_mercenaries.sheet import DayPhase

RULE = "MM-OUT-07"


def eaters(state: Company) -> tuple[str, ...]:
    """Who needs a unit a day: living characters, and allies where the table says so.  [MM-OUT-07]"""
    there = fight_of(state)
    allies = settings_of(state).allies_eat
    return tuple(who for who in in_company(state) if who in there.own.fighters and (allies or lookup.is_pc(there, who)))


def stock(state: Company) -> int:
    """Units that the company carries."""
    return sum(provisions_on(state.own.members[who].sheet or {}) for who in in_company(state))


def offer(table: Table[CampaignState]) -> None:
    """Before the first action of a day, and before the last, the party is asked where it has enough.  [MM-OUT-07]"""
    state = table.state
    journey, needed = journey_of(state), eaters(state)
    last = journey.day_phase is DayPhase.EVENING
    if journey.fed or (journey.put_off and not last) or not needed or stock(state) < len(needed):
        return
    offers = (Offer("eat", Meal(eaten=True), RULE), Offer("not-now", Meal(), RULE))
    seats = tuple(dict.fromkeys(seat for who in needed for seat in state.fight.holders(who)))
    question = AskMeal(offers=offers, default="eat", units=len(needed), who=needed)
    if table.ask(seats, question, rule=RULE).eaten:
        _eat(table, None)
    elif not journey.put_off:
        table.emit(MealPutOff(), rule=RULE)


def eat(table: Table[CampaignState], order: EatProvisions) -> None:
    """All or nothing, from whatever its members carry.  [MM-OUT-07]"""
    require_free(table.state, in_company(table.state))
    if journey_of(table.state).day_phase is DayPhase.NIGHT:
        raise RuleRefusal("it is night: sleep, or stay awake", rule=RULE)
    decks.require_no_event(table.state)
    if journey_of(table.state).fed:
        raise RuleRefusal("the party has eaten today", rule=RULE)
    if order.payer is not None and order.payer not in in_company(table.state):
        raise RuleRefusal("payer: nobody of the company", rule=RULE, field="payer")
    _eat(table, order.payer)


def _eat(table: Table[CampaignState], payer: str | None) -> None:
    """payer: whose go first."""
    needed = len(eaters(table.state))
    there = stock(table.state)
    if there < needed:
        raise RuleRefusal(f"it takes {needed} provisions, there are {there}", rule=RULE)
    left = needed
    for who in sorted(in_company(table.state), key=lambda who: who != payer):
        sheet = table.state.own.members[who].sheet or {}
        taken = min(provisions_on(sheet), left)
        if taken:
            write(table, who, {**sheet, "provisions": provisions_on(sheet) - taken}, rule=RULE)
            left -= taken
    table.emit(ProvisionsEaten(units=needed), rule=RULE)
