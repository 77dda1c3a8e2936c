"""Damages a database: changes one field of a stored event, or the event itself."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from engine.store.memory import MemoryStore
from engine.store.port import Entry, Store
from engine.store.redis import RedisStore, codec, keys

Fields = dict[bytes, bytes]
Harm = Callable[[Fields], Fields | None]
"""From an event's fields to the damaged ones; None: the event is removed."""


def flipped(data: bytes, at: int, bit: int = 0) -> bytes:
    """The data with one bit flipped."""
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def flip(field: bytes, at: int = 20, bit: int = 0) -> Harm:
    """Flip one bit of a field's value."""
    return lambda fields: {**fields, field: flipped(fields[field], min(at, len(fields[field]) - 1), bit)}


def renamed(field: bytes) -> Harm:
    """Flip one bit of a field's name."""
    return lambda fields: {flipped(name, 0) if name == field else name: value for name, value in fields.items()}


HARMS: dict[str, Harm] = {
    "a bit of the public part": flip(b"event", 40),
    "a bit of the secret part": flip(b"secret", 40),
    "a bit of the salt": flip(b"salt"),
    "a bit of the hash": flip(b"hash"),
    "a bit of who may read it": flip(b"to", 3),
    "the name of the public part": renamed(b"event"),
    "the name of the secret part": renamed(b"secret"),
    "the name of the hash": renamed(b"hash"),
    "the name of who may read it": renamed(b"to"),
    "the event is gone": lambda fields: None,
    "the event before it": lambda fields: None,
}
"""Each is applied to an event with a secret part."""


async def harm(store: Store, encounter: str, version: int, do: Harm) -> None:
    """Apply damage to a fight's event in the database."""
    if isinstance(store, MemoryStore):
        fight = store._fights[encounter]
        entry = fight.entries[version - 1]
        public, hash, secret, to, salt = codec.format_entry(entry)
        fields = {b"event": public, b"hash": hash.encode(), b"secret": secret, b"to": to, b"salt": salt.encode()}
        found = do({name: value for name, value in fields.items() if value})
        other = None if found is None else codec.parse_entry((f"{version}-0".encode(), found))
        fight.entries = [_put(one, other) for one in fight.entries if one is not entry or other is not None]
        return
    assert isinstance(store, RedisStore)
    rows = await store._command("XRANGE", keys.events(encounter), "-", "+")
    commands: list[tuple[object, ...]] = [("DEL", keys.events(encounter))]
    for id, fields in rows:
        left = do(fields) if codec.parse_id(id) == version else fields
        if left is not None:
            commands.append(("XADD", keys.events(encounter), id, *(part for pair in left.items() for part in pair)))
    await store._pipeline(commands)


def _put(one: Entry, other: Entry | None) -> Entry:
    return structs.replace(other) if other is not None and other.version == one.version else one
