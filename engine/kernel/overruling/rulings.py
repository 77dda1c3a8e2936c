"""The game master's tools for people on the table: reveal, hide, remove, conditions. Each is one or more corrections.

So what follows by the rules, what each seat is told, audits and going back are those of corrections.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import Correct, EndCondition, Hide, Remove, Reveal, SetCondition
from engine.kernel.overruling.overrides import correct_all
from engine.kernel.playing.entering import require_condition, require_counted
from engine.kernel.playing.facts import faults_in, must_be_gm
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.combatant import REMOVED, Combatant, Condition
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground_faults import refuse
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import camel, plain

Own = TypeVar("Own", bound=Struct)

Ruling = Reveal | Hide | Remove | SetCondition | EndCondition


def rule(
    book: Rulebook[Own], position: Position[Own], seat: str, tool: Ruling, circumstances: Circumstances
) -> Step[Own]:
    """Do what a tool asks, whole or not at all. RuleRefusal with all that is wrong, each with its field."""
    fight = position.state.fight
    must_be_gm(fight, seat)
    fight.require_going_on()
    try:
        refuse(list(_faults(book, fight, tool)))
    except RuleRefusal as refusal:
        raise refusal.below(f"command.gm.{camel(type(tool).__name__)}") from None
    wishes: list[Correct] = []
    for combatant in dict.fromkeys(_named(tool)):
        found = _correction(fight, tool, fight.combatants[combatant])
        if found is not None:
            path, value = found
            wishes.append(Correct(path=f"combatants.{combatant}.{path}", value=value, reason=tool.reason))
    if not wishes:
        raise RuleRefusal("that is so already", field=f"command.gm.{camel(type(tool).__name__)}")
    return correct_all(book, position, seat, wishes, circumstances)


def _named(tool: Ruling) -> tuple[str, ...]:
    return (tool.combatant,) if isinstance(tool, (SetCondition, EndCondition)) else tool.combatants


# -- what is wrong
def _faults(book: Rulebook[Any], fight: Fight, tool: Ruling) -> Iterator[RuleRefusal]:
    listed = not isinstance(tool, (SetCondition, EndCondition))
    for number, combatant in enumerate(_named(tool)):
        field = f"combatants.{number}" if listed else "combatant"
        if combatant not in fight.combatants:
            yield RuleRefusal(f"there is no combatant {combatant!r}", code="UNKNOWN", field=field)
        elif isinstance(tool, Remove) and fight.combatants[combatant].out == REMOVED:
            yield RuleRefusal(f"{combatant} is off the table already", field=field)
    if isinstance(tool, (Reveal, Hide)):
        for number, seat in enumerate(tool.seats or ()):
            if seat not in fight.seats:
                there = ", ".join(fight.seats)
                reason = f"there is no seat {seat!r} at this table: {there}"
                yield RuleRefusal(reason, code="UNKNOWN", field=f"seats.{number}")
    if isinstance(tool, SetCondition):
        yield from faults_in(_require_kind, book, tool.kind)
        given = Condition(tool.kind, tool.kind, left=tool.left)
        yield from faults_in(_require_counted, book, given)
        if tool.source is not None and tool.source not in fight.combatants:
            yield RuleRefusal(f"there is no combatant {tool.source!r}", code="UNKNOWN", field="source")
    if isinstance(tool, EndCondition) and tool.combatant in fight.combatants:
        has = [condition.key for condition in fight.combatants[tool.combatant].conditions]
        if tool.condition not in has:
            there = ", ".join(has) or "none"
            reason = f"{tool.combatant} has no condition {tool.condition!r}, but {there}"
            yield RuleRefusal(reason, code="UNKNOWN", field="condition")


def _require_kind(book: Rulebook[Any], kind: str) -> None:
    require_condition(book.system, kind, field="kind")


def _require_counted(book: Rulebook[Any], condition: Condition) -> None:
    require_counted(book.system, condition, field="left")


# -- what is corrected
def _correction(fight: Fight, tool: Ruling, who: Combatant) -> tuple[str, Any] | None:
    """The path below the combatant, and the value; None where nothing changes."""
    match tool:
        case Reveal():
            now = _revealed(fight, who, tool.seats)
            return None if now == who.seen_by else ("seenBy", plain(now))
        case Hide():
            now = _hidden(fight, who, tool.seats)
            return None if now == who.seen_by else ("seenBy", plain(now))
        case Remove():
            return "out", REMOVED
        case SetCondition():
            key = tool.key or tool.kind
            place = next((n for n, condition in enumerate(who.conditions) if condition.key == key), len(who.conditions))
            given = Condition(key, tool.kind, tool.source, tool.amount, tool.left, tool.until)
            return None if given in who.conditions else (f"conditions.{place}", plain(given))
        case EndCondition():
            places = [n for n, condition in enumerate(who.conditions) if condition.key == tool.condition]
            return f"conditions.{places[0]}", None


def _revealed(fight: Fight, who: Combatant, seats: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The seats that know of a combatant then, in order of joining; None: everybody."""
    if seats is None or who.seen_by is None:
        return None
    return tuple(seat for seat in fight.seats if seat in who.seen_by or (seat in seats and not fight.is_gm(seat)))


def _hidden(fight: Fight, who: Combatant, seats: tuple[str, ...] | None) -> tuple[str, ...] | None:
    audience = tuple(fight.seats) if who.seen_by is None else who.seen_by
    gone = [seat for seat in fight.seats if seat not in (who.owner, who.controller)] if seats is None else seats
    left = tuple(seat for seat in audience if seat not in gone and not fight.is_gm(seat))
    some = any(seat in gone and not fight.is_gm(seat) for seat in audience)
    return left if some else who.seen_by
