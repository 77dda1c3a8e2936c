"""Gathering ingredients, and identifying what was found.  [MM-OUT-21, MM-OUT-22]"""

from __future__ import annotations

from typing import Any

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company.as_fight import fight_of, played, settings_of
from engine.systems.mongolian_mercenaries.rules.company.journey_state import LocationType
from engine.systems.mongolian_mercenaries.rules.days import calendar, meals
from engine.systems.mongolian_mercenaries.rules.days.events import DayActionDone
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.market.orders import GatherIngredients, Ingredient
from engine.systems.mongolian_mercenaries.rules.market.trade import drop_excess, missing
from engine.systems.mongolian_mercenaries.rules.roll import judging, pipeline, plans
from engine.systems.mongolian_mercenaries.rules.summary import recovery
from engine.systems.mongolian_mercenaries.rules.summary.orders import Identify
from engine.systems.mongolian_mercenaries.types import Purpose

RULE, IDENTIFYING = "MM-OUT-21", "MM-OUT-22"
ALCHEMY = "alchemy"


def gather(table: Table[CampaignState], order: GatherIngredients) -> None:
    """T8(alchemy): a random ingredient for each success, of the type that was said first.  [MM-OUT-21]"""
    require_free(table.state, in_company(table.state))
    calendar.require_day(table.state, RULE)
    calendar.require_location(table.state, LocationType.WILD, rule=RULE)
    calendar.require_once(table.state, "gather")
    decks = settings_of(table.state).ingredients
    pile = (decks or {}).get(order.ingredient.value.lower())
    if pile is None:
        raise missing("ingredientsByType")
    who, there = order.combatant, fight_of(table.state)
    if lookup.skill(there, who, ALCHEMY) <= 0:
        raise RuleRefusal("combatant: it takes Alchemy", rule=RULE, field="combatant")
    tool = order.tool is not None and order.tool in carrying.things(lookup.figures(there, who))
    if order.ingredient is not Ingredient.PLANT and not tool:
        raise RuleRefusal("tool: this type takes one of its own", rule=RULE, field="tool")
    meals.offer(table)
    table.emit(DayActionDone(action="gather"), rule="MM-OUT-19")

    def play(board: Any) -> None:
        plan = plans.success(board.state, who, ALCHEMY, Purpose.OTHER, rule=RULE)
        successes = pipeline.resolve(board, plan, odds=judging.odds).successes
        found = [board.draw(pile, by=who, why="ingredient", rule=RULE) for _ in range(successes if pile else 0)]
        carrying.receive(board, who, found, rule=RULE)
        drop_excess(board, who)

    played(table, play, rule=RULE)
    calendar.pass_phase(table)


def identify(table: Table[CampaignState], order: Identify) -> None:
    """No time, by day; one that failed is not tried again today.  [MM-OUT-22]"""
    require_free(table.state, (order.combatant,))
    calendar.require_day(table.state, IDENTIFYING)
    tried = f"{order.combatant}-{order.item}"[:60]
    calendar.require_once(table.state, tried)
    table.emit(DayActionDone(action=tried), rule=IDENTIFYING)
    played(table, lambda board: recovery.identify(board, order), rule=IDENTIFYING)
