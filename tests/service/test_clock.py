"""Times as the stream has them."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from engine.service.clock import format_ms, now_ms, parse_ms, step_time

MS = st.integers(0, 4_102_444_800_000)
"""Up to the year 2100."""


@given(MS, MS)
def test_times_are_in_order_as_their_texts_are(one: int, other: int) -> None:
    """Of one form and length, and read again as they were."""
    assert (one < other, one == other) == (format_ms(one) < format_ms(other), format_ms(one) == format_ms(other))
    assert parse_ms(format_ms(one)) == one
    assert (
        format_ms(one) == datetime.fromtimestamp(one / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{one % 1000:03}Z"
    )


def test_a_step_is_later_than_the_one_before() -> None:
    """By a millisecond where that was written by a clock that is ahead; the first has the time it is."""
    ahead = now_ms() + 3_600_000
    assert step_time(format_ms(ahead)) == format_ms(ahead + 1)
    before = now_ms()
    assert before <= parse_ms(step_time("")) <= parse_ms(step_time(format_ms(before - 1))) <= now_ms()
