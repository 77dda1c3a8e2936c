"""The event types: the interface of all events, and one type per event with its fields beside the envelope's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import strawberry

from api.graphql.builder import Builder, nullable
from api.graphql.scalars import Instant, Json
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import KERNEL_EVENTS
from engine.kernel.structs.messages import Weight
from schemas import answers

_ENVELOPE: tuple[tuple[str, Any, str], ...] = (
    ("version", int, "Its place in the fight; the cursor of events."),
    ("time", Instant, "When it was recorded."),
    ("type", str, "The name of its type."),
    ("seat", nullable(strawberry.ID), "Who brought it about."),
    ("command", nullable(strawberry.ID), "The order it belongs to; null for what no order made."),
    ("rule", nullable(strawberry.ID), "The rule it follows."),
    ("weight", Weight, "How much it matters in a log."),
    ("act", int, "The version of the event that began its act, as far as you see it."),
    (
        "headline",
        answers.Headline,
        "What came of its act, on the last event of it; null where that is not worth a line.",
    ),
    ("text", str, "What happened, in words."),
    ("data", Json, "Its own fields, the very object of the stream."),
    ("because", answers.Because, "Where its numbers come from; null where nothing is to be said."),
    ("hash", str, "The hash chain up to it."),
    ("digest", str, "SHA-256 over what is withheld from some."),
)


def event_types(builder: Builder, books: Iterable[Rulebook[Any]]) -> tuple[Any, list[Any]]:
    """(the interface, all event types)."""
    special = {
        answers.Because: lambda: nullable(builder.struct(answers.Because)),
        answers.Headline: lambda: nullable(builder.struct(answers.Headline)),
        Weight: lambda: builder.literal(get_args(Weight), "EventWeight"),
    }
    envelope = [
        builder.plain(name, special[tp]() if tp in special else tp, description=said) for name, tp, said in _ENVELOPE
    ]
    interface = builder.interface(
        "Event", envelope, "A fact. Versions never skip: what is not for you is a Hidden.", lambda event: event.type
    )
    made = [builder.struct(cls, record=True, interfaces=[interface]) for cls in KERNEL_EVENTS]
    for book in books:
        made += [
            builder.struct(cls, name=book.codec.names[cls], prefix=book.home, record=True, interfaces=[interface])
            for cls in book.system.events
        ]
    return interface, made
