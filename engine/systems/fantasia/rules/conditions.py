"""Gaining and losing conditions. What each does is data: content/conditions.toml. Statuses come by status.py."""

from __future__ import annotations

from engine.kernel.combatant import Condition
from engine.kernel.events import ConditionGained, ConditionLost, VitalChanged, VitalLimitChanged
from engine.kernel.system import Table
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.content.statuses import ConditionKind, Share
from engine.systems.fantasia.rules import control, look, sums
from engine.systems.fantasia.state import Own

COUNTED, UNTIL_CURED = "TURNS", "CURED"
"""The ends of what has no other: so many turns of its bearer, or a cure or the end of the battle."""


def key_of(table: Table[Own], who: str, kind: ConditionKind, source: str | None) -> str:
    """The key of a new condition on somebody: its kind's, but for those that lie there more than once."""
    if kind.per_cause and source:
        return f"{kind.id}_{source}"
    if not kind.adds:
        return kind.id
    keys = {c.key for c in table.state.fight.combatants[who].conditions}
    return next(k for k in (kind.id, *(f"{kind.id}_{n}" for n in range(2, len(keys) + 3))) if k not in keys)


def gain(
    table: Table[Own],
    who: str,
    kind: str,
    *,
    rule: str,
    source: str | None = None,
    amount: sums.Sum | None = None,
    left: sums.Sum | None = None,
) -> str:
    """A condition lies on somebody from now on, under this key; the same one again replaces the old.

    Those that add up lie side by side. left: turns of its bearer.
    """
    found = CONDITIONS[kind]
    until = found.until or ("" if not found.magic else COUNTED if left is not None else UNTIL_CURED)
    key = key_of(table, who, found, source)
    _lay(table, who, Condition(key=key, kind=kind, source=source, until=until), left, amount, rule=rule)
    return key


def change(
    table: Table[Own], who: str, condition: Condition, *, rule: str, left: sums.Sum | None, amount: sums.Sum | None
) -> None:
    """The same condition, with other turns left or another amount."""
    _lay(table, who, condition, left, amount, rule=rule)


def kept(number: int | None, rule: str) -> sums.Sum | None:
    """Turns or an amount that stay as they were."""
    return None if number is None else sums.of_word("as_it_was", number, rule)


def _lay(
    table: Table[Own], who: str, what: Condition, left: sums.Sum | None, amount: sums.Sum | None, *, rule: str
) -> None:
    numbers = {name: made for name, made in (("left", left), ("amount", amount)) if made is not None}
    because = sums.why(**numbers)
    event = ConditionGained(
        combatant=who,
        condition=what.key,
        kind=what.kind,
        source=what.source,
        amount=None if amount is None else int(amount),
        left=None if left is None else int(left),
        until=what.until,
    )
    table.emit(event, rule=rule, to=sums.telling(table, who, because), because=because)


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
            lose_one(table, who, condition, reason=reason, rule=rule)


def lose_one(table: Table[Own], who: str, condition: Condition, *, reason: str, rule: str) -> None:
    """One condition ends, and with it what it held up: points above the maximum, another's command, a faint."""
    if table.state.fight.combatants[who].condition(condition.key) is None:
        return
    table.emit(ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason=reason), rule=rule)
    kind = CONDITIONS.get(condition.kind)
    if kind is None:
        return
    if kind.points is not None:
        _shrink(table, who, rule=rule)
    if kind.master is not None:
        control.settle(table, who, rule=rule)
    # Somebody with points left lies there only because of this.
    if kind.effort and table.state.fight.combatants[who].vitals["hp"].now > 0:
        lose(table, who, "unconscious", reason="healed", rule=kind.effort)


# -- more hit points for a while
def swell(table: Table[Own], who: str, source: str, by: Share, *, rule: str) -> None:
    """Present and highest hit points times a factor, rounded down.  [FF-ST-59]"""
    now = table.state.fight.combatants[who].vitals["hp"].now
    factor = Factor(source=source, times=by.times, over=by.over, carries=rule)
    most, here = look.figures(table.state, who).hp, sums.of_word("hp", now, "FF-STAT-06")
    _limit(table, who, sums.share(sums.of_word("hp", most, "FF-STAT-06"), factor), rule=rule)
    _shift(table, who, sums.share(here, factor, less=now), rule=rule)


def _shrink(table: Table[Own], who: str, *, rule: str) -> None:
    """The old maximum is back, and what is above it is gone."""
    most = look.figures(table.state, who).hp
    _limit(table, who, sums.of_word("hp", most, "FF-STAT-06"), rule=rule)
    now = table.state.fight.combatants[who].vitals["hp"].now
    if now > most:
        _shift(table, who, sums.counted("maximum", most, "hp", -now, rule), rule=rule)


def _limit(table: Table[Own], who: str, limit: sums.Sum, *, rule: str) -> None:
    because = sums.why(limit=limit.private(table.state.fight, who))
    table.emit(VitalLimitChanged(combatant=who, vital="hp", limit=int(limit)), rule=rule, because=because)


def _shift(table: Table[Own], who: str, by: sums.Sum, *, rule: str) -> None:
    """Points go up or down with their limit, which is the rule's own doing: no maximum stops it."""
    if by:
        now = table.state.fight.combatants[who].vitals["hp"].now + by
        because = sums.why(change=by.private(table.state.fight, who))
        table.emit(VitalChanged(combatant=who, vital="hp", change=int(by), now=now), rule=rule, because=because)
