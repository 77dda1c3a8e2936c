"""Whom the strings of a setup name, and what of it a seat may read. Names of unknown combatants are left out.

A setup is fixed before any combatant has entered, and everybody reads the event that holds it. So the type of each of
its strings declares whom it names (`COMBATANT`, `SIDE`, `GM_ONLY`, `NOBODY`), or the system cannot be registered:

    elements_except: tuple[Annotated[Id, COMBATANT], ...] = ()

A seat reads the names of combatants that it knows. Only the game master reads a name that no combatant has yet: its
bearer may come in hidden. What is left out is the smallest removable thing around the name: an item of a list, an entry
of a dictionary, a field that may be null.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from msgspec import Struct, convert, structs

from engine.kernel.state.fight import Fight
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.messages import plain
from engine.kernel.structs.named import Names

Knows = Callable[[Names, str], bool]
"""Whether a reader may know this name."""

Pick = Callable[[Any, Knows], Any]
"""What a reader gets of a value; the value itself where that is all of it."""


class Undeclared(Exception):
    """A field that a system has to change; the message says how."""


class _Gone:
    """Marks a value that is left out."""


_GONE = _Gone()


def known_to(fight: Fight, seat: str | None) -> Knows:
    """What a seat (None: everybody) knows of a fight."""
    if fight.is_gm(seat):
        return lambda names, word: True
    combatants, sides = fight.seen(seat)

    def knows(names: Names, word: str) -> bool:
        if names is Names.COMBATANT:
            return word in combatants
        return names is Names.SIDE and word in sides

    return knows


# -- what a type declares
def _mark(hint: Any) -> Names | None:
    """The mark on a type; None where it has none."""
    marks = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Names)]
    return marks[-1] if marks else None


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


def _bare(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint


@cache
def picker(hint: Any) -> Pick | None:
    """How a value of this type is narrowed for a reader; None where nothing of it is ever withheld."""
    return _picker(hint, frozenset())


def _picker(hint: Any, above: frozenset[Any]) -> Pick | None:
    mark = _mark(hint)
    if mark is not None and mark is not Names.NOBODY:
        return lambda value, knows: value if value is None or knows(mark, value) else _GONE
    bare = _bare(hint)
    origin, args = typing.get_origin(bare), typing.get_args(bare)
    if _is_struct(bare) or _is_struct(origin):
        return None if bare in above else _struct_picker(bare, above | {bare})
    if origin in (typing.Union, types.UnionType):
        inner = [pick for arg in args if (pick := _picker(arg, above)) is not None]
        return _nullable(inner[0]) if inner else None
    if origin in (tuple, list):
        item = next((pick for arg in args if arg is not Ellipsis and (pick := _picker(arg, above)) is not None), None)
        return None if item is None else _items(item)
    if origin is dict:
        keys, values = (_picker(arg, above) for arg in args)
        return None if keys is None and values is None else _entries(keys, values)
    return None


def _nullable(inner: Pick) -> Pick:
    def pick(value: Any, knows: Knows) -> Any:
        visible = value if value is None else inner(value, knows)
        return None if visible is _GONE else visible

    return pick


def _items(item: Pick) -> Pick:
    def pick(value: Any, knows: Knows) -> Any:
        visible = [item(element, knows) for element in value]
        if all(new is old for new, old in zip(visible, value, strict=True)):
            return value
        return type(value)(element for element in visible if element is not _GONE)

    return pick


def _entries(keys: Pick | None, values: Pick | None) -> Pick:
    def pick(value: Any, knows: Knows) -> Any:
        visible = {
            key: item if values is None else values(item, knows)
            for key, item in value.items()
            if keys is None or keys(key, knows) is not _GONE
        }
        visible = {key: item for key, item in visible.items() if item is not _GONE}
        return value if len(visible) == len(value) and all(visible[key] is value[key] for key in visible) else visible

    return pick


def picker_of(cls: type[Struct], kind: type[Struct]) -> Pick | None:
    """As `picker`, for a struct's fields of one type only."""
    return _struct_picker(cls, frozenset({cls}), kind)


def _struct_picker(cls: Any, above: frozenset[Any], kind: type[Struct] | None = None) -> Pick | None:
    struct = typing.get_origin(cls) or cls
    type_hints = {name: hint for name, hint in type_hints_of(struct).items() if kind is None or hint is kind}
    found = ((name, _picker(hint, above)) for name, hint in type_hints.items())
    picks = {name: inner for name, inner in found if inner is not None}
    if not picks:
        return None

    def pick(value: Any, knows: Knows) -> Any:
        changes = {}
        for name, inner in picks.items():
            was = getattr(value, name)
            visible = inner(was, knows)
            if visible is _GONE:
                return _GONE
            if visible is not was:
                changes[name] = visible
        return structs.replace(value, **changes) if changes else value

    return pick


