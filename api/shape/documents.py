"""Laws on the documents besides the schema: OpenAPI, AsyncAPI, the events' JSON Schema: code is generated of them."""

from __future__ import annotations

from collections.abc import Iterator

from api.rest.asyncapi import asyncapi
from api.rest.components import PLAIN
from api.rest.openapi import openapi
from api.rest.routes import ROUTES
from api.shape.published import events_schema
from api.shape.served import Finding, Served


def components_have_plain_names(served: Served) -> Iterator[Finding]:
    """Component names are plain words equal to their titles: generators make a class and a file of each."""
    documents = (openapi(ROUTES), asyncapi())
    for parts in (*(document["components"]["schemas"] for document in documents), events_schema(served.books)["$defs"]):
        for name, part in parts.items():
            if not PLAIN.match(name):
                yield Finding("components", name, "cannot be the name of a class everywhere: letters and digits only")
            if part.get("title") != name:
                yield Finding("components", name, f"is titled {part.get('title')!r}: generators would rename it")


LAWS = (components_have_plain_names,)
