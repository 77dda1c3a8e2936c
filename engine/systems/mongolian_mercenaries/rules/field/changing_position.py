"""Change of position: one step along the own side, past obstacles, in an ally's place.  [MM-MOVE-03 to MM-MOVE-05]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import Obstacle
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import legal
from engine.systems.mongolian_mercenaries.rules.field import screens
from engine.systems.mongolian_mercenaries.rules.field.orders import ChangePosition, Heading
from engine.systems.mongolian_mercenaries.state import MercenariesState

STEP = {Heading.NEARER: -1, Heading.FARTHER: 1}


def after(state: MercenariesFight, who: str, heading: Heading) -> int:
    """Where a step leads: past ordinary obstacles; RuleRefusal at the end of the line and at a large one.

    [MM-MOVE-04, MM-COV-05, MM-COV-06, RUL-27]
    """
    there, side = lookup.battlefield(state), lookup.side_of(state, who)
    rank = lookup.rank(state, who) + STEP[heading]
    while rank in positions.RANKS:
        obstacle = there.at(side, rank).obstacle
        if obstacle is Obstacle.NONE:
            return rank
        if obstacle is Obstacle.LARGE:
            raise RuleRefusal("heading: no way leads past a large obstacle", rule="MM-COV-06", field="heading")
        rank += STEP[heading]
    raise RuleRefusal("heading: there is no position beyond", rule="MM-MOVE-04", field="heading")


def check(state: MercenariesFight, order: ChangePosition) -> None:
    """RuleRefusal where the step is not legal."""
    after(state, order.combatant, order.heading)


def do(table: Table[MercenariesState], order: ChangePosition) -> None:
    """One step; an ally there goes the other way, and what it screened or blocked is over.  [MM-MOVE-05, RUL-28]"""
    who = order.combatant
    to = after(table.state, who, order.heading)
    ally = positions.who_stands(table.state, lookup.side_of(table.state, who), to)
    if ally is None:
        positions.put(table, who, to, rule="MM-MOVE-03")
        return
    screens.end_of(table, ally, rule="RUL-28")
    positions.swap(table, who, ally, rule="MM-MOVE-05")


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """Both ways, where they lead anywhere."""
    for heading in Heading:
        body = ChangePosition(combatant=who, heading=heading)
        if legal(check, state, body):
            yield Offer("change_position", body, "MM-MOVE-03")
