"""What every store owes origins that are allowed: judged on memory and on each real server."""

from __future__ import annotations

import asyncio

from engine.store.origin import AllowedOrigin, OriginsFull
from engine.store.port import Store, host_stream

MOMENT = "2026-01-01T00:00:00.000Z"


def origin(name: str = "https://vtt.example", by: str = "gm") -> AllowedOrigin:
    """An origin that a seat has allowed."""
    return AllowedOrigin(name, by, MOMENT)


async def test_an_origin_is_allowed_for_one_thing_and_known_to_all(store: Store) -> None:
    """By name; one that is allowed again stays as it was; it is known also when it is allowed nowhere any more."""
    assert await store.allow_origin("a", origin("https://z.example"), 9) == origin("https://z.example")
    assert await store.allow_origin("a", origin(), 9) == origin()
    assert await store.allow_origin("a", origin(by="ana"), 9) == origin()
    assert await store.allow_origin(host_stream("hanna"), origin(by=""), 9) == origin(by="")
    found = await store.origins(["a", "b", host_stream("hanna")])
    assert found == [[origin(), origin("https://z.example")], [], [origin(by="")]]
    assert await store.origins([]) == []
    assert await store.known_origin("https://vtt.example")
    assert not await store.known_origin("https://other.example")
    assert await store.disallow_origin("a", "https://vtt.example")
    assert not await store.disallow_origin("a", "https://vtt.example")
    assert await store.origins(["a"]) == [[origin("https://z.example")]]
    assert await store.known_origin("https://vtt.example")


async def test_so_many_are_allowed(store: Store) -> None:
    """Of a race for the last place one wins; what is allowed already needs none."""
    await store.allow_origin("a", origin(), 2)
    tried = await asyncio.gather(
        *(store.allow_origin("a", origin(f"https://{n}.example"), 2) for n in range(4)), return_exceptions=True
    )
    assert sum(isinstance(one, OriginsFull) for one in tried) == 3
    assert await store.allow_origin("a", origin(), 2) == origin()
