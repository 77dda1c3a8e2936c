"""Origins in Redis: a hash for each encounter and host, and a string for each origin that is known to the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from engine.store.origin import REMEMBERED, AllowedOrigin, OriginsFull
from engine.store.redis import keys
from engine.store.redis.script import Script

Execute = Callable[..., Awaitable[Any]]

_ALLOW = Script.of(files(__package__).joinpath("allow_origin.lua").read_text())
_allowed = msgspec.json.Decoder(AllowedOrigin)


async def remember(command: Execute, origin: str) -> None:
    """Remember an origin that is allowed for something."""
    await command("SET", keys.known_origin(origin), "1", "EX", REMEMBERED)


async def known(command: Execute, origin: str) -> bool:
    """See the port."""
    return bool(await command("EXPIRE", keys.known_origin(origin), REMEMBERED))


async def allow(execute: Execute, whose: str, origin: AllowedOrigin, most: int) -> AllowedOrigin:
    """See the port. One call of allow_origin.lua."""
    match await _ALLOW.run(execute, [keys.origins(whose)], [origin.origin, msgspec.json.encode(origin), most]):
        case [b"full"]:
            raise OriginsFull(most)
        case [b"allowed", bytes(text)]:
            return _allowed.decode(text)
        case said:
            raise AssertionError(f"allow_origin.lua said {said!r}")


async def of(pipeline: Callable[..., Awaitable[list[Any]]], whose: Sequence[str]) -> list[list[AllowedOrigin]]:
    """See the port."""
    answers = await pipeline([("HGETALL", keys.origins(key)) for key in whose]) if whose else []
    return [[_allowed.decode(found[name]) for name in sorted(found)] for found in answers]
