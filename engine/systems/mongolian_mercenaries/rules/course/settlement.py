"""Immediate consequences of corrections and of entries in mid-fight: no dice, no questions."""

from __future__ import annotations

from engine.kit import Order, Table
from engine.systems.mongolian_mercenaries.rules.attack import dying
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import harm
from engine.systems.mongolian_mercenaries.rules.course.orders import EndTurn
from engine.systems.mongolian_mercenaries.rules.field import budget, permits
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage


def settle(table: Table[MercenariesState], before: MercenariesFight) -> None:
    """Without Health, or with too many wounds, somebody falls; with Health again it is back.

    A newcomer waits in reserve, and enters at the start of a round.  [MM-WND-03, MM-WND-05]
    """
    if before.own.stage in (Stage.SETUP, Stage.OVER):
        return
    for who, bearer in tuple(table.state.fight.combatants.items()):
        was = before.fight.combatants.get(who)
        if was is not None and was.vitals != bearer.vitals:
            dying.heal_back(table, who)
        harm.check(table, who, asking=False)


def follow_up(state: MercenariesFight) -> Order | None:
    """The order that goes on where who acts cannot any more."""
    acting = state.fight.acting
    if not acting or state.own.stage is not Stage.CLASH:
        return None

    def stuck(who: str) -> bool:
        there = lookup.on_field(state, who) and permits.able(state, who)
        return not there or budget.spent(state, who) or lookup.fighter(state, who).acted

    return EndTurn(combatant=acting[0]) if all(map(stuck, acting)) else None
