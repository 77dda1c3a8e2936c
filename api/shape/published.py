"""The contract as documents, generated from the code and kept in `schemas/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any

from graphql import (
    GraphQLSchema,
    is_abstract_type,
    is_input_object_type,
    lexicographic_sort_schema,
    print_schema,
)

from api.graphql.schema import build_schema
from api.graphql.variables import is_one_of
from api.rest.asyncapi import asyncapi
from api.rest.components import components_of
from api.rest.openapi import openapi
from api.rest.routes import ROUTES
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.state.events import KERNEL_EVENTS
from engine.service.registry import Registry
from schemas.answers import Told
from schemas.files import MadeOnce

ONE_OF = """\"\"\"Exactly one of the fields of such an input is sent, and it is not null.\"\"\"
directive @oneOf on INPUT_OBJECT"""
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"


def schema_of(books: Iterable[Rulebook[Any]]) -> str:
    """The schema of these systems, in a stable order."""
    return _printed(_sorted(books))


def _sorted(books: Iterable[Rulebook[Any]]) -> GraphQLSchema:
    schema = lexicographic_sort_schema(build_schema(list(books))._schema)
    for found in schema.type_map.values():
        if is_input_object_type(found):
            found.is_one_of = is_one_of(
                found
            )  # known to strawberry's types alone, while this is printed by graphql-core
    return schema


def _printed(schema: GraphQLSchema) -> str:
    # graphql-core omits built-in definitions, which older tools need
    return f"{ONE_OF}\n\n{print_schema(schema)}\n"


def events_schema(books: Iterable[Rulebook[Any]]) -> dict[str, Any]:
    """JSON Schema of an event as REST and exports send it: the envelope, and `data` by its `type`.

    Fields may be added to any event: readers ignore those they do not know.
    """
    books = list(books)
    classes: dict[str, Any] = {cls.__name__: cls for cls in KERNEL_EVENTS}
    definitions: dict[str, Any] = {}
    kinds: dict[str, dict[str, Any]] = {}
    (envelope,), words = components_of([Told], _REF)
    groups = [("", classes), *((book.home, {book.codec.names[c]: c for c in book.system.events}) for book in books)]
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
        "discriminator": {"propertyName": "type", "mapping": refs},  # a keyword of OpenAPI, used by generators
        "$defs": definitions,
    }


def possible_types(schema: GraphQLSchema) -> dict[str, list[str]]:
    """Interface or union -> its possible types, which Apollo's cache needs to match fragments."""
    abstract = [found for found in schema.type_map.values() if is_abstract_type(found)]
    return {item.name: sorted(t.name for t in schema.get_possible_types(item)) for item in sorted(abstract, key=_name)}


def _name(item: Any) -> str:
    return str(item.name)


def contract(registry: Registry | None = None) -> Mapping[str, str | dict[str, Any]]:
    """File name -> its content, for the installed systems; `schemas.files.texts` serializes it."""
    there = registry or Registry.installed()
    books, games = there.all, there.books.values()
    whole = cache(partial(_sorted, books))
    return MadeOnce(
        {
            "schema.graphql": lambda: _printed(whole()),
            **{f"{book.system.id}.graphql": partial(schema_of, [book, campaign_book(book)]) for book in games},
            "openapi.json": partial(openapi, ROUTES),
            "asyncapi.json": asyncapi,
            "events.schema.json": partial(events_schema, books),
            "possible-types.json": lambda: possible_types(whole()),
        }
    )
