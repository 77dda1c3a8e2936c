"""What each field of a state takes beside its type, declared by `Struct.field`: so that a correction is one that a
fight can hold.

    TAKES = {"Slot.combatant": Takes(names=combatants), "Fighter.actions": Takes(least=0, most=20)}

The names are those of JSON. What the type itself says (an enum, a bound) is not said again. The `id` of what there is
stays, unless it is declared.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import REMOVED
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.ids import is_id

Among = Callable[[State[Any], tuple[str, ...]], Collection[str]]
"""The words that a field takes in a state; the second is the field's path."""

MOST = 1_000_000
"""The largest number that a field without a bound of its own takes."""


class Takes(Struct, frozen=True, kw_only=True):
    """What a field takes. Of a list each item does, of an object each value.

    names: whom or what it may name. keys: what the keys of an object may name. least, most: of a number.
    every: an object has an entry for each of `keys`, no more and no fewer. once: no item of a list twice. some: a list
    that has items keeps one, and an empty one stays so. of_text: the most characters of a text that people write.
    kept: it is the rules' own, and no correction sets it. there: never null, which is for who may not know it.
    """

    names: Among | None = None
    keys: Among | None = None
    least: int = 0
    most: int = MOST
    every: bool = False
    once: bool = False
    some: bool = False
    of_text: int = 0
    kept: bool = False
    there: bool = False


KEPT = Takes(kept=True)


# -- whom a field names
def combatants(state: State[Any], _: tuple[str, ...]) -> Collection[str]:
    """Anybody who has entered the fight."""
    return tuple(state.fight.combatants)


def standing(state: State[Any], _: tuple[str, ...]) -> Collection[str]:
    """Whoever is not out of the fight."""
    return tuple(who.id for who in state.fight.combatants.values() if who.out is None)


def present(state: State[Any], _: tuple[str, ...]) -> Collection[str]:
    """Whoever has not been taken off the table."""
    return tuple(who.id for who in state.fight.combatants.values() if who.out != REMOVED)


def anybody(state: State[Any], path: tuple[str, ...]) -> Collection[str]:
    """A combatant, or with "" no particular one."""
    return ("", *combatants(state, path))


def seats(state: State[Any], _: tuple[str, ...]) -> Collection[str]:
    """Whoever sits at the table."""
    return tuple(state.fight.seats)


def sides_here(state: State[Any], _: tuple[str, ...]) -> Collection[str]:
    """The sides of those who have entered."""
    return tuple(dict.fromkeys(who.side for who in state.fight.combatants.values()))


def zones(state: State[Any], _: tuple[str, ...]) -> Collection[str]:
    """The zones of the ground."""
    ground = state.fight.ground
    return tuple(zone.key for zone in ground.zones) if ground is not None else ()


def bearer(state: State[Any], path: tuple[str, ...]) -> str:
    """The combatant whose part a path is in; "" where it is in nobody's."""
    return next((name for name in path if name in state.fight.combatants), "")


def vitals(state: State[Any], path: tuple[str, ...]) -> Collection[str]:
    """The vitals of the combatant whose part the path is in."""
    who = bearer(state, path)
    return tuple(state.fight.combatants[who].vitals) if who else ()


def words(*names: str) -> Among:
    """These words, in every fight."""
    return lambda state, path: names


def named_in(*tables: Mapping[str, Any]) -> Among:
    """The entries of a game's tables."""
    found = tuple(key for table in tables for key in table)
    return lambda state, path: found


KERNEL: dict[str, Takes] = {
    "Fight.round": Takes(),
    "Fight.acting": Takes(names=standing, once=True, some=True),
    "Fight.order": Takes(names=present, once=True),
    "Fight.outcome": Takes(of_text=200),
    "Combatant.kind": Takes(of_text=64),
    "Combatant.owner": Takes(names=seats),
    "Combatant.controller": Takes(names=seats),
    "Combatant.out": Takes(of_text=64),
    "Combatant.seenBy": Takes(names=seats, once=True),
    "Combatant.number": KEPT,
    "Condition.key": Takes(of_text=64),
    "Condition.source": Takes(names=combatants),
    "Condition.until": Takes(of_text=64),
    "Place.zone": Takes(names=zones),
    "Place.facing": Takes(of_text=64),
    "Place.side": Takes(names=sides_here),
}
"""What the fields that every game has take; names, vitals, conditions and places have laws of their own besides."""


class _Gone:
    """Marks a value that was not there before."""


_GONE = _Gone()


def faults(
    declared: Mapping[str, Takes], kind: Any, before: Any, after: Any, state: State[Any], path: tuple[str, ...] = ()
) -> Iterator[RuleRefusal]:
    """All that no fight can hold of a value that was changed. kind: its type; state: the changed one.

    What was there before stays allowed.
    """
    yield from _Judge(declared, state).value(kind, before, after, path)


