"""How a fight ends: at the end of a round, when a side is out.  [MM-PHASE-03, MM-END-01, MM-ROUND-05]"""

from __future__ import annotations

from engine.kit import OutcomeReached, Table, TurnBegan
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.rules.course import stalemate
from engine.systems.mongolian_mercenaries.rules.course.events import SummaryBegan
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage
from engine.systems.mongolian_mercenaries.types import Ending


def standing(state: MercenariesFight) -> tuple[str, ...]:
    """Sides of which somebody is left, if in reserve; the helpless are not.  [MM-PHASE-03, RUL-52, RUL-73]"""

    def able(who: str) -> bool:
        return lookup.in_play(state, who) and not states.helpless(state, who)

    return tuple(side for side in SIDES if any(able(who) for who in lookup.members(state, side)))


def over(table: Table[MercenariesState]) -> bool:
    """At the end of a round: whether the clash is over; if so, the summary follows. Both out: no winner.  [RUL-74]"""
    left = standing(table.state)
    if len(left) == 1:
        decide(table, left[0], Ending.BEATEN, rule="MM-END-01")
    elif not left:
        decide(table, "", Ending.BOTH_OUT, rule="RUL-74")
    elif table.state.fight.round >= table.state.own.setup.round_limit:
        decide(table, "", Ending.ROUND_LIMIT, rule="RUL-84")
    elif stalemate.broken_off(table):
        decide(table, "", Ending.BROKEN_OFF, rule="RUL-84")
    else:
        return False
    return True


def decide(table: Table[MercenariesState], winner: str, ending: Ending, *, rule: str) -> None:
    """The summary, and the outcome.  winner: a side; "": nobody.

    A fight that was over already has had its summary: only the outcome is another.
    """
    if table.state.own.stage is not Stage.OVER:
        table.emit(SummaryBegan(ending=ending), rule=rule)
        for step in table.state.own.hooks.summary:
            step(table, winner)
    table.emit(OutcomeReached(result=winner), rule=rule)
    table.emit(TurnBegan(acting=()), rule=rule)
