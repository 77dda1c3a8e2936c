"""What trials of one position have in common: the same order begins alike in each, and so does a trail.

Events and states never change, and a fold depends on nothing else: the state behind an event that was folded before is
taken as it is, with all that rules have worked out of it there. Only what is tried on copies shares it; a step that is
appended is played by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import Order, Recorded

Own = TypeVar("Own", bound=Struct)

Opening = tuple[Recorded, bool, State[Any] | None]
"""The first event of an order, whether its seat sees all that rules use, and what it sees behind that event."""


class Trials(Generic[Own]):
    """Of one position, as long as its moves are compared."""

    def __init__(self, book: Rulebook[Own]) -> None:
        self._book = book
        self._folds: dict[int, list[tuple[State[Own], Recorded, State[Own]]]] = {}
        self._openings: list[tuple[Order, str, Opening]] = []

    def fold(self, state: State[Own], recorded: Recorded) -> State[Own]:
        """The state after one more event: see `Rulebook.evolve`."""
        known = self._folds.setdefault(recorded.version, [])
        for before, event, found in known:
            if event is recorded and before is state:
                return found
        found = self._book.evolve(state, recorded)
        known.append((state, recorded, found))
        return found

    def opening(self, order: Order, seat: str, make: Callable[[], Opening]) -> Opening:
        """How an order of a seat begins. RuleRefusal as `make` says."""
        for known, giver, found in self._openings:
            if known is order and giver == seat:
                return found
        found = make()
        self._openings.append((order, seat, found))
        return found
