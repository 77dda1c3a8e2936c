"""What a rule of a game may use, and how a game names its rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from engine.kernel.state.decisions import A, Question
from engine.kernel.state.fight import State
from engine.kernel.structs.ids import Seats
from engine.kernel.structs.messages import Event
from engine.kernel.structs.odds import Reckons
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own")
T = TypeVar("T")


class Rule(Struct, frozen=True, rename="camel"):
    """One rule of a system's catalogue: a title and a one-line statement, in our words."""

    id: str
    title: str
    statement: str


class RollAhead(NamedTuple):
    """An open roll that will follow, with what `Table.roll` is called with."""

    dice: str
    by: str
    why: str


class Table(Protocol[Own]):
    """All that a rule may use. Every call may be a replay: keep ids across a roll or a question, never structs."""

    @property
    def state(self) -> State[Own]:
        """The fight as of this moment."""
        ...

    @property
    def seat(self) -> str:
        """The seat that sent the order."""
        ...

    def seen(self, seat: str | None) -> State[Own]:
        """What that seat sees of the fight; None: what every seat sees."""
        ...

    @property
    def last(self) -> int:
        """The version of the event that the last call made, to be named as a cause. 0 where it made none."""
        ...

    def roll(
        self,
        dice: str,
        *,
        by: str,
        why: str,
        rule: str,
        to: Seats | None = None,
        because: Reasons | None = None,
        known_to: Seats | None = None,
        odds: Reckons | None = None,
    ) -> tuple[int, ...]:
        """The faces of `dice` (`2d6`), in order of falling; () for zero dice.

        by: the combatant or seat that rolls. to: only these seats and the GM see it (it uses a second secret).
        because: what will be added to the dice; its private terms are for `known_to` and the GM, the roll is open.
        odds: the chance of success, where there is one. Previews and analyses alone call it, for a seat of `known_to`
        that sees the roll, and tell nobody else: it is not stored.
        """
        ...

    def rolls_together(self, rolls: Iterable[RollAhead]) -> AbstractContextManager[None]:
        """Names open rolls that follow inside it, each of them once: initiative of several.

        Where people type some of them, these are asked for at once, each person's own. Nothing else changes: each falls
        where `roll` is called, and dice of the server are those that fall without this.
        """
        ...

    def draw(self, things: Sequence[T], *, by: str, why: str, rule: str, to: Seats | None = None) -> T:
        """One of `things`, blind. Fault where there are none."""
        ...

    def ask(self, seats: Seats, question: Question[A], *, rule: str) -> A:
        """The body of the chosen offer, its picks filled in. The rule stops here until somebody answers."""
        ...

    def ask_all(self, asks: Sequence[tuple[Seats, Question[A]]], *, rule: str) -> list[A]:
        """The answers of one window, in the order asked; all questions open together."""
        ...

    def emit(self, event: Event, *, rule: str, to: Seats | None = None, because: Reasons | None = None) -> int:
        """Emit a fact: the only way to change anything. Returns its version.

        to: a narrower audience than the event's own. because: where its numbers come from; the private terms are
        withheld like narrowed fields, so an event with some of them and a `to` is not hidden whole.
        """
        ...

    def change(
        self, who: str, vital: str, by: int, *, rule: str, least: int = 0, because: Reasons | None = None
    ) -> int:
        """Change a vital by at most `by`, not below `least` nor above its maximum. Returns the change; 0: no event."""
        ...

    def asks(self, kind: type[Question[Any]]) -> bool:
        """Whether this table asks such questions; where it does not, each takes its default and leaves no event.

        `ask` checks that itself: use this to skip work that is only needed for the question.
        """
        ...

    def during(self, what: str, by: str) -> AbstractContextManager[None]:
        """Names the act that the questions asked inside it interrupt."""
        ...

    def new_id(self) -> str:
        """An id that is the same on every run of the command."""
        ...
