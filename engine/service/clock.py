"""Timestamps for the event stream: RFC 3339 in UTC with milliseconds. Every step has its own timestamp.

The clock starts with the machine's time and then runs by itself: when the machine's time is set, it does not jump, and
spans such as deadlines are as long as they were told. `SharedClock` keeps it over a restart, and alike on all machines.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime

_RUNNING = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""What no setting of the machine's time changes; it also counts while the machine sleeps, where the system can."""


def wall_ms() -> int:
    """The machine's time: Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


def elapsed_ms() -> int:
    """Milliseconds since the machine started."""
    return time.clock_gettime_ns(_RUNNING) // 1_000_000


_ahead = wall_ms() - elapsed_ms()


def now_ms() -> int:
    """Unix time in milliseconds, by a clock that does not jump."""
    return elapsed_ms() + _ahead


def set_to(now: int) -> None:
    """Set this process's clock. now: Unix time in milliseconds."""
    global _ahead
    _ahead = now - elapsed_ms()


def used_ns() -> int:
    """Nanoseconds of processor time that this thread has used."""
    return time.thread_time_ns()


def format_ms(ms: int) -> str:
    """1767225600000 -> 2026-01-01T00:00:00.000Z."""
    return f"{datetime.fromtimestamp(ms // 1000, UTC).isoformat()[:19]}.{ms % 1000:03d}Z"


def parse_ms(text: str) -> int:
    """The reverse of `format_ms`. Raises ValueError for any other format."""
    whole = datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    return int(whole.timestamp()) * 1000 + int(text[20:23])


def is_time(text: str) -> bool:
    """Whether the text is a timestamp exactly as `format_ms` writes it."""
    try:
        return format_ms(parse_ms(text)) == text
    except (ValueError, OverflowError):
        return False


def stood(stops: Iterable[tuple[str, str]]) -> int:
    """For how long the clock of a decision stood still, in milliseconds. stops: from when until when."""
    return sum(max(0, parse_ms(to) - parse_ms(since)) for since, to in stops)


def run_out(opened: str, seconds: int, stops: Iterable[tuple[str, str]]) -> str:
    """When so many seconds of a decision's clock have passed. opened: when it was put; stops: when that stood still."""
    return format_ms(parse_ms(opened) + seconds * 1000 + stood(stops))


def step_time(previous: str) -> str:
    """The timestamp of the step after one at `previous` ("" for the first).

    It is always later than `previous`, even if this process's clock is behind: time never runs backwards in a hashed
    log, and the events of one step are identified by their shared timestamp.
    """
    now = format_ms(now_ms())
    # Timestamps of this format sort as text, so nothing is parsed while the clocks agree.
    return now if now > previous else format_ms(parse_ms(previous) + 1)
