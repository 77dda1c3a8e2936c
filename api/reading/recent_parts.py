"""Parts of fights that were worked out lately, for all who ask for the same: a version, seat and language."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Any

from engine.service.reading.views import FightView

RECENT = 32
"""Views whose parts are kept: some tables in play. The offers of a large fight take a megabyte."""


class RecentParts:
    """What was made of the latest views. It lies with what a seat sees, and goes with it, or when others are newer."""

    def __init__(self, most: int = RECENT) -> None:
        self._most, self._latest = most, deque[dict[Hashable, Any]]()

    def of(self, view: FightView) -> dict[Hashable, Any]:
        """The parts that were made of what a seat sees at a version, by names that say for whom."""
        kept: dict[Hashable, Any] | None = view.seen.kept.get(self)
        if kept is None:
            kept = view.seen.kept[self] = {}
            self._latest.append(kept)
            if len(self._latest) > self._most:
                self._latest.popleft().clear()
        return kept