def lost(declared: Mapping[str, Takes], before: State[Any], after: State[Any]) -> Iterator[RuleRefusal]:
    """Names in the system's part that stand for nothing any more, as what they name was taken away; missing entries."""
    was = {(_unnumbered(path), word) for path, word, _ in _Names(declared, before).dangling()}
    for path, word, fault in _Names(declared, after).dangling():
        if (_unnumbered(path), word) not in was:
            yield fault


def _unnumbered(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in path if not name.isdecimal())


_Dangling = tuple[tuple[str, ...], str, RuleRefusal]


class _Names:
    def __init__(self, declared: Mapping[str, Takes], state: State[Any]) -> None:
        self._declared, self._state = declared, state
        self._naming = frozenset(where for where, takes in declared.items() if takes.names or takes.keys)

    def dangling(self) -> Iterator[_Dangling]:
        """The names in the system's part that their fields do not take, and keys that they miss: path, name, fault."""
        yield from self._in(self._state.own, None, ("rules",))

    def _in(self, now: Any, takes: Takes | None, path: tuple[str, ...]) -> Iterator[_Dangling]:
        if isinstance(now, Struct):
            for name, wire, where in _naming_fields(type(now), self._naming):
                yield from self._in(getattr(now, name), self._declared.get(where), (*path, wire))
        elif isinstance(now, tuple):
            for number, item in enumerate(now):
                yield from self._in(item, takes, (*path, str(number)))
        elif isinstance(now, dict):
            if takes is not None and takes.keys is not None:
                known = takes.keys(self._state, path)
                yield from ((path, key, _unknown(path, key, known)) for key in now if key not in known)
                if takes.every:
                    yield from ((path, key, _each(path, known)) for key in known if key not in now)
            for key, item in now.items():
                yield from self._in(item, takes, (*path, str(key)))
        elif isinstance(now, str) and takes is not None and takes.names is not None:
            known = takes.names(self._state, path)
            if now not in known:
                yield path, now, _unknown(path, now, known)


@cache
def _naming_fields(cls: type[Struct], naming: frozenset[str]) -> tuple[tuple[str, str, str], ...]:
    """The fields of a struct that name something, or hold what does: name, JSON name, and how they are declared.

    naming: those that do, as they are declared. Most of a state names nothing, and need not be looked at.
    """
    hints = type_hints_of(cls)
    found = ((field.name, field.encode_name, f"{cls.__name__}.{field.encode_name}") for field in fields_of(cls))
    return tuple(pair for pair in found if pair[2] in naming or _names_below(hints[pair[0]], naming, set()))


def _names_below(hint: Any, naming: frozenset[str], seen: set[Any]) -> bool:
    """Whether a field below this type names something."""
    if hint is Any:
        return True
    for kind in _structs_of(hint):
        if kind in seen:
            continue
        seen.add(kind)
        hints = type_hints_of(kind)
        for field in fields_of(kind):
            if f"{kind.__name__}.{field.encode_name}" in naming or _names_below(hints[field.name], naming, seen):
                return True
    return False


def bare(hint: Any) -> Any:
    """A type without its notes, and without null."""
    while True:
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is Annotated:
            hint = args[0]
        elif origin in (typing.Union, types.UnionType) and len(args) == 2 and type(None) in args:
            hint = next(item for item in args if item is not type(None))
        else:
            return hint


