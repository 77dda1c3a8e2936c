"""Exploration, and places that ask a test first.  [MM-OUT-09, MM-OUT-19]"""

from __future__ import annotations

from typing import Any

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.content.kinds import SKILLS
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company.as_fight import fight_of, journey_of, played, settings_of
from engine.systems.mongolian_mercenaries.rules.company.journey_state import LocationType
from engine.systems.mongolian_mercenaries.rules.days import calendar, decks, meals
from engine.systems.mongolian_mercenaries.rules.days.events import DayActionDone
from engine.systems.mongolian_mercenaries.rules.market.trade import missing
from engine.systems.mongolian_mercenaries.rules.roads.events import LocationExplored
from engine.systems.mongolian_mercenaries.rules.roads.orders import Explore
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.rules.summary import recovery
from engine.systems.mongolian_mercenaries.types import Purpose

RULE, PLACES = "MM-OUT-19", "MM-OUT-09"
TESTED = {
    LocationType.WILD: "survival",
    LocationType.WATER: "navigation",
    LocationType.SETTLEMENT: "streetwise",
}
"""By exploration.  [MM-OUT-19]"""


def explore(table: Table[CampaignState], order: Explore) -> None:
    """A standard test by the best of the party: a location card, or nothing; a place opens, or not today."""
    require_free(table.state, in_company(table.state))
    calendar.require_day(table.state, RULE)
    calendar.require_once(table.state, order.place or "explore")
    if not recovery.characters(fight_of(table.state)):
        raise RuleRefusal("nobody travels", rule=RULE)
    location = journey_of(table.state).location
    if order.place is not None:
        if order.skill not in SKILLS:
            raise RuleRefusal("skill: one of the skills", rule=PLACES, field="skill")
        table.emit(DayActionDone(action=order.place), rule=PLACES)
        passed = _passes(table, order.skill, PLACES)
        table.emit(LocationExplored(place=order.place, found=passed), rule=PLACES)
        return
    pile = (settings_of(table.state).location_cards or {}).get(location.value.lower())
    if pile is None:
        raise missing("locationCards")
    meals.offer(table)
    table.emit(DayActionDone(action="explore"), rule=RULE)
    if _passes(table, TESTED[location], RULE):
        deck = f"locations-{location.value.lower()}"
        card, reshuffled = decks.draw(table, pile, deck, RULE)
        found = LocationExplored(
            found=True, location_card=card.id, title=card.name, text=card.text, deck=deck, reshuffled=reshuffled
        )
        table.emit(found, rule=RULE)
    else:
        table.emit(LocationExplored(found=False), rule=RULE)
    calendar.pass_phase(table)


def _passes(table: Table[CampaignState], skill: str, rule: str) -> bool:
    """The test of the best.  [MM-TEST-07]"""
    found: list[bool] = []

    def test(board: Any) -> None:
        tester = max(recovery.characters(board.state), key=lambda who: lookup.skill(board.state, who, skill))
        plan = plans.standard(board.state, tester, skill, Purpose.OTHER, rule=rule)
        found.append(bool(pipeline.resolve(board, plan).passed))

    played(table, test, rule=rule)
    return found[0]
