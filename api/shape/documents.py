"""Laws over the documents beside the schema, OpenAPI and the events' JSON Schema: generators make programs of them."""

from __future__ import annotations

from collections.abc import Iterator

from api.publishing import events_schema
from api.rest.components import PLAIN
from api.rest.openapi import openapi
from api.rest.table import ROUTES
from api.shape.served import Finding, Served


def components_have_plain_names(served: Served) -> Iterator[Finding]:
    """A class and a file of each: plain words, and titled the same."""
    for parts in (openapi(ROUTES)["components"]["schemas"], events_schema(served.books)["$defs"]):
        for name, part in parts.items():
            if not PLAIN.match(name):
                yield Finding("components", name, "cannot be the name of a class everywhere: letters and digits only")
            if part.get("title") != name:
                yield Finding("components", name, f"is titled {part.get('title')!r}: generators would rename it")


LAWS = (components_have_plain_names,)
