"""The stat block of a game that has none of its own: read from its part of the state, by the words that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene.stats import StatBlock, StatGroup, StatThing, StatValue
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import State
from engine.kernel.structs.fields import fields_of
from engine.kernel.words.sentences import capitalised
from engine.kernel.words.wordbook import plain_words

DEEP = 3
"""So deep a sheet may lie in the part of a combatant."""


def stat_block(system: RuleSystem[Any], seen: State[Any], who: str, locale: str) -> StatBlock:
    """Numbers that the game has a word for, and what is named of its content. Empty where it has no part for each."""
    part = _part_of(seen.own, who, system.per_combatant)
    if part is None:
        return StatBlock(whole=False)
    words = Wording(system, seen, locale)
    groups: dict[str, dict[str, StatThing]] = {}
    for table, thing in _things(system, words, part, DEEP):
        groups.setdefault(table, {}).setdefault(thing.key, thing)
    made = tuple(StatGroup(key=key, things=tuple(found.values())) for key, found in groups.items())
    return StatBlock(values=tuple(_values(words, part, DEEP)), groups=made)


def _part_of(own: Any, who: str, named: str) -> Struct | None:
    """The combatant's part: of the field that the game names, else of the only one that has structs by combatant."""
    fields = (named,) if named else own.__struct_fields__ if isinstance(own, Struct) else ()
    for field in fields:
        by_id = getattr(own, field)
        if isinstance(by_id, Mapping) and isinstance(found := by_id.get(who), Struct):
            return found
    return None


def _values(words: Wording, part: Struct, deep: int) -> Iterator[StatValue]:
    """Each number once, the outermost first: what is used now stands before what the sheet had."""
    for field in fields_of(type(part)):
        value, key = getattr(part, field.name), field.encode_name
        if isinstance(value, int) and not isinstance(value, bool):
            if label := _label(words, key, field.name):
                yield StatValue(key=key, value=str(value), label=label)
        elif isinstance(value, Struct) and deep:
            yield from _values(words, value, deep - 1)


def _label(words: Wording, *names: str) -> str:
    """What the game calls a field; "" where it has no word for it: then it is no figure of a sheet."""
    called = words.called(*(f"sheet.{name}" for name in names), *names)
    return called[:1].upper() + called[1:]


def _things(system: RuleSystem[Any], words: Wording, value: Any, deep: int) -> Iterator[tuple[str, StatThing]]:
    """What is named of the content, or stands there in full, by table."""
    if isinstance(value, str):
        table = next((key for key, entries in system.content.items() if value in entries), None)
        if table is not None:
            yield table, StatThing(key=value, facts=facts(words, system.content[table][value]))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(item, Struct):
                yield from _things(system, words, item, deep)
            elif isinstance(key, str):
                yield from _things(system, words, key, deep)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _things(system, words, item, deep)
    elif isinstance(value, Struct):
        table = next((key for key, entries in system.content.items() if _alike(entries, value)), None)
        if table is not None:
            key = str(getattr(value, "id", "")) or next(
                k for k, struct in system.content[table].items() if struct == value
            )
            yield table, StatThing(key=key, of=value, facts=facts(words, value))
        elif deep:
            for field in fields_of(type(value)):
                yield from _things(system, words, getattr(value, field.name), deep - 1)


def _alike(entries: Mapping[str, Struct], value: Struct) -> bool:
    """Whether something is of the kind of a table's entries."""
    first = next(iter(entries.values()), None)
    return first is not None and type(first) is type(value) and (hasattr(value, "id") or value in entries.values())


def facts(words: Wording, thing: Struct) -> tuple[str, ...]:
    """The numbers of a thing that stands on a sheet in full, by the names that a form gives its fields."""
    found = []
    for field in fields_of(type(thing)):
        value = getattr(thing, field.name)
        if isinstance(value, int) and not isinstance(value, bool) and value:
            label = _label(words, f"{type(thing).__name__}.{field.encode_name}", field.encode_name, field.name)
            found.append(f"{label or capitalised(plain_words(field.encode_name))} {value}")
    return tuple(found)
