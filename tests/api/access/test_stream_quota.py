"""Open streams are counted by token, and by address where there is none."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from api.access.auth import NOBODY, Caller
from api.access.stream_quota import StreamQuota
from api.errors.request_errors import RateLimited


def test_streams_without_a_token_are_counted_by_address() -> None:
    """Of one network: the next one is refused, a token from there is not, and what ends makes room."""
    quota = StreamQuota(2)
    with ExitStack() as stack:
        for last in (1, 2):
            stack.enter_context(quota.one(NOBODY, f"2001:db8::{last}"))
        with pytest.raises(RateLimited, match="from your address"):
            quota.check(NOBODY, "2001:db8::3")
        quota.check(NOBODY, "2001:db8:1::1")
        stack.enter_context(quota.one(Caller(mark="ana"), "2001:db8::1"))
        stack.enter_context(quota.one(Caller(mark="ana"), "2001:db8::1"))
        with pytest.raises(RateLimited, match="with this token"):
            quota.check(Caller(mark="ana"), "192.0.2.1")
        for _ in range(3):
            stack.enter_context(quota.one(Caller(admin=True), "2001:db8::1"))
    quota.check(NOBODY, "2001:db8::3")
