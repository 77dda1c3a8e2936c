"""Steps as the store appends them: several entries by one script, all or none."""

from __future__ import annotations

import redis

STREAM = "skald:{fight}:events"

_APPEND = """
for entry = ARGV[1], ARGV[1] + ARGV[2] - 1 do
    redis.call('XADD', KEYS[1], string.format('%d-0', entry), 'event', string.rep('x', 40) .. entry)
end
"""


def append(url: str, first: int, count: int = 4) -> None:
    """Append the events first .. first + count - 1 in one step; returns when it is acknowledged."""
    with redis.Redis.from_url(url) as client:
        client.eval(_APPEND, 1, STREAM, first, count)


def versions(url: str) -> list[int]:
    """The versions in the stream, in order."""
    with redis.Redis.from_url(url) as client:
        return [int(entry.split(b"-")[0]) for entry, _ in client.xrange(STREAM)]
