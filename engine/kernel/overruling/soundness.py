"""Whether a fight can hold what a correction has set. Only what the correction changes is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.entering import require_condition, require_counted
from engine.kernel.playing.facts import faults_in
from engine.kernel.state.combatant import Combatant, Condition
from engine.kernel.state.correction import RULES
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.takes import KERNEL, MOST, Takes, faults, lost
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.ids import is_id
from engine.kernel.structs.names import cleaned, require_visible

Own = TypeVar("Own", bound=Struct)

MOST_OF_A_NAME = 80
_JUDGED = ("round", "acting", "turn_order", "name", "outcome")
"""What of the fight itself a correction sets, beside its combatants."""


def require_sound(book: Rulebook[Own], before: State[Own], after: State[Own]) -> None:
    """RuleRefusal for a value of the right type that no fight can hold, with all that is wrong.

    Each field takes what is declared for it (`engine.kernel.state.takes`); a vital is from 0 to its maximum; no vitals
    are added or removed; conditions are known, each key once; a place is one of the game; a name is one that people
    can read; a fight that has begun stays so.
    """
    declared = {**KERNEL, **book.system.takes}
    found = list(_of_fight(declared, before, after))
    for who in after.fight.combatants.values():
        was = before.fight.combatants[who.id]
        if who != was:
            found += faults(declared, Combatant, was, who, after, ("combatants", who.id))
            found += _of_combatant(book, who, was, after)
    if after.own is not before.own and after.own != before.own:
        found += faults(declared, type(after.own), before.own, after.own, after, (RULES,))
        found += lost(declared, before, after)
    if found:
        first = found[0]
        first.others = tuple(found[1:])
        raise first


def _of_fight(declared: Mapping[str, Takes], before: State[Any], after: State[Any]) -> Iterator[RuleRefusal]:
    was, now = before.fight, after.fight
    changed = {name: getattr(now, name) for name in _JUDGED if getattr(now, name) != getattr(was, name)}
    if changed:
        yield from faults(declared, Fight, was, structs.replace(was, **changed), after)
    if now.name != was.name:
        yield from _of_name(now.name)
    if now.round != was.round and bool(now.round) is not bool(was.round):
        yield RuleRefusal("round: 0 before a fight has begun, and 1 or more from then on", field="value")


def _of_combatant(book: Rulebook[Any], who: Combatant, was: Combatant, after: State[Any]) -> Iterator[RuleRefusal]:
    if who.vitals.keys() != was.vitals.keys():
        yield RuleRefusal(f"{who.id} has the vitals {', '.join(was.vitals)}, no more and no fewer", field="path")
        return
    if who.name != was.name:
        yield from _of_name(who.name)
    for name, vital in who.vitals.items():
        limit = vital.max
        most = MOST if limit is None else min(limit, MOST)
        if vital != was.vitals[name] and not (0 <= vital.now <= most and (limit or 0) <= MOST):
            yield RuleRefusal(f"{name} is 0 to {most}", field="value")
    if len({state_condition.key for state_condition in who.conditions}) < len(who.conditions):
        yield RuleRefusal("conditions: two of one key", field="value")
    for condition in who.conditions:
        if condition not in was.conditions:
            yield from faults_in(_require_kind, book, condition)
    if who.side != was.side:
        known = book.system.sides
        if known is not None and who.side not in known:
            yield RuleRefusal(f"side: {who.side!r} is not among {', '.join(known)}", field="value")
            return
        if not is_id(who.side):
            yield RuleRefusal("side: letters, digits, - and _", field="value")
            return
    if (who.place, who.side, who.out) != (was.place, was.side, was.out):
        for fault in faults_in(book.system.fits, after, who.id):
            fault.field = "value"
            yield fault


def _of_name(name: str) -> Iterator[RuleRefusal]:
    yield from faults_in(lambda: require_visible(name, field="value"))
    if len(name) > MOST_OF_A_NAME:
        yield RuleRefusal(f"name: at most {MOST_OF_A_NAME} characters", field="value")
    elif cleaned(name) != name:
        yield RuleRefusal("name: without blanks at its ends, line breaks and marks of direction", field="value")


def _require_kind(book: Rulebook[Any], condition: Condition) -> None:
    require_condition(book.system, condition.kind, field="value")
    require_counted(book.system, condition, field="value")
