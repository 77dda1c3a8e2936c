"""Made-up events with valid hashes, for tests of the store and of watching."""

from __future__ import annotations

import msgspec
import redis

from engine.store.chain import seal
from engine.store.port import NOTHING, Entry, Head, ListingFigures

_canonical = msgspec.json.Encoder(order="sorted").encode

FIGURES = ListingFigures(
    system="fantasia", name="Bridge", status="running", created="2026-01-01T00:00:00Z", updated="2026-01-01T00:00:01Z"
)


def step(after: Head = NOTHING, count: int = 1, tag: str = "") -> list[Entry]:
    """`count` events that follow `after`; another tag makes other hashes. Every third has a secret part."""
    made: list[Entry] = []
    for version in range(after.version + 1, after.version + count + 1):
        public = _canonical({"type": "Moved", "version": version, "tag": tag})
        secret = _canonical({"type": "Moved", "version": version, "to": "cellar"}) if version % 3 == 0 else None
        made.append(seal(after.hash, version, public, secret=secret, to=("gm", "ana"), salt="5a" * 16))
        after = Head(version, made[-1].hash)
    return made


def head_of(entries: list[Entry]) -> Head:
    """The head of a stream that ends with these."""
    return Head(entries[-1].version, entries[-1].hash)


def forget_tail(url: str, encounter: str, versions: int) -> None:
    """Remove the last events, as after a failover or a power cut at a lax setting."""
    with redis.Redis.from_url(url) as client:
        key = f"skald:{{{encounter}}}:events"
        kept = client.xrange(key)[:-versions]
        client.delete(key, f"skald:{{{encounter}}}:commands")
        for id, fields in kept:
            client.xadd(key, fields, id=id)
