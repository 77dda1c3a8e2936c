"""Work measured in function calls instead of time: the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Calls:
    """count: how many functions were called in this thread, including those written in C."""

    def __init__(self) -> None:
        self.count = 0

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        if event in ("call", "c_call"):
            self.count += 1


@contextmanager
def counting() -> Iterator[Calls]:
    """Counts the calls of this thread until the block ends."""
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls._called)
    try:
        yield calls
    finally:
        sys.setprofile(before)
