"""The work that one step, preview or list of offers may take: counted, so that it ends alike on every machine.

Whatever loops over what people have written calls `spend`: the kernel for each event, draw, question and view, rules
for each card, effect or figure that they look at. A unit is about a microsecond of an ordinary processor. Once the
budget is used up the work ends, whatever rule it is in, as a `TooCostly`: nothing has happened.

What the service does has a timer beside: a guard against work that is not counted well. An audit has none, and ten
times the work (`REPLAY`), since what one process remembers another counts again: so what was accepted replays on every
machine, and what never was comes to an end. Folding what is stored has no budget at all.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from types import TracebackType

from engine.kernel.structs.errors import TooCostly

Timer = Callable[[], int]
"""Nanoseconds of processor time that this thread has used so far."""

STEP = 300_000
"""Of an order or an answer with all that follows, of a correction, of a preview: a hundred times what a turn takes."""
CORRECTION = 5_000
"""More of a correction for each field that it sets: each is compared as every seat sees it."""
CREATION = 4 * STEP
"""Of a fight as it is created, or judged before: of two hundred who come with as much as a request holds."""
REPLAY = 10 * STEP
"""Of a step of a stream that is audited."""
LISTING = 300_000
"""Of the offers of one combatant: of one who walks a hundred squares on the largest board, too."""
GUARD = 2_000_000_000
"""Nanoseconds of processor time after which a budget ends even if its work is not used up."""
LOOK = 250
"""Units after which the timer is looked at: often, for the sake of work that is counted too low."""


class _UsedUp(BaseException):
    """A budget is used up: no rule may catch this. `bounded` turns it into a TooCostly."""


class _Budget:
    """What is left. check: what may be left before the timer is looked at again."""

    __slots__ = ("_end", "_timer", "check", "left")

    def __init__(self, work: int, timer: Timer | None, guard: int) -> None:
        self.left, self._timer = work, timer
        self._end = timer() + guard if timer is not None else 0
        self.check = self._next()

    def _next(self) -> int:
        return max(0, self.left - LOOK) if self._timer is not None else 0

    def look(self) -> None:
        """Whether the budget goes on. Raises _UsedUp, also each time again if that was caught."""
        if self.left < 0 or (self._timer is not None and self._timer() > self._end):
            self.left, self.check = -1, 0
            raise _UsedUp
        self.check = self._next()


_current: ContextVar[_Budget | None] = ContextVar("budget", default=None)


def spend(units: int) -> None:
    """Count so much work. Outside a budget it is free."""
    budget = _current.get()
    if budget is not None:
        budget.left -= units
        if budget.left < budget.check:
            budget.look()


def left() -> int:
    """The units that are left of the budget; 0 outside one."""
    budget = _current.get()
    return budget.left if budget is not None else 0


class bounded:  # it is used like a function
    """`with bounded(STEP):` what is done inside takes at most so much work, or ends as TooCostly.

    Inside another budget it changes nothing: the outer one counts. timer: of the service; absent: work alone counts.
    guard: nanoseconds of the timer after which it ends.
    """

    __slots__ = ("_guard", "_timer", "_token", "_work")

    def __init__(self, work: int, timer: Timer | None = None, guard: int = GUARD) -> None:
        self._work, self._timer, self._guard = work, timer, guard
        self._token: Token[_Budget | None] | None = None

    def __enter__(self) -> None:
        if _current.get() is None:
            self._token = _current.set(_Budget(self._work, self._timer, self._guard))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None:
            _current.reset(self._token)
            self._token = None
            if kind is not None and issubclass(kind, _UsedUp):
                raise TooCostly from None
