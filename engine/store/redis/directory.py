"""The directory: ids in a sorted set, read backwards from any id. Each page repairs outdated entries it finds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from redis.exceptions import RedisError

from engine.store import port
from engine.store.ids import created_ms
from engine.store.redis import codec, keys

Pipeline = Callable[[Sequence[tuple[Any, ...]]], Awaitable[list[Any]]]

PASSED_AT_ONCE = 200
"""Ids that are looked at in one round trip where a page leaves some out."""

GRACE_MS = 60_000
"""An id is entered before its encounter is created; if it has none after this time, it never will."""


async def page(
    pipeline: Pipeline, *, now: int, before: str | None, limit: int, listing: port.Listing
) -> list[port.ListedFight]:
    """At most `limit` encounters older than id `before`, newest first. now: Unix time in milliseconds.

    Two round trips (ids, then what is shown of them) for any page that leaves nothing out.
    """
    name = _set_of(listing)
    found, passing = list[port.ListedFight](), False
    while len(found) < limit:
        start = "+" if before is None else f"({before}"
        wanted = limit - len(found)
        if passing:  # what is archived stands among the others: it is passed over many at a time
            wanted = max(wanted, PASSED_AT_ONCE)
        [answer] = await pipeline([("ZRANGE", name, start, "-", "BYLEX", "REV", "LIMIT", 0, wanted)])
        ids = [id.decode() for id in answer]
        if ids:
            found += await _fill(pipeline, ids, now, listing)
        if len(ids) < wanted:
            break
        before, passing = ids[-1], listing.archived is not None
    return found[:limit]


def _set_of(listing: port.Listing) -> str:
    if listing.host is not None:
        return keys.running(listing.host) if listing.running else keys.fights(listing.host)
    return keys.RUNNING if listing.running else keys.DIRECTORY


async def _fill(pipeline: Pipeline, ids: list[str], now: int, listing: port.Listing) -> list[port.ListedFight]:
    """The listing of each id; ids that do not belong there are left out and removed."""
    told = await pipeline([("HGETALL", name(id)) for id in ids for name in (keys.meta, keys.standing)])
    metas = dict(zip(ids, told[::2], strict=True))
    standings = {id: codec.parse_standing(fields) for id, fields in zip(ids, told[1::2], strict=True)}
    bare = [id for id, meta in metas.items() if not meta]
    heads = await pipeline([("XREVRANGE", keys.events(id), "+", "-", "COUNT", 1) for id in bare]) if bare else []
    versions = {id: codec.parse_head(last).version for id, last in zip(bare, heads, strict=True)}
    found, never, ended = [], [], []
    for id, meta in metas.items():
        if meta:
            listed = codec.parse_listed(id, meta, standings[id])
        elif versions[id]:
            # `meta` is a cache: an encounter without it is still valid, and its next event restores it.
            listed = port.ListedFight(id, versions[id], port.ListingFigures("", "", "", "", ""), standings[id])
        else:
            created = created_ms(id)
            if created is not None and created < now - GRACE_MS:
                never.append(id)
            continue
        if listed.figures.status == "ended" and listing.running:
            ended.append(id)
        elif listing.archived in (None, listed.standing.archived):
            found.append(listed)
    if mends := _mends(listing, never, ended):
        await pipeline(mends)
    return found


def _mends(listing: port.Listing, never: list[str], ended: list[str]) -> list[tuple[Any, ...]]:
    """What removes ids from where they do not belong."""
    if listing.host is None:
        gone = [(keys.RUNNING, [*never, *ended]), (keys.DIRECTORY, never)]
    else:
        gone = [(keys.running(listing.host), [*never, *ended]), (keys.fights(listing.host), never)]
    return [("ZREM", name, *ids) for name, ids in gone if ids]


async def forget_running(execute: Callable[..., Awaitable[Any]], encounter: str) -> None:
    """Remove an ended encounter from the running ones; if that fails, a later page does it."""
    try:
        await execute("ZREM", keys.RUNNING, encounter)
    except RedisError:
        return
