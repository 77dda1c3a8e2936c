"""The contract as documents: what `schemas/` keeps, made from the code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from graphql import (
    GraphQLSchema,
    build_ast_schema,
    is_abstract_type,
    lexicographic_sort_schema,
    parse,
    print_schema,
)

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
    return _printed(_sorted(books))


def _sorted(books: Iterable[Rulebook[Any]]) -> GraphQLSchema:
    document = parse(build_schema(list(books)).as_str(), no_location=True)
    return lexicographic_sort_schema(build_ast_schema(document, assume_valid=True))  # built: it is valid


def _printed(schema: GraphQLSchema) -> str:
    # graphql-core leaves out what it knows by itself, and older tools do not
    return f"{ONE_OF}\n\n{print_schema(schema)}\n"


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


def possible_types(schema: GraphQLSchema) -> dict[str, list[str]]:
    """Interface or union -> the types that it may be: what Apollo's cache has to be told to match fragments."""
    abstract = [found for found in schema.type_map.values() if is_abstract_type(found)]
    return {one.name: sorted(t.name for t in schema.get_possible_types(one)) for one in sorted(abstract, key=_name)}


def _name(one: Any) -> str:
    return str(one.name)


class _Contract(Mapping[str, str | dict[str, Any]]):
    """Documents by their names, each made when it is first asked for: a schema takes a while."""

    def __init__(self, makers: Mapping[str, Callable[[], str | dict[str, Any]]]) -> None:
        self._makers = {name: cache(make) for name, make in makers.items()}

    def __getitem__(self, name: str) -> str | dict[str, Any]:
        return self._makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def contract(registry: Registry | None = None) -> Mapping[str, str | dict[str, Any]]:
    """File name -> what belongs in it, for the installed systems; `schemas.files.texts` writes it out."""
    books = list((registry or Registry.installed()).books.values())
    whole = cache(partial(_sorted, books))
    return _Contract(
        {
            "schema.graphql": lambda: _printed(whole()),
            **{f"{book.system.id}.graphql": partial(schema_of, [book]) for book in books},
            "openapi.json": partial(openapi, ROUTES),
            "events.schema.json": partial(events_schema, books),
            "possible-types.json": lambda: possible_types(whole()),
        }
    )