class _Judge:
    def __init__(self, declared: Mapping[str, Takes], state: State[Any]) -> None:
        self._declared, self._state = declared, state

    def value(
        self, hint: Any, was: Any, now: Any, path: tuple[str, ...], takes: Takes | None = None
    ) -> Iterator[RuleRefusal]:
        """What is wrong with a value, or a part of it."""
        if now is None or now is was or now == was:
            return
        kind = bare(hint)
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if isinstance(now, Struct):
            yield from self._struct(now, was if type(was) is type(now) else _GONE, path)
        elif origin in (tuple, list):
            yield from self._items(args[0], was if isinstance(was, tuple) else (), now, path, takes)
        elif origin is dict:
            yield from self._entries(args[1], was if isinstance(was, dict) else {}, now, path, takes)
        elif takes is not None:
            yield from self._leaf(takes, now, path)

    def _struct(self, now: Struct, was: Any, path: tuple[str, ...]) -> Iterator[RuleRefusal]:
        hints = type_hints_of(type(now))
        for field in fields_of(type(now)):
            old, new = (_GONE if was is _GONE else getattr(was, field.name)), getattr(now, field.name)
            takes, here = self._declared.get(f"{type(now).__name__}.{field.encode_name}"), (*path, field.encode_name)
            kept = takes.kept if takes is not None else field.name == "id" and old is not _GONE
            if kept and old != new:
                yield _wrong(here, "this is the rules' own, and is not corrected by itself")
            elif takes is not None and takes.there and new is None and old is not None:
                yield RuleRefusal(f"{'.'.join(here)} cannot be null", field="value")
            else:
                yield from self.value(hints[field.name], old, new, here, takes)

    def _items(
        self, hint: Any, was: tuple[Any, ...], now: tuple[Any, ...], path: tuple[str, ...], takes: Takes | None
    ) -> Iterator[RuleRefusal]:
        if takes is not None and takes.some and bool(now) is not bool(was):
            yield _wrong(path, "somebody has to be named" if was else "nobody can be named now")
        if takes is not None and takes.once and len({msgspec.json.encode(item) for item in now}) < len(now):
            yield _wrong(path, "the same choice twice")
        for number, item in enumerate(now):
            if item not in was:
                old = was[number] if number < len(was) else _GONE
                yield from self.value(hint, old, item, (*path, str(number)), takes)

    def _entries(
        self, hint: Any, was: dict[Any, Any], now: dict[Any, Any], path: tuple[str, ...], takes: Takes | None
    ) -> Iterator[RuleRefusal]:
        new = [key for key in now if key not in was]
        if takes is not None and takes.keys is not None:
            known = takes.keys(self._state, path)
            yield from (_unknown(path, key, known) for key in new if key not in known)
            if takes.every and any(key not in now for key in known):
                yield _each(path, known)
        elif any(not (isinstance(key, str) and is_id(key)) for key in new):
            yield _wrong(path, "a key is letters, digits, - and _, at most 64")
        for key, value in now.items():
            yield from self.value(hint, was.get(key, _GONE), value, (*path, str(key)), takes)

    def _leaf(self, takes: Takes, now: Any, path: tuple[str, ...]) -> Iterator[RuleRefusal]:
        if isinstance(now, str):
            if takes.names is not None:
                known = takes.names(self._state, path)
                if now not in known:
                    yield _unknown(path, now, known)
            elif takes.of_text and len(now) > takes.of_text:
                yield _wrong(path, f"at most {takes.of_text} characters")
        elif isinstance(now, int) and not isinstance(now, bool) and not takes.least <= now <= takes.most:
            yield _wrong(path, f"{takes.least} to {takes.most}")


def _wrong(path: tuple[str, ...], reason: str) -> RuleRefusal:
    return RuleRefusal(f"{'.'.join(path)}: {reason}", field="value")


def _each(path: tuple[str, ...], known: Collection[str]) -> RuleRefusal:
    return _wrong(path, f"an entry for each of {', '.join(known)}")


def _unknown(path: tuple[str, ...], word: str, known: Collection[str]) -> RuleRefusal:
    there = ", ".join(name or '""' for name in list(known)[:20]) or "-"
    return _wrong(path, f"{word!r} is not among {there}")


def leaves(kind: type[Struct], declared: Mapping[str, Takes]) -> Iterator[tuple[str, bool]]:
    """Each field of a state, and those below it that may be corrected: whether what it takes is said.

    It is where it is declared, where its words and numbers have bounds in their types, and where it has none of them.
    """
    yield from _leaves(kind, {**KERNEL, **declared}, set())


def _leaves(kind: type[Struct], declared: Mapping[str, Takes], seen: set[Any]) -> Iterator[tuple[str, bool]]:
    if kind in seen:
        return
    seen.add(kind)
    hints = type_hints_of(kind)
    for field in fields_of(kind):
        where, hint = f"{kind.__name__}.{field.encode_name}", hints[field.name]
        yield where, where in declared or not any(_is_open(item) for item in _words_of(hint))
        for inner in _structs_of(hint) if where not in declared or not declared[where].kept else ():
            yield from _leaves(inner, declared, seen)


def _words_of(hint: Any) -> Iterator[Any]:
    """The types of words and numbers in a type, with their notes, beside those inside its structs."""
    if (typing.get_origin(hint) is Annotated and typing.get_args(hint)[0] in (str, int)) or hint in (str, int):
        yield hint
    else:
        # The keys of an object are ids, where nothing else is said.
        args = typing.get_args(hint)
        for item in args[1:] if typing.get_origin(hint) is dict else args:
            yield from _words_of(item)


def _is_open(hint: Any) -> bool:
    return not any(isinstance(note, msgspec.Meta) for note in typing.get_args(hint)[1:])


def _structs_of(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for item in typing.get_args(hint):
        yield from _structs_of(item)
