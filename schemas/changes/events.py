"""Changes of the events' JSON Schema: removed events, and what a reader of `data` would miss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from schemas.changes.change import BREAKING, DANGEROUS, Change
from schemas.changes.shapes import Shape, Shapes, resolved


def changes(old: Shape, new: Shape) -> Iterator[Change]:
    """From one document to another. A new event is dangerous for a client without a default branch."""
    shapes = Shapes(old, new, sent=False)
    befores, afters = _events(old), _events(new)
    for name, before in befores.items():
        after = afters.get(name)
        if after is None:
            yield Change(BREAKING, f"the event {name} is gone")
            continue
        for item, other in zip(before.get("allOf", ()), after.get("allOf", ()), strict=False):
            yield from shapes.changes(item, other, "Event")  # the envelope, a named shape: it is compared once
        yield from shapes.changes(before["properties"]["data"], after["properties"]["data"], name)
    yield from (Change(DANGEROUS, f"the event {name} is new") for name in sorted(afters.keys() - befores.keys()))


def _events(document: Shape) -> dict[str, Any]:
    """The name of an event -> its shape."""
    kinds = [resolved(document, branch) for branch in document.get("anyOf", ())]
    return {
        kind["properties"]["type"]["const"]: kind for kind in kinds if {"type", "data"} <= kind["properties"].keys()
    }
