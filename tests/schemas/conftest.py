"""Each text is parsed once, for many tests compare something with today's contract."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from schemas.changes import sdl


@pytest.fixture(scope="module", autouse=True)
def parsed_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sdl, "parsed", functools.lru_cache(maxsize=20)(sdl.parsed))
        yield
