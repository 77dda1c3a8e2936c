"""What lasts for phases or days runs on between fights.  [MM-OUT-31, MM-ROUND-02]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, cast

import msgspec
from msgspec import structs

from engine.kit import CampaignState, Condition, ConditionGained, ConditionLost, Order, State, Table, in_company, plain
from engine.systems.mongolian_mercenaries.content.kinds import Until
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.rules.company.as_fight import Company, journey_of, write
from engine.systems.mongolian_mercenaries.rules.days.events import PhasesCounted
from engine.systems.mongolian_mercenaries.sheet import InForce

RULE = "MM-OUT-31"
Kept = frozenset[tuple[str, str]]
"""Whose condition, and its key."""


def running(state: Company) -> Kept:
    """Conditions of the company that last for days."""
    found = ((who, each) for who in in_company(state) for each in state.fight.combatants[who].conditions)
    return frozenset((who, condition.key) for who, condition in found if condition.until == Until.DAYS.value)


def left_after(condition: Condition, until: Until, count: int) -> Condition | None:
    """A condition after so many phases or days; None: it is over. One of three days ends on the third morning."""
    if condition.until != until.value:
        return condition
    left = (condition.amount or 1) - count
    return None if left <= 0 else structs.replace(condition, amount=left if left > 1 else None)


def after_phases(conditions: Iterable[Condition], count: int) -> tuple[Condition, ...]:
    """Those that are left after so many phases."""
    found = (left_after(condition, Until.PHASES, count) for condition in conditions)
    return tuple(condition for condition in found if condition is not None)


def forces_after(sheet: dict[str, Any], until: Until, count: int) -> list[Any]:
    """What cards have brought that is left on a sheet in JSON after so many phases or days."""
    return list(_forces(msgspec.convert(sheet.get("inForce", []), tuple[InForce, ...]), until, count))


def _forces(forces: tuple[InForce, ...], until: Until, count: int) -> Iterator[Any]:
    for force in forces:
        left = force.lasts.count - count if force.lasts.until is until else force.lasts.count
        if left > 0:
            yield plain(structs.replace(force, lasts=structs.replace(force.lasts, count=left)))


def count(table: Table[CampaignState], until: Until, number: int, *, only: Kept | None = None) -> None:
    """So many phases or days have passed. only: of conditions these alone count, as the others came by night."""
    for who in in_company(table.state):
        for condition in table.state.fight.combatants[who].conditions:
            if only is not None and (who, condition.key) not in only:
                continue
            left = left_after(condition, until, number)
            if left is None:
                lost = ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason=states.EXPIRED)
                table.emit(lost, rule=RULE)
            elif left != condition:
                table.emit(_renewed(who, left), rule=RULE)
        sheet = table.state.own.members[who].sheet
        if sheet is not None and sheet.get("inForce"):
            write(table, who, {**sheet, "inForce": forces_after(sheet, until, number)}, rule=RULE)


def _renewed(who: str, condition: Condition) -> ConditionGained:
    return ConditionGained(
        combatant=who,
        condition=condition.key,
        kind=condition.kind,
        source=condition.source,
        amount=condition.amount,
        left=condition.left,
        until=condition.until,
        renewed=True,
    )


class _Legal(Exception):
    """An order was not refused before it did something."""


class _Judging:
    """A table on which nothing happens: the first thing that an order does ends it."""

    def __init__(self, table: Table[CampaignState]) -> None:
        self._table = table

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def _do(self, *args: Any, **named: Any) -> Any:
        raise _Legal

    emit = change = roll = draw = ask = ask_all = _do


def _owed(state: State[CampaignState]) -> int:
    """Phases that fights have taken and that were not counted; 0 while somebody is in a fight.

    Whoever is in one has entered it with what was left then.
    """
    members = state.own.members
    return 0 if any(members[who].fight for who in in_company(state)) else journey_of(state).owed


def caught_up(play: Callable[[Table[CampaignState], Order], None], table: Table[CampaignState], order: Order) -> None:
    """Play an order; before it the phases that fights have taken count, which a settlement itself does not change.

    It is judged before that: a refused order has changed nothing.
    """
    if owed := _owed(table.state):
        with suppress(_Legal):
            play(cast(Any, _Judging(table)), order)
        table.emit(PhasesCounted(phases=owed), rule=RULE)
        count(table, Until.PHASES, owed)
    play(table, order)
