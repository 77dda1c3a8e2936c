"""The changes from one contract to another, in words, and their effect on clients.

breaking: a client that kept to the old contract may fail · dangerous: a client without a default branch may fail (the
guide asks for one, since event types and enum values are added) · additive: no client is affected.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from schemas.changes import events, messages, openapi, sdl
from schemas.changes.change import ADDITIVE, BREAKING, DANGEROUS, Change, Unreadable

GRAPHQL, OPENAPI, EVENTS, ASYNCAPI = ".graphql", "openapi.json", "events.schema.json", "asyncapi.json"
DERIVED = "possible-types.json"
"""Derived from the GraphQL schema, whose changes are reported there."""


def kind_of(text: str) -> str:
    """GRAPHQL, OPENAPI, ASYNCAPI or EVENTS, by a text's content. Unreadable for any other JSON document."""
    if not text.lstrip().startswith("{"):
        return GRAPHQL
    document = _json(text)
    if "openapi" in document:
        return OPENAPI
    if "asyncapi" in document:
        return ASYNCAPI
    if document.get("title") == "Event" and "anyOf" in document:
        return EVENTS
    raise Unreadable("this JSON is neither an OpenAPI document nor an AsyncAPI document nor the schema of events")


def changes_of(name: str, old: str, new: str) -> list[Change]:
    """The changes of one file, worst first. Unreadable if a text does not match its name."""
    if name.endswith(GRAPHQL):
        return in_order(sdl.changes(old, new))
    if name == DERIVED:
        return []
    compare = {OPENAPI: openapi.changes, ASYNCAPI: messages.changes}.get(name, events.changes)
    try:
        return in_order(compare(_json(old), _json(new)))
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"this document is not put together like {name}: {error!r}") from error


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, list[Change]]:
    """The changes of a whole contract, by file; files without any are left out."""
    found: dict[str, list[Change]] = {}
    for name in sorted({*old, *new}):
        if name not in new:
            found[name] = [Change(BREAKING, f"{name} is gone: clients that were generated from it have no server")]
        elif name not in old:
            found[name] = [Change(ADDITIVE, f"{name} is new")]
        elif old[name] != new[name] and (told := changes_of(name, old[name], new[name])):
            found[name] = told
    return found


def breaks(changes: Mapping[str, Iterable[Change]]) -> list[str]:
    """The breaking changes among them, each with its file."""
    return [f"{name}: {change.what}" for name, told in changes.items() for change in told if change.weight == BREAKING]


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Worst first, each once."""
    return sorted(dict.fromkeys(changes), key=lambda change: (BREAKING, DANGEROUS, ADDITIVE).index(change.weight))


def _json(text: str) -> dict[str, object]:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise Unreadable(f"this is no JSON: {error}") from error
    if not isinstance(document, dict):
        raise Unreadable("this JSON is no document: an object was expected")
    return document


__all__ = [
    "ADDITIVE",
    "ASYNCAPI",
    "BREAKING",
    "DANGEROUS",
    "EVENTS",
    "GRAPHQL",
    "OPENAPI",
    "Change",
    "Unreadable",
    "breaks",
    "changes",
    "changes_of",
    "in_order",
    "kind_of",
]
