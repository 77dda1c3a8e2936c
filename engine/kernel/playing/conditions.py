"""Conditions that last until the game ends them: each kind once on a combatant."""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.system import Table
from engine.kernel.state.events import ConditionGained, ConditionLost


def gain(table: Table[Any], who: str, kind: str, source: str, until: str = "", *, rule: str) -> None:
    """A combatant has a condition from now on; nothing happens where it has it already.

    kind: of the game's `conditions`. source: the combatant that it comes from. until: in the game's words.
    """
    if not table.state.fight.require(who).has(kind):
        gained = ConditionGained(
            combatant=who, condition=kind, kind=kind, source=source, amount=None, left=None, until=until
        )
        table.emit(gained, rule=rule)


def lose(table: Table[Any], who: str, *kinds: str, reason: str = "over", rule: str) -> None:
    """Conditions of these kinds end, where a combatant has them. reason: in the game's words."""
    for condition in table.state.fight.require(who).conditions:
        if condition.kind in kinds:
            lost = ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason=reason)
            table.emit(lost, rule=rule)
