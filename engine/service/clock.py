"""Time, for the stream: RFC 3339 in UTC with milliseconds. Every step has a time of its own."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


def format_ms(ms: int) -> str:
    """1767225600000 -> 2026-01-01T00:00:00.000Z."""
    return f"{datetime.fromtimestamp(ms // 1000, UTC).isoformat()[:19]}.{ms % 1000:03d}Z"


def parse_ms(text: str) -> int:
    """The reverse of `format_ms`. ValueError for another form."""
    whole = datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    return int(whole.timestamp()) * 1000 + int(text[20:23])


def later(moment: str, seconds: int) -> str:
    """The moment so many seconds after another."""
    return format_ms(parse_ms(moment) + seconds * 1000)


def step_time(previous: str) -> str:
    """The time of the step that follows one at `previous` ("" for the first).

    Later than `previous` even where this process's clock is behind: time does not run backwards in a log that is
    hashed, and events of one step are known by their common time.
    """
    now = format_ms(now_ms())
    # Times of this form are in order as texts are: nothing is parsed while the clocks agree.
    return now if now > previous else format_ms(parse_ms(previous) + 1)
