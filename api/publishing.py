"""The contract as documents: what `schemas/` keeps, made from the code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from graphql import build_schema as parse_schema
from graphql import is_abstract_type, lexicographic_sort_schema, print_schema

from api.graphql.schema import build_schema
from api.rest.openapi import openapi
from api.rest.table import ROUTES
from engine.kernel.events import KERNEL_EVENTS
from engine.kernel.rulebook import Rulebook
from engine.service.registry import Registry
from schemas.answers import Told

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(books: Iterable[Rulebook[Any]]) -> str:
    """The schema of these systems, in a stable order."""
    sdl = build_schema(list(books)).as_str()
    return print_schema(lexicographic_sort_schema(parse_schema(sdl))) + "\n"


def events_schema(books: Iterable[Rulebook[Any]]) -> dict[str, Any]:
    """JSON Schema of an event as REST and exports send it: the envelope, and `data` by its `type`.

    Fields may be added to any event: a reader takes what it knows.
    """
    books = list(books)
    classes: dict[str, Any] = {cls.__name__: cls for cls in KERNEL_EVENTS}
    definitions: dict[str, Any] = {}
    kinds: list[Any] = []
    groups = [("", classes), *((book.prefix, {book.codec.names[c]: c for c in book.system.events}) for book in books)]
    for prefix, group in groups:
        template = f"#/$defs/{prefix}{{name}}"
        shapes, parts = msgspec.json.schema_components(list(group.values()), ref_template=template)
        definitions.update({f"{prefix}{name}": part for name, part in parts.items()})
        for name, shape in zip(group, shapes, strict=True):
            kinds.append({"properties": {"type": {"const": name}, "data": shape}, "required": ["type", "data"]})
    (envelope,), words = msgspec.json.schema_components([Told], ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        "title": "Event",
        "description": "An event of a fight, as a seat may know it.",
        "allOf": [envelope],
        "anyOf": kinds,
        "$defs": {**definitions, **words},
    }


def possible_types(sdl: Any) -> dict[str, list[str]]:
    """Interface or union -> the types that it may be: what Apollo's cache has to be told to match fragments."""
    schema = parse_schema(sdl)
    abstract = [found for found in schema.type_map.values() if is_abstract_type(found)]
    return {one.name: sorted(t.name for t in schema.get_possible_types(one)) for one in sorted(abstract, key=_name)}


def _name(one: Any) -> str:
    return str(one.name)


def contract(registry: Registry | None = None) -> dict[str, str | dict[str, Any]]:
    """File name -> what belongs in it, for the installed systems; `schemas.files.texts` writes it out."""
    books = list((registry or Registry.installed()).books.values())
    made: dict[str, str | dict[str, Any]] = {"schema.graphql": schema_of(books)}
    for book in books:
        made[f"{book.system.id}.graphql"] = schema_of([book])
    made["openapi.json"] = openapi(ROUTES)
    made["events.schema.json"] = events_schema(books)
    made["possible-types.json"] = possible_types(made["schema.graphql"])
    return made
