"""Making preparations by recipes.  [MM-OUT-20]"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company.as_fight import fight_of, played, settings_of
from engine.systems.mongolian_mercenaries.rules.days import calendar, meals
from engine.systems.mongolian_mercenaries.rules.days.events import DayActionDone
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.market.orders import BrewPreparation
from engine.systems.mongolian_mercenaries.rules.market.trade import drop_excess, missing

RULE = "MM-OUT-20"


def brew(table: Table[CampaignState], order: BrewPreparation) -> None:
    """Alchemy of the recipe's level, its tools, its ingredients; one phase, no test. What one has made is known."""
    require_free(table.state, in_company(table.state))
    calendar.require_day(table.state, RULE)
    calendar.require_once(table.state, "brew")
    settings, who = settings_of(table.state), order.combatant
    recipe = (settings.recipes or {}).get(order.recipe)
    if recipe is None or order.recipe not in deck_of(settings.cards).items:
        raise missing("recipes")
    there = fight_of(table.state)
    if lookup.skill(there, who, "alchemy") < recipe.level:
        raise RuleRefusal(f"combatant: it takes Alchemy {recipe.level}", rule=RULE, field="combatant")
    mine = carrying.things(lookup.figures(there, who))
    if any(tool not in mine for tool in recipe.tools):
        raise RuleRefusal("recipe: it has not all tools", rule=RULE, field="recipe")
    used: list[str] = []
    for card, count in Counter(recipe.ingredients).items():
        keys = [key for key, thing in mine.items() if thing.id == card][:count]
        if len(keys) < count:
            raise RuleRefusal("recipe: it has not all ingredients", rule=RULE, field="recipe")
        used += keys
    meals.offer(table)
    table.emit(DayActionDone(action="brew"), rule="MM-OUT-19")

    def play(board: Any) -> None:
        for key in used:
            carrying.discard(board, who, key, rule=RULE)
        carrying.receive(board, who, (order.recipe,), rule=RULE)
        drop_excess(board, who)

    played(table, play, rule=RULE)
    calendar.pass_phase(table)