# -- whom a value names
Named = Callable[[Any], Iterator[str]]
"""The sides that a value names."""


@cache
def sides_in(hint: Any) -> Named | None:
    """Finds the sides that a value of this type names; None where it never names one."""
    return _named_in(hint, Names.SIDE, frozenset())


def _named_in(hint: Any, kind: Names, above: frozenset[Any]) -> Named | None:
    if (mark := _mark(hint)) is not None:
        return _itself if mark is kind else None
    bare = _bare(hint)
    origin, args = typing.get_origin(bare), typing.get_args(bare)
    if _is_struct(bare):
        if bare in above:
            return None
        parts = {name: _named_in(inner, kind, above | {bare}) for name, inner in type_hints_of(bare).items()}
        named = {name: find for name, find in parts.items() if find is not None}
        return _in_fields(named) if named else None
    finds = [None if arg in (Ellipsis, type(None)) else _named_in(arg, kind, above) for arg in args]
    if not any(finds):
        return None
    if origin is dict:
        return _in_entries(*finds)
    first = next(find for find in finds if find is not None)
    return _in_items(first) if origin in (tuple, list) else first


def _itself(value: Any) -> Iterator[str]:
    if value is not None:
        yield value


def _in_fields(named: dict[str, Named]) -> Named:
    def find(value: Any) -> Iterator[str]:
        for name, inner in named.items() if value is not None else ():
            yield from inner(getattr(value, name))

    return find


def _in_items(item: Named) -> Named:
    return lambda value: (side for element in value or () for side in item(element))


def _in_entries(keys: Named | None, values: Named | None) -> Named:
    def find(value: Any) -> Iterator[str]:
        for key, item in (value or {}).items():
            yield from keys(key) if keys else ()
            yield from values(item) if values else ()

    return find


@cache
def _sides_of(cls: type[Struct]) -> tuple[tuple[str, Named], ...]:
    type_hints = type_hints_of(cls)
    found = ((f.name, sides_in(type_hints[f.name])) for f in fields_of(cls))
    return tuple((name, find) for name, find in found if find is not None)


def sides_named(thing: Struct, narrowed: Collection[str] = ()) -> tuple[frozenset[str], frozenset[str]]:
    """The sides that an event, an order or a question names, and those that only its narrowed fields do."""
    finds = _sides_of(type(thing))
    if not finds:
        return _NOBODY
    shown: set[str] = set()
    kept: set[str] = set()
    for name, find in finds:
        (kept if name in narrowed else shown).update(find(getattr(thing, name)))
    return frozenset(shown), frozenset(kept - shown)


_NOBODY: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def sides_in_figures(cls: type[Struct], figures: Mapping[str, Any]) -> frozenset[str]:
    """The sides that a question of this class names, by its figures as JSON."""
    finds = dict(_sides_of(cls))
    if not finds:
        return frozenset()
    type_hints = type_hints_of(cls)
    told = {f.name: figures[f.encode_name] for f in fields_of(cls) if f.name in finds and f.encode_name in figures}
    return frozenset(side for name, value in told.items() for side in finds[name](convert(value, type_hints[name])))


@cache
def _parts_of(cls: type[Struct]) -> tuple[tuple[str, str, Named], ...]:
    type_hints = type_hints_of(cls)
    found = ((f.name, f.encode_name, _named_in(type_hints[f.name], Names.PART, frozenset())) for f in fields_of(cls))
    return tuple((name, word, find) for name, word, find in found if find is not None)


def parts_named(thing: Struct) -> dict[str, frozenset[str]]:
    """The parts of the ground that a thing names by key, by its fields' JSON names."""
    return {word: frozenset(find(getattr(thing, name))) for name, word, find in _parts_of(type(thing))}


# -- what a system has to declare
@cache
def check_sides(cls: type[Struct]) -> None:
    """Undeclared where a field named like a side does not declare it. Cached: every system has the kernel's events."""
    for where, hint in _leaves(cls, cls.__name__, frozenset()):
        field = where.rpartition(".")[2]
        if field in ("side", "sides") and _mark(hint) is None:
            raise Undeclared(f"{where} names a side: write Annotated[..., SIDE], or NOBODY where all may read it")


