"""Changes of the AsyncAPI document: messages that are no longer sent, and what their readers would miss."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.changes.change import BREAKING, DANGEROUS, Change
from schemas.changes.shapes import Shape, Shapes


def changes(old: Shape, new: Shape) -> Iterator[Change]:
    """From one document to another. A new message is dangerous for a client without a default branch."""
    shapes = Shapes(old, new, sent=False)
    befores, afters = old["components"]["messages"], new["components"]["messages"]
    for name, before in befores.items():
        after = afters.get(name)
        if after is None:
            yield Change(BREAKING, f"the message {name} is gone")
            continue
        if before["name"] != after["name"]:
            yield Change(BREAKING, f"the message {name} was of type {before['name']}, and is of {after['name']}")
        for item, other in zip(_parts(before["payload"]), _parts(after["payload"]), strict=False):
            yield from shapes.changes(item, other, name)
    for name in sorted(old["channels"].keys() - new["channels"].keys()):
        yield Change(BREAKING, f"the channel {name} is gone")
    yield from (Change(DANGEROUS, f"the message {name} is new") for name in sorted(afters.keys() - befores.keys()))


def _parts(payload: Shape) -> list[Shape]:
    """The shapes of a payload: the envelope and the data of a webhook's message, or the payload itself."""
    return [*payload["allOf"], payload["properties"]["data"]] if "allOf" in payload else [payload]
