"""The directory: ids in a sorted set, read backwards from any id; what a page finds out of date it mends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from redis.exceptions import RedisError

from engine.store import port
from engine.store.ids import created_ms
from engine.store.redis import codec, keys

Pipeline = Callable[[Sequence[tuple[Any, ...]]], Awaitable[list[Any]]]

GRACE_MS = 60_000
"""An id is entered before its fight is created; without a fight after this time it never will have one."""


async def page(pipeline: Pipeline, *, now: int, before: str | None, limit: int, running: bool) -> list[port.Listed]:
    """At most `limit` fights older than id `before`, newest first. now: Unix time in milliseconds.

    Two round trips (ids, then their `meta`) for any page of a directory that needs no mending.
    """
    name = keys.RUNNING if running else keys.DIRECTORY
    found: list[port.Listed] = []
    while len(found) < limit:
        start = "+" if before is None else f"({before}"
        wanted = limit - len(found)
        [answer] = await pipeline([("ZRANGE", name, start, "-", "BYLEX", "REV", "LIMIT", 0, wanted)])
        ids = [id.decode() for id in answer]
        if ids:
            found += await _fill(pipeline, ids, now, running)
        if len(ids) < wanted:
            break
        before = ids[-1]
    return found


async def _fill(pipeline: Pipeline, ids: list[str], now: int, running: bool) -> list[port.Listed]:
    """What a listing shows of each id; those that do not belong there are left out and mended."""
    metas = await pipeline([("HGETALL", keys.meta(id)) for id in ids])
    bare = [id for id, meta in zip(ids, metas, strict=True) if not meta]
    heads = await pipeline([("XREVRANGE", keys.events(id), "+", "-", "COUNT", 1) for id in bare]) if bare else []
    versions = {id: codec.parse_head(last).version for id, last in zip(bare, heads, strict=True)}
    found, never, ended = [], [], []
    for id, meta in zip(ids, metas, strict=True):
        if meta:
            listed = codec.parse_listed(id, meta)
            if listed.figures.status != "ended" or not running:
                found.append(listed)
            else:
                ended.append(id)
        elif versions[id]:
            # `meta` is a cache: a fight that lost it is still a fight, and its next event brings it back.
            found.append(port.Listed(id, versions[id], port.Figures("", "", "", "", "")))
        else:
            created = created_ms(id)
            if created is not None and created < now - GRACE_MS:
                never.append(id)
    if never or ended:
        mends: list[tuple[Any, ...]] = [("ZREM", keys.RUNNING, *never, *ended)]
        if never:
            mends.append(("ZREM", keys.DIRECTORY, *never))
        await pipeline(mends)
    return found


async def forget_running(execute: Callable[..., Awaitable[Any]], encounter: str) -> None:
    """Take an ended fight out of the running ones; if that fails, a page does it on sight."""
    try:
        await execute("ZREM", keys.RUNNING, encounter)
    except RedisError:
        return
