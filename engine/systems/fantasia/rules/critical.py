"""The roll to hit, and what two sixes and two ones do to it.  [FF-CRIT-01 to FF-CRIT-05, FF-FUM-01, FF-FUM-09]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Offer
from engine.kernel.system import Table
from engine.systems.fantasia.events import CriticalGiven, Outcome
from engine.systems.fantasia.questions import CriticalTarget, Picked
from engine.systems.fantasia.rules.dice import HIGHEST, LOWEST
from engine.systems.fantasia.state import Own


def outcome_of(faces: Sequence[int], total: int, against: int, *, plain: bool) -> Outcome:
    """How an attack roll came out against one target. Reaching the figure is enough.  [FF-ATK-01]

    plain: an area attack on several, where two sixes and two ones are just numbers.  [FF-CRIT-04, FF-FUM-09]
    """
    if not plain and tuple(faces) == HIGHEST:
        return Outcome.CRITICAL
    if not plain and tuple(faces) == LOWEST:
        return Outcome.FUMBLE
    return Outcome.HIT if total >= against else Outcome.MISS


def doubled(table: Table[Own], attacker: str, struck: Sequence[str]) -> str:
    """Which of those that a natural 12 hit takes double damage; the attacker picks.  [FF-CRIT-03]"""
    if len(struck) == 1:
        return struck[0]
    offers = tuple(Offer(key=who, body=Picked(target=who), rule="FF-CRIT-03") for who in struck)
    question = CriticalTarget(offers=offers, default=struck[0], attacker=attacker)
    chosen = table.ask(table.state.fight.holders(attacker), question, rule="FF-CRIT-03").target
    table.emit(CriticalGiven(attacker=attacker, target=chosen), rule="FF-CRIT-03")
    return chosen
