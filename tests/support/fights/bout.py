"""An in-memory fight of any system with dice fed by hand; every face must be used.

Each system's tests derive their own `Bout` with its setup and system-specific accessors.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order, Recorded, plain
from engine.kit.testing import FightReader
from tests.support.fights.arena import Arena


class Bout(FightReader):
    """A fight in which each order and answer comes from the seat responsible for it."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    # -- playing
    def keep(self, new: list[Recorded]) -> list[Event]:
        """The events of a step, which is the last one now; every face of it must be used."""
        assert self.arena.fed is not None
        assert self.arena.fed.spent, f"faces left over: {self.arena.fed.left}"
        assert self.arena.at(len(self.arena.stream)).state == self.state
        self.last = new
        return [r.event for r in new]

    def order(self, order: Order, *faces: int, seat: str | None = None) -> list[Event]:
        """Send an order from the seat that may give it; the new events."""
        self.arena.feed(*faces)
        return self.keep(self.arena.order(seat or self.sender(order), order))

    def answer(self, choice: str, *faces: int, which: int = 0, **picks: Any) -> list[Event]:
        """Answer the first open decision (or the one at `which` of those unanswered) from its own seat."""
        asked = self.waiting[which]
        self.arena.feed(*faces)
        return self.keep(self.arena.answer(asked.seats[0], choice, picks, decision=asked.decision))

    def refuse(self, order: Order, *, seat: str | None = None) -> RuleRefusal:
        """The refusal of an order that must be refused; the state must not change."""
        before = self.arena.position
        try:
            self.order(order, seat=seat)
        except RuleRefusal as refusal:
            assert self.arena.position is before
            return refusal
        raise AssertionError(f"not refused: {order}")

    def correct(self, path: str, value: Any) -> None:
        """The GM sets a field."""
        self.last = self.arena.correct(path, plain(value))

    def done(self) -> None:
        """Assert that every fed die was used and no decision is open."""
        self.arena.done()

    # -- looking
    @property
    def book(self) -> Rulebook[Any]:
        return self.arena.book

    @property
    def state(self) -> Any:
        return self.arena.state

    def hp(self, name: str) -> int:
        return self.who(name).vitals["hp"].now
