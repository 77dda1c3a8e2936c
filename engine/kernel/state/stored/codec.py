"""Events to bytes and back. The stream holds codes and numbers; the hash chain covers these bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.kernel.state.events import Hidden
from engine.kernel.state.redaction.audience import public_part
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Draft, Event, Recorded
from engine.kernel.structs.reasons import Reasons

_canonical = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """JSON with sorted keys and no white space: the same bytes for the same value in every process."""
    return _canonical.encode(value)


class Envelope(Struct, frozen=True, kw_only=True):
    """An event as written. schema: of its class at that time. because: omitted when empty.

    The fields are in the order in which they are written: so they are found at once when they are read.
    """

    because: Reasons | UnsetType = UNSET
    command: str | None = None
    data: msgspec.Raw = msgspec.Raw(b"{}")
    rule: str = ""
    schema: int = 1
    seat: str | None = None
    time: str
    type: str = "Hidden"
    version: int


class Bare(Struct, frozen=True):
    """What outsiders get of an event that is hidden whole."""

    version: int
    time: str


_envelope = msgspec.json.Decoder(Envelope)

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts the data of one schema to the next."""


class Codec:
    """Reads and writes the events of the kernel and one system.

    names: class -> name in the stream. upcasts: (name in the stream, schema found) -> (name now, change of the data).
    """

    def __init__(
        self, names: dict[type[Event], str], upcasts: dict[tuple[str, int], tuple[str, Upcast]] | None = None
    ) -> None:
        self.names = names
        self.types = {name: cls for cls, name in names.items()}
        self._schemas = {name: getattr(cls, "schema", 1) for cls, name in names.items()}
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {
            name: msgspec.json.Decoder(cls) for cls, name in names.items()
        }
        self._upcasts = upcasts or {}
        self._outdated = frozenset(name for name, _ in self._upcasts)

    def _bytes(self, version: int, time: str, draft: Draft, event: Event, because: Reasons | None) -> bytes:
        name = self.names.get(type(event))
        if name is None:
            raise Fault(f"{type(event).__name__} is not an event of this system")
        return canonical(
            Envelope(
                version=version,
                time=time,
                type=name,
                seat=draft.seat,
                command=draft.command,
                rule=draft.rule,
                schema=self._schemas[name],
                data=msgspec.Raw(canonical(event)),
                because=because or UNSET,
            )
        )

    def encode(self, version: int, time: str, draft: Draft) -> tuple[bytes, bytes | None]:
        """(public, secret) in canonical JSON; secret is None where everybody gets all of it."""
        if draft.to is None:
            return self._bytes(version, time, draft, draft.event, draft.because), None
        secret = self._bytes(version, time, draft, draft.event, draft.because)
        if draft.whole:
            return canonical(Bare(version, time)), secret
        public = draft.because.public() if draft.because else None
        return self._bytes(version, time, draft, public_part(draft.event), public), secret

    def decode(
        self, data: bytes, *, to: tuple[str, ...] | None = None, whole: bool = False, hash: str = ""
    ) -> Recorded:
        """Decode an event from its public or secret bytes.

        msgspec.ValidationError or DecodeError where they are no event of this system.
        """
        envelope = _envelope.decode(data)
        name, raw = envelope.type, envelope.data
        if name in self._outdated:
            name, raw = self._upcast(name, raw, envelope.schema)
        decoder = self._decoders.get(name)
        if decoder is None:
            raise msgspec.ValidationError(f"version {envelope.version}: unknown event type {name!r}")
        event: Event = Hidden() if name == "Hidden" else decoder.decode(raw)
        because = envelope.because
        draft = Draft(
            event, envelope.rule, envelope.seat, envelope.command, to, whole, None if because is UNSET else because
        )
        return Recorded(envelope.version, envelope.time, draft, hash)

    def _upcast(self, name: str, raw: msgspec.Raw, schema: int) -> tuple[str, msgspec.Raw]:
        """Upcast an event written under an older schema to its current name and data."""
        while (name, schema) in self._upcasts:
            name, change = self._upcasts[name, schema]
            raw, schema = msgspec.Raw(canonical(change(msgspec.json.decode(raw)))), schema + 1
        return name, raw


def name_events(prefix: str, kernel: Iterable[type[Event]], system: Iterable[type[Event]]) -> dict[type[Event], str]:
    """Names in stream and schema: the kernel's bare, a system's with its prefix. ValueError for a duplicate name."""
    names: dict[type[Event], str] = {}
    for cls, name in [*((c, c.__name__) for c in kernel), *((c, prefix + c.__name__) for c in system)]:
        if name in names.values():
            raise ValueError(f"two events are called {name}")
        names[cls] = name
    return names
