"""Events to bytes and back: canonical, complete, and readable for ever."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from engine.kernel.state import events as k
from engine.kernel.state.combatant import Place
from engine.kernel.state.stored.codec import Codec, Envelope, canonical, name_events
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Audience, Draft, Event

TIME = "2026-01-01T00:00:00.000Z"


class ShieldRaised(Event, frozen=True, kw_only=True):
    """As it is called and shaped today; once it was GuardUp with a `who` and a height in feet."""

    schema: ClassVar[int] = 3
    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("secret_strap",)
    combatant: str
    height_cm: int
    secret_strap: str | None = None


def renamed(data: dict[str, Any]) -> dict[str, Any]:
    """GuardUp 1 -> ShieldRaised 2."""
    return {"combatant": data["who"], "feet": data["feet"]}


def metric(data: dict[str, Any]) -> dict[str, Any]:
    """ShieldRaised 2 -> 3."""
    return {"combatant": data["combatant"], "heightCm": data["feet"] * 30}


CODEC = Codec(
    name_events("Tiny", k.KERNEL_EVENTS, (ShieldRaised,)),
    {("TinyGuardUp", 1): ("TinyShieldRaised", renamed), ("TinyShieldRaised", 2): ("TinyShieldRaised", metric)},
)
OLD = (
    b'{"command":"c4","data":{"feet":2,"who":"aino"},"rule":"X-1","schema":1,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"TinyGuardUp","version":5}'
)
OLD_2 = (
    b'{"command":"c4","data":{"combatant":"aino","feet":2},"rule":"X-1","schema":2,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"TinyShieldRaised","version":5}'
)
NEW = (
    b'{"command":"c4","data":{"combatant":"aino","heightCm":60,"secretStrap":null},"rule":"X-1","schema":3,'
    b'"seat":"ana","time":"2026-01-01T00:00:00.000Z","type":"TinyShieldRaised","version":5}'
)


@pytest.mark.parametrize("data", [OLD, OLD_2, NEW])
def test_old_bytes_of_a_renamed_event_are_read(data: bytes) -> None:
    """Through every step of its history; the envelope stays as it was written."""
    recorded = CODEC.decode(data)
    assert recorded.event == ShieldRaised(combatant="aino", height_cm=60)
    assert recorded.draft == Draft(recorded.event, "X-1", "ana", "c4")
    assert (recorded.version, recorded.time) == (5, TIME)


def test_todays_bytes_are_pinned() -> None:
    """Keys sorted, no white space, the schema of today: the hash chain covers exactly these."""
    public, secret = CODEC.encode(5, TIME, Draft(ShieldRaised(combatant="aino", height_cm=60), "X-1", "ana", "c4"))
    assert (public, secret) == (NEW, None)


def test_a_field_that_was_added_takes_its_default_in_old_bytes() -> None:
    """And one that is unknown today is left aside."""
    data = msgspec.json.decode(NEW)
    del data["data"]["secretStrap"]
    data["data"]["colour"] = "red"
    assert CODEC.decode(canonical(data)).event == ShieldRaised(combatant="aino", height_cm=60)


def test_narrowed_fields_are_in_the_secret_part_alone() -> None:
    """The public part tells the rest."""
    event = ShieldRaised(combatant="aino", height_cm=60, secret_strap="loose")
    public, secret = CODEC.encode(5, TIME, Draft(event, "X-1", "ana", "c4", ("ana",)))
    assert public == NEW
    assert secret is not None
    assert CODEC.decode(secret, to=("ana",)).event == event


def test_what_is_hidden_whole_is_a_version_and_a_time() -> None:
    """Nothing else, and it reads as Hidden."""
    public, secret = CODEC.encode(5, TIME, Draft(k.RoundBegan(round=2), "X-1", "gm", None, ("gm",), True))
    assert public == b'{"time":"2026-01-01T00:00:00.000Z","version":5}'
    assert CODEC.decode(public).event == k.Hidden()
    assert secret is not None
    assert CODEC.decode(secret, to=("gm",), whole=True).event == k.RoundBegan(round=2)


@pytest.mark.parametrize(
    "event", [k.Moved(combatant="a", from_=None, to=Place(rank=2)), k.Reverted(to_version=3, kept=(4,))]
)
def test_what_is_written_is_read_again(event: Event) -> None:
    """Names in camel case, tuples as lists and back."""
    public, _ = CODEC.encode(9, TIME, Draft(event))
    assert CODEC.decode(public).event == event


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        NEW.replace(b"TinyShieldRaised", b"TinyUnheardOf"),
        NEW.replace(b"60", b'"high"'),
        NEW.replace(b'"combatant"', b'"fighter"'),
    ],
)
def test_bytes_that_tell_of_no_event_are_no_event(data: bytes) -> None:
    """They raise what an auditor catches."""
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
        CODEC.decode(data)


def test_an_event_of_another_system_is_not_written() -> None:
    """A fault, before anything is appended."""

    class Stranger(Event, frozen=True, kw_only=True):
        """Registered nowhere."""

        audience: ClassVar[Audience] = Audience.ALL

    with pytest.raises(Fault, match="Stranger"):
        CODEC.encode(1, TIME, Draft(Stranger()))


def test_two_events_of_one_name_are_refused() -> None:
    """Names are for ever: a second bearer would be read as the first."""
    with pytest.raises(ValueError, match="TinyShieldRaised"):
        name_events("Tiny", k.KERNEL_EVENTS, (ShieldRaised, ShieldRaised))


def test_the_fields_of_an_envelope_are_in_the_order_in_which_they_are_written() -> None:
    """Decoding looks for each field behind the one before it, so any other order is slower."""
    written = [field.encode_name for field in msgspec.structs.fields(Envelope)]
    assert written == sorted(written)
