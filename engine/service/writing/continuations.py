"""The rules that wait at a question in this process, few and not for long: see `kernel.playing.continuation`."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import get_ident
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.continuation import Continuation
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import Recorded

MOST = 256
"""How many are kept. One takes a dozen kilobytes beside the position that is kept anyway."""
SECONDS = 600.0
"""How long one is kept. Who thinks longer waits for his command to be run again."""
SAMPLE = 16
"""One of so many chances to run a command again from its base is taken, to see that it still makes what is recorded."""


class _Kept(Struct, frozen=True):
    """book, base, last: what it fits to, by identity; length: of the trail that ends with `last`."""

    continuation: Continuation[Any]
    book: Rulebook[Any]
    base: State[Any]
    last: Recorded
    length: int
    thread: int
    until: float


class Continuations:
    """Continuations by the last event of their trail. clock: seconds; sample: see `SAMPLE`, 0 for never.

    It is for the process that it lies in: in another one, to which it is sent with a job, it is None.
    """

    def __init__(
        self,
        most: int = MOST,
        seconds: float = SECONDS,
        *,
        sample: int = SAMPLE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._seconds, self._sample, self._clock = most, seconds, sample, clock
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self._chances = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return type(None), ()

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]) -> Continuation[Any] | None:
        """The one that waits behind this trail, in this thread; it is kept no more.

        None where there is none, and now and then where there is: the command is run again, and so checked. Only where
        its trail has doubled since that was done last, so that a command of many questions stays linear.
        """
        kept = self._kept.get(id(trail[-1])) if trail else None
        if kept is None or kept.last is not trail[-1] or kept.length != len(trail):
            return None
        if kept.book is not book or kept.base is not base or kept.thread != get_ident():
            return None
        del self._kept[id(kept.last)]
        if kept.length >= 2 * kept.continuation.begun and self._is_sampled():
            kept.continuation.abandon()
            return None
        return kept.continuation

    def keep(
        self, continuation: Continuation[Any], book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]
    ) -> None:
        """Keep one that waits behind this trail; the oldest ones go."""
        now = self._clock()
        self._drop(id(trail[-1]))
        self._kept[id(trail[-1])] = _Kept(
            continuation, book, base, trail[-1], len(trail), get_ident(), now + self._seconds
        )
        while self._kept and (len(self._kept) > self._most or next(iter(self._kept.values())).until < now):
            self._drop(next(iter(self._kept)))

    def _is_sampled(self) -> bool:
        self._chances += 1
        return self._sample > 0 and self._chances % self._sample == 0

    def _drop(self, key: int) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None and kept.thread == get_ident():
            kept.continuation.abandon()
