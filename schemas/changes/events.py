"""Changes of the events' JSON Schema: an event that is gone, and what a reader of `data` would miss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from schemas.changes.change import BREAKING, DANGEROUS, Change
from schemas.changes.shapes import Shape, Shapes


def changes(old: Shape, new: Shape) -> Iterator[Change]:
    """From one document to another. A new event is dangerous: a client without a default branch meets it."""
    shapes = Shapes(old, new, sent=False)
    for before, after in zip(old.get("allOf", ()), new.get("allOf", ()), strict=False):
        yield from shapes.changes(before, after, "Event")
    befores, afters = _events(old), _events(new)
    for name, data in befores.items():
        if name not in afters:
            yield Change(BREAKING, f"the event {name} is gone")
        else:
            yield from shapes.changes(data, afters[name], name)
    yield from (Change(DANGEROUS, f"the event {name} is new") for name in sorted(afters.keys() - befores.keys()))


def _events(document: Shape) -> dict[str, Any]:
    """The name of an event -> the shape of its data."""
    return {
        kind["properties"]["type"]["const"]: kind["properties"]["data"]
        for kind in document.get("anyOf", ())
        if "data" in kind.get("properties", {})
    }
