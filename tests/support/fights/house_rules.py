"""Fights for tests that are played by other house rules than the game has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.support.fights.arena import Arena


@contextmanager
def playing_by(values: Mapping[str, Any]) -> Iterator[None]:
    """Fights in memory that name no house rules have these till the block ends."""
    Arena.playing_by = dict(values)
    try:
        yield
    finally:
        Arena.playing_by = {}
