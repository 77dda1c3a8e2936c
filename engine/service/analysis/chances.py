"""The chances of the rolls of an order: the rules play it again with a table that asks for them.

A chance is never stored (`Table.roll` takes `odds`, and leaves it). So the order is played again on what one reader
sees of the fight before it, with the faces and answers that this reader has seen: what he may not know cannot come in,
since it is not there. Where that leads elsewhere than the fight went, nothing more is told of the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import Dice, PhysicalDice, TypedFaces, format_dice
from engine.kernel.playing.step import play
from engine.kernel.playing.table import Paused, RunningTable
from engine.kernel.state import events as e
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.state.redaction.audience import strings_in
from engine.kernel.structs.budget import REPLAY, bounded
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.ids import Seats, as_seats
from engine.kernel.structs.messages import Recorded, plain
from engine.kernel.structs.odds import Odds, Reckons
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own", bound=Struct)


class _Stopped(BaseException):
    """It leads elsewhere than the fight went, as far as its reader can tell."""


class _Answer(NamedTuple):
    kind: str
    seats: tuple[str, ...]
    choice: str
    picks: dict[str, Any]


def chances_in(
    book: Rulebook[Own], before: State[Own], seat: str | None, events: Sequence[Recorded], *, whole: bool = False
) -> dict[int, Odds]:
    """The chances of the rolls of one command, by their versions, as far as a reader may know them.

    before: the state before the command. seat: who reads; None: what everybody reads, or (whole) all there is.
    events: of the command, as the reader sees them, from the first one on; those behind a ruling are not looked at.
    """
    first = events[0]
    if not isinstance(first.event, e.CommandAccepted):
        return {}
    seen = before if whole else book.seen(before, seat)
    table = _AgainTable(book, seen, first, _undisturbed(events[1:]), seat, whole=whole)
    try:
        with bounded(REPLAY):
            table.recorded(e.CommandAccepted)
            opened = table.state.fight.open
            if opened is not None:
                order = book.decode_order(opened.order)
                table.named = frozenset(strings_in(plain(order)))
                play(book, order, table)
    except (_Stopped, Paused, SkaldError):
        pass
    except Exception:  # the rules need more than the reader sees
        pass
    return table.found


def _undisturbed(events: Sequence[Recorded]) -> Sequence[Recorded]:
    """Those before the first that the command has not made."""
    end = next((number for number, event in enumerate(events) if event.foreign), len(events))
    return events[:end]


class _AgainTable(RunningTable[Own]):
    """Plays an order with the faces and answers that were. found: chances by version of the roll.

    named: the strings of the order; of combatants among them the reader has to know the figures.
    """

    def __init__(
        self,
        book: Rulebook[Own],
        seen: State[Own],
        first: Recorded,
        later: Sequence[Recorded],
        reader: str | None,
        *,
        whole: bool,
    ) -> None:
        super().__init__(
            book,
            seen,
            [first],
            head=first.version,
            seat=first.draft.seat,
            dice=PhysicalDice(),
            typed=TypedFaces((), None),
            preferences={},
            clock=lambda: first.time,
            at_once=self._given,
        )
        self.found: dict[int, Odds] = {}
        self.named: frozenset[str] = frozenset()
        self._reader, self._all = reader, whole or seen.fight.is_gm(reader)
        self._fell = [record for record in later if isinstance(record.event, (e.DiceRolled, e.Drawn))]
        self._answers = _answers_in(later)
        self._reckoned: Odds | None = None

    def _may_know(self, by: str, known_to: Seats | None, to: Seats | None) -> bool:
        """Whether the reader may know all that a chance is made of: the figures of all who are named, too."""
        if self._all:
            return True
        for readers in (known_to, to):
            if readers is not None and self._reader not in as_seats(readers):
                return False
        fight = self.state.fight
        concerned = {who for who in (by, *self.named) if who in fight.combatants}
        return fight.figures_open or concerned <= fight.close(self._reader)

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
        self._reckoned = None
        if odds is not None and self._may_know(by, known_to, to):
            self._reckoned = odds()
        return super().roll(dice, by=by, why=why, rule=rule, to=to, because=because, known_to=known_to)

    def _faces(
        self,
        dice: Dice,
        by: str,
        why: str,
        rule: str,
        to: tuple[str, ...] | None,
        closed_by: Any,
        among: Sequence[Any] = (),
        *,
        typed: bool = False,
    ) -> tuple[int, ...]:
        """What fell in the fight, in its order."""
        if not self._fell:
            raise _Stopped
        fell = self._fell.pop(0)
        event = fell.event
        reckoned, self._reckoned = self._reckoned, None
        if isinstance(event, e.Drawn):
            if closed_by is not e.Drawn or (event.by, event.why, event.among) != (by, why, dice.sides):
                raise _Stopped
            return (event.index + 1,)
        assert isinstance(event, e.DiceRolled)
        if closed_by is not e.DiceRolled or (event.by, event.why, event.dice) != (by, why, format_dice(dice)):
            raise _Stopped
        if reckoned is not None:
            self.found[fell.version] = reckoned
        return event.faces

    def _given(self, fight: Fight, asked: Asked) -> tuple[str, str, dict[str, Any]] | None:
        """See AtOnce: what was answered to such a question; None: nobody knows."""
        for number, answer in enumerate(self._answers):
            if (answer.kind, answer.seats) == (asked.kind, asked.seats):
                del self._answers[number]
                return asked.seats[0], answer.choice, answer.picks
        return None


def _answers_in(events: Sequence[Recorded]) -> list[_Answer]:
    """The answers of a command that its reader knows, those revealed later among them, in their order."""
    opened = {event.version: event.event for event in events if isinstance(event.event, e.DecisionOpened)}
    revealed: dict[int, Any] = {}
    for event in events:
        if isinstance(event.event, e.AnswersRevealed):
            revealed |= {int(decision): answer for decision, answer in event.event.answers.items()}
    found: list[_Answer] = []
    for event in events:
        if not isinstance(event.event, e.DecisionAnswered) or event.event.decision not in opened:
            continue
        question, answer = opened[event.event.decision], event.event
        choice, picks = answer.choice, answer.picks
        if choice is None and answer.decision in revealed:
            choice, picks = revealed[answer.decision]["choice"], revealed[answer.decision]["picks"]
        if choice:
            found.append(_Answer(question.kind, question.seats, choice, picks or {}))
    return found
