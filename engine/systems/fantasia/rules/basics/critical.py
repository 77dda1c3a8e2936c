"""Outcomes of attack rolls, and the effect of natural 12s and 2s.  [FF-CRIT-01 to FF-CRIT-05, FF-FUM-01, FF-FUM-09]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import REMOVED, Offer, Table
from engine.systems.fantasia.rules.basics.dice import HIGHEST, LOWEST
from engine.systems.fantasia.rules.basics.events import CriticalGiven, Outcome
from engine.systems.fantasia.rules.basics.questions import CriticalTarget, Picked
from engine.systems.fantasia.state import FantasiaState


def outcome_of(faces: Sequence[int], total: int, against: int, *, plain: bool) -> Outcome:
    """The outcome of an attack roll against one target. Reaching the figure is enough.  [FF-ATK-01]

    plain: an area attack on several, where natural 12s and 2s are just numbers.  [FF-CRIT-04, FF-FUM-09]
    """
    if not plain and tuple(faces) == HIGHEST:
        return Outcome.CRITICAL
    if not plain and tuple(faces) == LOWEST:
        return Outcome.FUMBLE
    return Outcome.HIT if total >= against else Outcome.MISS


def doubled(table: Table[FantasiaState], attacker: str, struck: Sequence[str]) -> str:
    """The target that takes double damage after a natural 12; the attacker picks among those still there.

    [FF-CRIT-03]
    """
    struck = [who for who in struck if table.state.fight.combatants[who].out != REMOVED] or struck
    if len(struck) == 1:
        return struck[0]
    offers = tuple(Offer(key=who, body=Picked(target=who), rule="FF-CRIT-03") for who in struck)
    question = CriticalTarget(offers=offers, default=struck[0], attacker=attacker)
    chosen = table.ask(table.state.fight.holders(attacker), question, rule="FF-CRIT-03").target
    table.emit(CriticalGiven(attacker=attacker, target=chosen), rule="FF-CRIT-03")
    return chosen
