"""A worked example of a rename: bytes of an old release are read by today's classes."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from engine.kernel.codec import Codec
from engine.kernel.messages import Audience, Event
from engine.store.upcast import UPCASTS

OLD = (
    b'{"command":"c4","data":{"by":3,"who":"cloud"},"rule":"XX-01","schema":1,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"XxHurt","version":5}'
)
"""As release 1 wrote it: the event was called Hurt, its fields `who` and `by`."""

OLDER = OLD.replace(b'"by":3', b'"by":"3"').replace(b'"schema":1', b'"schema":0')
"""As a release before that wrote it: the amount was a text."""


class Wounded(Event, frozen=True, kw_only=True):
    """What Hurt is called today."""

    audience: ClassVar[Audience] = Audience.ALL
    schema: ClassVar[int] = 2
    combatant: str
    amount: int
    element: str | None = None


RENAMES = {
    ("XxHurt", 0): ("XxHurt", lambda data: {**data, "by": int(data["by"])}),
    ("XxHurt", 1): ("XxWounded", lambda data: {"combatant": data["who"], "amount": data["by"]}),
}


@pytest.mark.parametrize("bytes_", [OLD, OLDER])
def test_old_bytes_are_read_as_todays_event(bytes_: bytes) -> None:
    """A chain of renames is followed; a field added since has its default; the envelope stays as it was."""
    recorded = Codec({Wounded: "XxWounded"}, RENAMES).decode(bytes_)
    assert recorded.event == Wounded(combatant="cloud", amount=3)
    assert (recorded.version, recorded.draft.command, recorded.draft.rule) == (5, "c4", "XX-01")


def test_without_the_rename_the_bytes_are_refused() -> None:
    """An event nobody knows is never guessed at."""
    with pytest.raises(msgspec.ValidationError, match="XxHurt"):
        Codec({Wounded: "XxWounded"}).decode(OLD)


def test_what_is_written_today_is_read_without_a_change() -> None:
    """The schema of the class stands in the bytes, so that no rename touches them."""
    codec = Codec({Wounded: "XxWounded"}, RENAMES)
    again = codec.decode(OLD)
    public, _ = codec.encode(again.version, again.time, again.draft)
    assert b'"schema":2' in public
    assert codec.decode(public) == again


def test_every_rename_leads_to_the_next_schema() -> None:
    """No entry leads back to itself or to one before: reading would not end."""
    for (name, schema), (target, _) in UPCASTS.items():
        seen = {(name, schema)}
        while (target, schema + 1) in UPCASTS:
            schema += 1
            assert (target, schema) not in seen
            seen.add((target, schema))
            target = UPCASTS[target, schema][0]
