"""A rule that is held at its question: an answer goes on from there, and does not run the command from its base again.

Run again at each answer, a command costs the square of the number of its questions. A continuation is a cache beside a
position: the trail stays the truth, nothing of a continuation is stored, and whoever lacks it runs the command again
(`playing.table`), with the same events.

The rule is suspended in a greenlet, which belongs to its thread and goes on once: after an error in it, or once it has
gone on, there is no way back to where it was. So whatever only tries something has no continuation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Generic, Protocol, TypeVar

from greenlet import GreenletExit, getcurrent, greenlet
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.table import Paused, RunningTable
from engine.kernel.state.fight import State
from engine.kernel.structs.budget import STEP, left
from engine.kernel.structs.errors import TooCostly
from engine.kernel.structs.messages import Recorded

Own = TypeVar("Own", bound=Struct)


class Continuation(Generic[Own]):
    """One run of a command. begun: how many events its trail had when it was run from its base."""

    def __init__(self, table: RunningTable[Own], rule: Callable[[], None], begun: int) -> None:
        self.table, self.begun = table, begun
        self._spent = 0

        def run(_: bool) -> bool:
            try:
                rule()
            except (Paused, Exception):
                if not table.closed:
                    raise
                return False  # abandoned: what its `finally` blocks make of that is nobody's
            return True

        # The frames of a greenlet that waits are hidden from the garbage collector: none may refer to the greenlet.
        table.hold = _wait
        self._greenlet = greenlet(run)

    def go_on(self) -> bool:
        """Whether the rule has come to its end; False: it waits at a question. Raises what the rule raises."""
        self._greenlet.parent, self._greenlet.gr_context = getcurrent(), copy_context()
        before = left()
        ended = bool(self._greenlet.switch(True))
        self._spent += before - left()
        if not ended:
            self._greenlet.gr_context = None
        return ended

    def require_moderate(self) -> None:
        """TooCostly where all that it has taken, in all its steps, is more than one step may.

        So much would be counted where it is run again.
        """
        if self._spent > STEP:
            raise TooCostly

    def abandon(self) -> None:
        """Let it go: the rule is left as a pause leaves it. In its own thread."""
        self._greenlet.parent = getcurrent()
        with suppress(Exception):
            self._greenlet.switch(False)


def _wait() -> bool:
    """Whether the rule goes on; False: it is abandoned."""
    try:
        return bool(getcurrent().parent.switch(False))
    except GreenletExit:  # nobody refers to it any more
        return False


class Continuations(Protocol):
    """Where continuations are kept between steps: few, and not for long."""

    def take(self, book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]) -> Continuation[Any] | None:
        """The one that waits behind this trail; it is kept no more."""

    def keep(
        self, continuation: Continuation[Any], book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]
    ) -> None:
        """Keep one that waits behind this trail."""
