"""Runs that were made before: whoever asks the same again has them at once, whoever asks for more goes on from them."""

from __future__ import annotations

from collections import OrderedDict

SERIES = 64
"""Series of runs that are kept."""
BYTES = 32_000_000
"""Of all of them."""


class KeptRuns:
    """By what makes them what they are: position, rules, policies, limit of rounds, seed."""

    def __init__(self, series: int = SERIES, most: int = BYTES) -> None:
        self._series: OrderedDict[tuple[object, ...], tuple[bytes, ...]] = OrderedDict()
        self._most, self._most_bytes, self._bytes = series, most, 0

    def of(self, key: tuple[object, ...]) -> tuple[bytes, ...]:
        """The first runs of a series, by number; () where none are kept."""
        found = self._series.get(key, ())
        if found:
            self._series.move_to_end(key)
        return found

    def keep(self, key: tuple[object, ...], runs: tuple[bytes, ...]) -> None:
        """Keep the first runs of a series, unless more of it are kept; what was asked for longest ago goes."""
        before = self._series.get(key, ())
        if len(runs) <= len(before):
            return
        self._series[key] = runs
        self._series.move_to_end(key)
        self._bytes += sum(map(len, runs)) - sum(map(len, before))
        while len(self._series) > self._most or (self._bytes > self._most_bytes and len(self._series) > 1):
            _, gone = self._series.popitem(last=False)
            self._bytes -= sum(map(len, gone))
