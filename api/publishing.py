"""The contract as documents: what `schemas/` keeps, made from the code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphql import build_schema as parse_schema
from graphql import is_abstract_type, lexicographic_sort_schema, print_schema

from api.graphql.schema import build_schema
from api.rest.components import components_of
from api.rest.openapi import openapi
from api.rest.table import ROUTES
from engine.kernel.events import KERNEL_EVENTS
from engine.kernel.rulebook import Rulebook
from engine.service.registry import Registry
from schemas.answers import Told

ONE_OF = """\"\"\"Exactly one of the fields of such an input is sent, and it is not null.\"\"\"
directive @oneOf on INPUT_OBJECT"""
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"


def schema_of(books: Iterable[Rulebook[Any]]) -> str:
    """The schema of these systems, in a stable order."""
    sdl = build_schema(list(books)).as_str()
    printed = print_schema(lexicographic_sort_schema(parse_schema(sdl)))
    return f"{ONE_OF}\n\n{printed}\n"  # graphql-core leaves out what it knows by itself, and older tools do not


def events_schema(books: Iterable[Rulebook[Any]]) -> dict[str, Any]:
    """JSON Schema of an event as REST and exports send it: the envelope, and `data` by its `type`.

    Fields may be added to any event: a reader takes what it knows.
    """
    books = list(books)
    classes: dict[str, Any] = {cls.__name__: cls for cls in KERNEL_EVENTS}
    definitions: dict[str, Any] = {}
    kinds: dict[str, dict[str, Any]] = {}
    (envelope,), words = components_of([Told], _REF)
    groups = [("", classes), *((book.prefix, {book.codec.names[c]: c for c in book.system.events}) for book in books)]
    for prefix, group in groups:
        shapes, parts = components_of(group.values(), _REF, prefix)
        definitions.update(parts)
        for name, shape in zip(group, shapes, strict=True):
            kinds[name] = {
                "title": f"{name}Event",
                "allOf": [envelope],
                "type": "object",
                "properties": {"type": {"const": name}, "data": shape},
                "required": ["type", "data"],
            }
    definitions |= {**words, **{kind["title"]: kind for kind in kinds.values()}}
    refs = {name: _REF.format(name=kind["title"]) for name, kind in kinds.items()}
    return {
        "$schema": DIALECT,
        "title": "Event",
        "description": "An event of a fight, as a seat may know it.",
        "anyOf": [{"title": kind["title"], "$ref": refs[name]} for name, kind in kinds.items()],
        "discriminator": {"propertyName": "type", "mapping": refs},  # a word of OpenAPI, which generators heed
        "$defs": definitions,
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