def check_declared(cls: type[Struct], sheet: type[Struct]) -> None:
    """Undeclared where a string of a setup does not declare whom it names. A sheet in it follows sheet rules."""
    for where, hint in _leaves(cls, cls.__name__, frozenset({sheet})):
        if _mark(hint) is None and (_bare(hint) in (str, bytes, Any, object)):
            raise Undeclared(
                f"{where} does not say whom it names: write Annotated[..., COMBATANT], SIDE, GM_ONLY or NOBODY "
                "(engine.kernel.structs.named)"
            )


def check_removable(cls: type[Struct]) -> None:
    """Undeclared where a name that may be withheld cannot be removed."""
    for name, hint in type_hints_of(cls).items():
        if typing.get_origin(hint) is not typing.ClassVar and _whole_goes(hint, frozenset({cls})):
            raise Undeclared(f"{cls.__name__}.{name} may be withheld: make it `T | None`, or an item of a list")


def _whole_goes(hint: Any, above: frozenset[Any]) -> bool:
    """Whether a value of this type may be left out whole."""
    mark, bare = _mark(hint), _bare(hint)
    if mark is not None:
        return mark is not Names.NOBODY
    struct = bare if _is_struct(bare) else typing.get_origin(bare)
    if _is_struct(struct) and struct not in above:
        return any(_whole_goes(inner, above | {struct}) for inner in type_hints_of(struct).values())
    return False


def _leaves(hint: Any, where: str, above: frozenset[Any]) -> Iterator[tuple[str, Any]]:
    """Every leaf type in a type, and its path."""
    bare = _bare(hint)
    origin, args = typing.get_origin(bare), typing.get_args(bare)
    struct = bare if _is_struct(bare) else origin if _is_struct(origin) else None
    if struct is not None:
        if struct not in above:
            for name, inner in type_hints_of(struct).items():
                if typing.get_origin(inner) is not typing.ClassVar:
                    yield from _leaves(inner, f"{struct.__name__}.{name}", above | {struct})
    elif origin is typing.Literal:
        pass
    elif args and _mark(hint) is None:
        for arg in args:
            if arg not in (Ellipsis, type(None)):
                yield from _leaves(arg, where, above)
    else:
        yield where, hint


# -- a setup as JSON
class Coming(Struct, frozen=True):
    """A combatant that a fight begins with. hidden: not everybody knows of it."""

    combatant: str
    side: str
    hidden: bool


def divided(
    raw: dict[str, Any], setup: Struct, people: Sequence[Coming]
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """(what everybody reads of a setup, the fields of it that are the game master's; None: there is no such part).

    raw: as it was sent; setup: decoded; people: the initial combatants. A field of which nothing is left is omitted, as
    if it had not been sent. Where a combatant is hidden there is always a second part, so its presence does not reveal
    that the setup names one.
    """
    pick = picker(type(setup))
    if pick is None:
        return raw, None
    seen = [person for person in people if not person.hidden]
    known = {Names.COMBATANT: {arrival.combatant for arrival in seen}, Names.SIDE: {arrival.side for arrival in seen}}
    visible, somebody = pick(setup, lambda names, word: word in known.get(names, ())), len(seen) < len(people)
    public, withheld = dict(raw), {}
    for field in fields_of(type(setup)):
        name, now, was = field.encode_name, getattr(visible, field.name), getattr(setup, field.name)
        if (
            name in raw
            and picker(type_hints_of(type(setup))[field.name])
            and (now is not was or (somebody and not now))
        ):
            withheld[name] = public.pop(name)
            if now:
                public[name] = plain(now)
    return public, withheld if withheld or somebody else None


def divided_sides(
    sides: Sequence[SideEntry], people: Sequence[Coming]
) -> tuple[tuple[SideEntry, ...], tuple[SideEntry, ...] | None]:
    """(the sides of which everybody knows somebody, the others; None: nobody is hidden).

    people: the initial combatants. Where one of them is hidden there is always a second part, maybe an empty one, so
    that its presence tells nothing.
    """
    shown = {person.side for person in people if not person.hidden}
    public = tuple(side for side in sides if side.key in shown)
    if not any(person.hidden for person in people):
        return public, None
    return public, tuple(side for side in sides if side.key not in shown)


def divided_typing(typed_by: TypedBy, people: Sequence[Coming]) -> tuple[TypedBy, tuple[str, ...] | None]:
    """(whose rolls people type, as far as everybody may know it; the other sides, None: there are none).

    people: the initial combatants.
    """
    shown = {person.side for person in people if not person.hidden}
    withheld = tuple(side for side in typed_by.sides if side not in shown)
    if not withheld:
        return typed_by, None
    public = tuple(side for side in typed_by.sides if side in shown)
    return structs.replace(typed_by, sides=public), withheld
