"""Drawings that are the same for everybody, kept for the next who asks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

KEPT = 256
"""Drawings that are kept, of about 30 kB each; those that were asked for last."""


class KeptDrawings:
    """Drawings by what they show."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, shown: Hashable) -> bytes | None:
        """The drawing, if it is kept."""
        if shown in self._kept:
            self._kept.move_to_end(shown)
        return self._kept.get(shown)

    def keep(self, shown: Hashable, drawn: bytes) -> None:
        """Keep a drawing in place of the one that nobody has asked for longest."""
        self._kept[shown] = drawn
        self._kept.move_to_end(shown)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
