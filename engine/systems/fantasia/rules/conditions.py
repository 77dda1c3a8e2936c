"""Gaining and losing conditions. What each does is data: content/conditions.toml."""

from __future__ import annotations

from engine.kernel.events import ConditionGained, ConditionLost
from engine.kernel.system import Table
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.state import Own


def gain(
    table: Table[Own], who: str, kind: str, *, rule: str, source: str | None = None, amount: int | None = None
) -> None:
    """A condition lies on somebody from now on; the same one again replaces the old, unless it is of those that add."""
    key = kind
    if CONDITIONS[kind].adds:
        keys = {c.key for c in table.state.fight.combatants[who].conditions}
        key = next(k for k in (kind, *(f"{kind}_{n}" for n in range(2, len(keys) + 3))) if k not in keys)
    table.emit(
        ConditionGained(
            combatant=who,
            condition=key,
            kind=kind,
            source=source,
            amount=amount,
            left=None,
            until=CONDITIONS[kind].until,
        ),
        rule=rule,
    )


def release(table: Table[Own], who: str, *, rule: str) -> None:
    """Somebody can no longer act: what holds him, and what he holds, ends."""
    for bearer in table.state.fight.combatants.values():
        for condition in bearer.conditions:
            kind = CONDITIONS.get(condition.kind)
            if kind is not None and kind.held and who in (bearer.id, condition.source):
                lose(table, bearer.id, condition.kind, reason="unable", rule=rule)


def lose(table: Table[Own], who: str, kind: str, *, reason: str, rule: str) -> None:
    """Every condition of this kind ends; without one nothing happens."""
    for condition in table.state.fight.combatants[who].conditions:
        if condition.kind == kind:
            table.emit(ConditionLost(combatant=who, condition=condition.key, kind=kind, reason=reason), rule=rule)
