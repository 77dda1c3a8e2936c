"""Gaining and losing conditions. Their effects are data: content/conditions.toml. Statuses: status.py."""

from __future__ import annotations

from collections.abc import Collection

from engine.kit import Condition, ConditionGained, ConditionLost, Table, VitalChanged, VitalLimitChanged
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.content.statuses import ConditionKind, Share
from engine.systems.fantasia.rules.basics import control, lookup, totals
from engine.systems.fantasia.state import FantasiaState

COUNTED, UNTIL_CURED = "TURNS", "CURED"
"""Default ends: a number of the bearer's turns, or a cure or the end of the battle."""


def key_of(table: Table[FantasiaState], who: str, kind: ConditionKind, source: str | None) -> str:
    """The key of a new condition: its kind's, except for kinds that one bearer may have several times."""
    if kind.per_cause and source:
        return f"{kind.id}_{source}"
    if not kind.adds:
        return kind.id
    keys = {c.key for c in table.state.fight.combatants[who].conditions}
    return next(k for k in (kind.id, *(f"{kind.id}_{n}" for n in range(2, len(keys) + 3))) if k not in keys)


def gain(
    table: Table[FantasiaState],
    who: str,
    kind: str,
    *,
    rule: str,
    source: str | None = None,
    amount: totals.Total | None = None,
    left: totals.Total | None = None,
) -> str:
    """Give a condition under this key; the same one again replaces the old.

    Those that add up are kept side by side. left: turns of its bearer.
    """
    found = CONDITIONS[kind]
    until = found.until or ("" if not found.magic else COUNTED if left is not None else UNTIL_CURED)
    key = key_of(table, who, found, source)
    _lay(table, who, Condition(key=key, kind=kind, source=source, until=until), left, amount, rule=rule)
    return key


def change(
    table: Table[FantasiaState],
    who: str,
    condition: Condition,
    *,
    rule: str,
    left: totals.Total | None,
    amount: totals.Total | None,
) -> None:
    """The same condition, with other turns left or another amount."""
    _lay(table, who, condition, left, amount, rule=rule)


def kept(number: int | None, rule: str) -> totals.Total | None:
    """Turns or an amount that stay as they were."""
    return None if number is None else totals.of_word("as_it_was", number, rule)


def _lay(
    table: Table[FantasiaState],
    who: str,
    what: Condition,
    left: totals.Total | None,
    amount: totals.Total | None,
    *,
    rule: str,
) -> None:
    numbers = {name: made for name, made in (("left", left), ("amount", amount)) if made is not None}
    because = totals.why(**numbers)
    event = ConditionGained(
        combatant=who,
        condition=what.key,
        kind=what.kind,
        source=what.source,
        amount=None if amount is None else int(amount),
        left=None if left is None else int(left),
        until=what.until,
        renewed=table.state.fight.combatants[who].condition(what.key) is not None,
    )
    table.emit(event, rule=rule, to=totals.recipients_of(table, who, because), because=because)


def release(table: Table[FantasiaState], who: str, *, rule: str, leaving: Collection[str] = ()) -> None:
    """The combatant can no longer act: grapples of and by it end. leaving: whoever loses its own by leaving."""
    for bearer in table.state.fight.combatants.values():
        if bearer.seen_by is not None and bearer.id in leaving:
            continue
        for condition in bearer.conditions:
            kind = CONDITIONS.get(condition.kind)
            if kind is not None and kind.held and who in (bearer.id, condition.source):
                lose(table, bearer.id, condition.kind, reason="unable", rule=rule)


def lose(table: Table[FantasiaState], who: str, kind: str, *, reason: str, rule: str) -> None:
    """End every condition of this kind; without one nothing happens."""
    for condition in table.state.fight.combatants[who].conditions:
        if condition.kind == kind:
            lose_one(table, who, condition, reason=reason, rule=rule)


def lose_one(table: Table[FantasiaState], who: str, condition: Condition, *, reason: str, rule: str) -> None:
    """End one condition, and everything that depended on it."""
    if table.state.fight.combatants[who].condition(condition.key) is None:
        return
    table.emit(ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason=reason), rule=rule)
    kind = CONDITIONS.get(condition.kind)
    if kind is not None:
        ended(table, who, kind, rule=rule)


def ended(table: Table[FantasiaState], who: str, kind: ConditionKind, *, rule: str) -> None:
    """End what depended on a condition: points above the maximum, another's command, a faint."""
    if kind.points is not None:
        _shrink(table, who, rule=rule)
    if kind.master is not None:
        control.settle(table, who, rule=rule)
    # A bearer with points left is unconscious only because of this.
    if kind.effort and table.state.fight.combatants[who].vitals["hp"].now > 0:
        lose(table, who, "unconscious", reason="healed", rule=kind.effort)


# -- temporary hit points
def swell(table: Table[FantasiaState], who: str, source: str, by: Share, *, rule: str) -> None:
    """Present and maximal hit points times a factor, rounded down, once.  [FF-ST-59]"""
    if table.state.fight.combatants[who].vitals["hp"].max != lookup.figures(table.state, who).hp:
        return
    now = table.state.fight.combatants[who].vitals["hp"].now
    factor = Factor(source=source, times=by.times, over=by.over, carries=rule)
    most, here = lookup.figures(table.state, who).hp, totals.of_word("hp", now, "FF-STAT-06")
    _limit(table, who, totals.share(totals.of_word("hp", most, "FF-STAT-06"), factor), rule=rule)
    _shift(table, who, totals.share(here, factor, less=now), rule=rule)


def _shrink(table: Table[FantasiaState], who: str, *, rule: str) -> None:
    """Restore the old maximum; points above it are lost."""
    most = lookup.figures(table.state, who).hp
    _limit(table, who, totals.of_word("hp", most, "FF-STAT-06"), rule=rule)
    now = table.state.fight.combatants[who].vitals["hp"].now
    if now > most:
        _shift(table, who, totals.counted("maximum", most, "hp", -now, rule), rule=rule)


def _limit(table: Table[FantasiaState], who: str, limit: totals.Total, *, rule: str) -> None:
    because = totals.why(limit=limit.private(table.state.fight, who))
    table.emit(VitalLimitChanged(combatant=who, vital="hp", limit=int(limit)), rule=rule, because=because)


def _shift(table: Table[FantasiaState], who: str, by: totals.Total, *, rule: str) -> None:
    """Shift points together with their limit; as the rule itself does this, no maximum limits it."""
    if by:
        now = table.state.fight.combatants[who].vitals["hp"].now + by
        because = totals.why(change=by.private(table.state.fight, who))
        table.emit(VitalChanged(combatant=who, vital="hp", change=int(by), now=now), rule=rule, because=because)
