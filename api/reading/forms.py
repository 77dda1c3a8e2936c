"""JSON Schema of a game's sheets and setups as forms need it: every field described, and what its values name."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from api.words import humanised
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal, SheetRefused
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.named import COMBATANT, SIDE
from engine.kernel.words.wordbook import humanised_id
from schemas.glossary import GLOSSARY
from schemas.wording import Wording, doc, enum_doc

CATALOGUES = "x-catalogues"
"""The keyword of a field whose values, or keys, name entries of the game's content: a list of the content's keys."""

ENTRIES = "x-entries"
"""The keyword of a sheet's `ref`: the entries of these catalogues that may enter a fight, by id."""

NAMED = "x-names"
"""The keyword of a field whose values, or keys, name a combatant or a side of the fight: COMBATANT or SIDE."""

LABELS = "x-labels"
"""The keyword of an enum: its values in words, by value."""

_OURS = ("engine.kernel.", "schemas.")


def form_schema(cls: type[Struct], book: Rulebook[Any]) -> Any:
    """JSON Schema 2020-12 of a struct of a game. Descriptions are those of the GraphQL schema."""
    (shape,), components = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
    system = book.system
    wording = Wording({"": GLOSSARY, book.prefix: system.glossary})
    parts = {part.__name__: part for part in _parts(cls)}
    named = system.catalogues
    made = {
        name: _described(component, parts.get(name), wording, book.prefix, named)
        for name, component in components.items()
    }
    ref = made.get(cls.__name__, {}).get("properties", {}).get("ref", {})
    if CATALOGUES in ref:
        ref[ENTRIES] = _enterable(book, (id for key in ref[CATALOGUES] for id in system.content[key]))
    return {**shape, "$defs": made}


def worded(form: Any, book: Rulebook[Any], locale: str) -> Any:
    """A form with the titles of its fields, and its enums' values, in words. The form itself stays as it is."""

    def called(name: str) -> str:
        return book.system.word(f"sheet.{name}", locale)

    made = {}
    for name, shape in form["$defs"].items():
        if "enum" in shape:
            labels = {key: called(f"{name}.{key}") or called(key) or humanised_id(key).lower() for key in shape["enum"]}
            made[name] = {**shape, LABELS: labels}
            continue
        fields = {
            key: {**item, "title": called(key) or humanised(key)} for key, item in shape.get("properties", {}).items()
        }
        made[name] = {**shape, "properties": fields} if fields else shape
    return {**form, "$defs": made}


def _enterable(book: Rulebook[Any], ids: Iterable[str]) -> list[str]:
    """The entries that a sheet may name as `ref`: what only helps, or is ridden, may be of the same catalogue."""
    found = []
    for id in ids:
        try:
            book.system.enter(msgspec.convert({"ref": id}, book.system.sheet), None)
        except SheetRefused as refusal:
            if refusal.field == "sheet.ref":
                continue
        except RuleRefusal:
            pass  # it wants more beside the name
        found.append(id)
    return found


def _described(
    shape: dict[str, Any], cls: Any, wording: Wording, prefix: str, named: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """A component with descriptions of itself and of its fields."""
    if cls is None:
        return shape
    own = "" if cls.__module__.startswith(_OURS) else prefix
    if issubclass(cls, Enum):
        said = enum_doc(cls)
        words = wording.values(cls.__name__, [member.name for member in cls], own, said)
        told = [f"{name}: {text}" for name, text in words.items() if text]
        whole = "\n".join(part for part in (said or wording.listed(cls.__name__, own), *told) if part)
        return {**shape, "description": whole} if whole else shape
    words, hints = wording.fields(cls, own), type_hints_of(cls)
    properties = dict(shape.get("properties", {}))
    for field in fields_of(cls):
        name = field.encode_name
        if name not in properties:
            continue
        more: dict[str, Any] = {}
        if words[field.name]:
            more["description"] = words[field.name]
        if catalogues := named.get(f"{cls.__name__}.{name}"):
            more[CATALOGUES] = list(catalogues)
        if who := next((mark for mark in _marks(hints[field.name]) if mark in (COMBATANT, SIDE)), None):
            more[NAMED] = who.value
        properties[name] = {**properties[name], **more}
    text = doc(cls)
    return {**shape, **({"description": text} if text else {}), "properties": properties}


def _marks(hint: Any) -> Iterator[Any]:
    """What a type is annotated with, outside and inside: its list may be nested."""
    yield from getattr(hint, "__metadata__", ())
    for inside in get_args(hint):
        yield from _marks(inside)


def _parts(kind: Any, seen: set[Any] | None = None) -> Iterator[type[Any]]:
    """The structs and enums that a type consists of."""
    seen = set() if seen is None else seen
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _parts(get_args(kind)[0], seen)
    elif origin in (Union, types.UnionType, list, tuple, dict, frozenset, set):
        for item in get_args(kind):
            yield from _parts(item, seen)
    elif isinstance(kind, type) and issubclass(kind, (Struct, Enum)) and kind not in seen:
        seen.add(kind)
        yield kind
        if issubclass(kind, Struct):
            for hint in type_hints_of(kind).values():
                yield from _parts(hint, seen)
