"""The event types: the interface that every event has, and one type per event with its fields beside the envelope's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import strawberry

from api.graphql.builder import Builder, maybe
from api.graphql.scalars import Instant, Json
from engine.kernel.events import KERNEL_EVENTS
from engine.kernel.rulebook import Rulebook
from schemas import answers

_ENVELOPE: tuple[tuple[str, Any, str], ...] = (
    ("version", int, "Its place in the fight; the cursor of events."),
    ("time", Instant, "When it was recorded."),
    ("type", str, "The name of its type."),
    ("seat", maybe(strawberry.ID), "Who brought it about."),
    ("command", maybe(strawberry.ID), "The order it belongs to; null for what no order made."),
    ("rule", maybe(strawberry.ID), "The rule it follows."),
    ("text", str, "What happened, in words."),
    ("data", Json, "Its own fields, the very object of the stream."),
    ("because", answers.Because, "Where its numbers come from; null where nothing is to be said."),
    ("hash", str, "The hash chain up to it."),
    ("digest", str, "SHA-256 over what is withheld from some."),
)


def event_types(builder: Builder, books: Iterable[Rulebook[Any]]) -> tuple[Any, list[Any]]:
    """(the interface, all types of events)."""
    envelope = [
        builder.plain(name, maybe(builder.struct(tp)) if tp is answers.Because else tp, description=said)
        for name, tp, said in _ENVELOPE
    ]
    interface = builder.interface(
        "Event", envelope, "A fact. Versions never skip: what is not for you is a Hidden.", lambda event: event.type
    )
    made = [builder.struct(cls, record=True, interfaces=[interface]) for cls in KERNEL_EVENTS]
    for book in books:
        made += [
            builder.struct(cls, name=book.codec.names[cls], prefix=book.prefix, record=True, interfaces=[interface])
            for cls in book.system.events
        ]
    return interface, made
