"""Pictures in Redis: beside each encounter a hash of what they are and one of their bytes, and a host's room for them.

Room is taken in one atomic call before the bytes are written, for a host's encounters lie in slots of their own. Bytes
that were not written then count until they are, or until their encounter is found to be gone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from engine.store.picture import KeptPicture, PictureRoom, PicturesFull
from engine.store.redis import keys
from engine.store.redis.script import Script
from engine.store.redis.servers import Command

Execute = Callable[..., Awaitable[Any]]
Pipeline = Callable[..., Awaitable[list[Any]]]

_TAKE = Script.of(files(__package__).joinpath("take_picture.lua").read_text())
_kept = msgspec.json.Decoder(KeptPicture)


async def take_room(execute: Execute, host: str, encounter: str, picture: KeptPicture, room: PictureRoom) -> None:
    """Take a host's room for a picture. One call of take_picture.lua."""
    most = (room.of_fight, room.bytes_of_fight, room.of_host, room.bytes_of_host)
    match await _TAKE.run(execute, [keys.picture_room(host)], [f"{encounter}/", picture.id, picture.size, *most]):
        case [b"taken"]:
            return
        case [b"full", bytes(whose), bytes(what)]:
            of_host, of_bytes = whose == b"host", what == b"bytes"
            raise PicturesFull(most[2 * of_host + of_bytes], of_bytes=of_bytes, of_host=of_host)
        case said:
            raise AssertionError(f"take_picture.lua said {said!r}")


async def write(pipeline: Pipeline, encounter: str, picture: KeptPicture, content: bytes) -> None:
    """Write a picture beside its encounter."""
    await pipeline(
        [
            ("HSET", keys.picture_bytes(encounter), picture.id, content),
            ("HSET", keys.pictures(encounter), picture.id, msgspec.json.encode(picture)),
        ],
        atomic=True,
    )


async def of(command: Execute, encounter: str) -> list[KeptPicture]:
    """See the port."""
    rows = await command("HGETALL", keys.pictures(encounter))
    return [_kept.decode(rows[id]) for id in sorted(rows)]


async def read(
    glance: Callable[[Sequence[Command]], Awaitable[list[Any]]], encounter: str, id: str
) -> tuple[KeptPicture, bytes] | None:
    """See the port."""
    kept, content = await glance([("HGET", keys.pictures(encounter), id), ("HGET", keys.picture_bytes(encounter), id)])
    return None if kept is None or content is None else (_kept.decode(kept), bytes(content))


async def drop(pipeline: Pipeline, encounter: str, id: str) -> bool:
    """Drop what is kept beside the encounter of a picture; whether it was there."""
    there, _ = await pipeline(
        [("HDEL", keys.pictures(encounter), id), ("HDEL", keys.picture_bytes(encounter), id)], atomic=True
    )
    return bool(there)


async def holders(command: Execute, host: str) -> list[tuple[str, str]]:
    """See the port."""
    names = sorted(field.decode() for field in await command("HKEYS", keys.picture_room(host)))
    return [(encounter, id) for encounter, _, id in (name.partition("/") for name in names)]
