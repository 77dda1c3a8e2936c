"""What a new contract means for clients of an old one, in words.

breaking: a client that kept to the old one may fail · dangerous: one that handles every value it knows, and no other,
may (the guide asks for a default branch: new event types and enum values come) · additive: nobody notices.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from schemas.changes import events, openapi, sdl
from schemas.changes.change import ADDITIVE, BREAKING, DANGEROUS, Change, Unreadable

GRAPHQL, OPENAPI, EVENTS = ".graphql", "openapi.json", "events.schema.json"
DERIVED = "possible-types.json"
"""Says nothing that the GraphQL schema does not say: what changes there is told there."""


def kind_of(text: str) -> str:
    """GRAPHQL, OPENAPI or EVENTS, by what a text holds. Unreadable for a JSON document that is none of them."""
    if not text.lstrip().startswith("{"):
        return GRAPHQL
    document = _json(text)
    if "openapi" in document:
        return OPENAPI
    if document.get("title") == "Event" and "anyOf" in document:
        return EVENTS
    raise Unreadable("this JSON is neither an OpenAPI document nor the schema of events")


def changes_of(name: str, old: str, new: str) -> list[Change]:
    """The changes of one file, worst first. Unreadable where a text is not what its name says."""
    if name.endswith(GRAPHQL):
        return in_order(sdl.changes(old, new))
    if name == DERIVED:
        return []
    compare = openapi.changes if name == OPENAPI else events.changes
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


def breaks(found: Mapping[str, Iterable[Change]]) -> list[str]:
    """The breaking changes among them, each with its file."""
    return [f"{name}: {change.what}" for name, told in found.items() for change in told if change.weight == BREAKING]


def in_order(found: Iterable[Change]) -> list[Change]:
    """Worst first, each once."""
    return sorted(dict.fromkeys(found), key=lambda change: (BREAKING, DANGEROUS, ADDITIVE).index(change.weight))


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
