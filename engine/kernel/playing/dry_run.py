"""A dry run: an order is played on its sender's view before it is played on the real fight.

Refusals happen there, so they depend only on what the sender may know. If the rules refuse an order that nothing
visible forbids, the refusal is one sentence that is the same for every reason. Nothing that a dry run makes is kept,
and no dice are rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import Dice, PhysicalDice, TypedFaces
from engine.kernel.playing.position import Clock, Position
from engine.kernel.playing.step import play
from engine.kernel.playing.table import Paused, RunningTable
from engine.kernel.state import events as e
from engine.kernel.state.fight import State
from engine.kernel.state.redaction.audience import mentions_any, strings_in
from engine.kernel.structs.budget import spend
from engine.kernel.structs.errors import FacesRefused, RuleRefusal, TooCostly
from engine.kernel.structs.ids import Seats, as_seats, format_command
from engine.kernel.structs.messages import Draft, Event, Order, Recorded, plain
from engine.kernel.structs.odds import Odds, Reckons
from engine.kernel.structs.reasons import Reasons, Term

Own = TypeVar("Own", bound=Struct)

UNSEEN = "something that you may not know of stands against this order"
"""Refusal of an order that nothing visible to its sender forbids: one sentence for every reason."""

UNWRITTEN, LONG_AGO = 1, "1970-01-01T00:00:00.000Z"
"""Version and time of an order that is only tried: nobody reads them."""


class _Stopped(BaseException):
    """The dry run is complete."""


class Roll(Struct, frozen=True):
    """The first roll of an order, and the seats that type it; (): the server rolls.

    by, why, rule: as the rules roll it. terms: what will be added, as far as the sender may know it.
    odds: None where the rules tell none, or not to the sender.
    """

    dice: Dice
    seats: tuple[str, ...]
    by: str = ""
    why: str = ""
    rule: str = ""
    terms: tuple[Term, ...] = ()
    odds: Odds | None = None


class _DryTable(RunningTable[Own]):
    """Stops at the first event or skipped question, or (to_roll) at the first roll.

    begun: the rules have not refused the order.
    """

    begun = False
    roll_found: Roll | None = None

    def __init__(
        self, book: Rulebook[Own], seen: State[Own], first: Recorded, seat: str, clock: Clock, *, to_roll: bool
    ) -> None:
        super().__init__(
            book,
            seen,
            [first],
            head=first.version,
            seat=seat,
            dice=PhysicalDice(),
            typed=TypedFaces((), None),
            preferences={},
            clock=clock,
        )
        self._to_roll = to_roll
        self._terms: tuple[Term, ...] = ()
        self._odds: Reckons | None = None

    def seen(self, seat: str | None) -> State[Own]:
        """The run is played on the sender's view."""
        spend(1)
        return self.state if seat == self._seat else super().seen(seat)

    def _put(self, *args: Any, **more: Any) -> Recorded:
        self.begun = True
        if not self._to_roll:
            raise _Stopped
        return super()._put(*args, **more)

    def _skips(self, *args: Any) -> bool:
        skips = super()._skips(*args)
        if skips:
            self.begun = True
            if not self._to_roll:
                raise _Stopped
        return skips

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
        gm = self.state.fight.is_gm(self._seat)
        knows = known_to is None or self._seat in as_seats(known_to) or gm
        reads = to is None or self._seat in as_seats(to) or gm
        told = because if because is None or knows else because.public()
        self._terms = told.terms if told is not None else ()
        self._odds = odds if knows and reads else None
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
    ) -> NoReturn:
        self.begun = True
        seats = self._rollers(by, to) if typed or self.state.fight.dice == "PHYSICAL" else ()
        self.roll_found = Roll(dice, seats, by, why, rule, self._terms, self._odds_told())
        raise _Stopped

    def _odds_told(self) -> Odds | None:
        """The odds of the roll; None where the rules need more for them than the sender sees. TooCostly."""
        if not self._to_roll or self._odds is None:
            return None
        try:
            return self._odds()
        except (TooCostly, RecursionError):
            raise
        except Exception:
            return None


class Outcome(Struct, frozen=True):
    """The result of a dry run. roll: the first one; ended: the order was played out without any.

    Neither: the run has stopped at an event or a question, or needs what its sender does not know.
    made: the events up to there. opened: the sender's view of the fight once its order is accepted.
    """

    roll: Roll | None = None
    ended: bool = False
    failed: bool = False
    made: tuple[Event, ...] = ()
    opened: State[Any] | None = None


def sees_all(book: Rulebook[Own], state: State[Own], seat: str) -> bool:
    """Whether a seat sees all state that the rules use."""
    return book.sees_all(state, seat)


def dry_run(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    order: Order,
    clock: Clock,
    *,
    to_roll: bool = False,
    encoded: dict[str, Any] | None = None,
) -> Outcome:
    """Play an order on its sender's view, up to its first event or (to_roll) its first roll.

    encoded: the order as `encode_order` gives it, if that is known.
    RuleRefusal where it is refused there: the order names a combatant that the sender does not see, or the rules forbid
    it.
    """
    unseen = position.state.fight.unseen(seat)
    named = unseen.intersection(strings_in(plain(order))) if unseen and mentions_any(order, unseen) else ()
    seen = book.seen(position.state, seat)
    first = _opened(book, seat, encoded or book.encode_order(order), position.version + 1, clock)
    table = _DryTable(book, seen, first, seat, clock, to_roll=to_roll or bool(named))
    table.recorded(e.CommandAccepted)
    opened = table.state
    try:
        play(book, order, table)
    except (_Stopped, Paused):
        return Outcome(roll=table.roll_found, made=_made(table), opened=opened)
    except RecursionError:
        raise TooCostly from None
    except Exception as error:
        if isinstance(error, RuleRefusal) and not table.begun:
            raise
        # The rules need more than the sender sees, for example a hidden combatant.
        if named:
            raise RuleRefusal(f"there is no combatant {min(named)!r}", code="UNKNOWN") from None
        return Outcome(failed=True, opened=opened)
    return Outcome(ended=True, made=_made(table), opened=opened)


def refusal_of(book: Rulebook[Own], seen: State[Own], seat: str, order: Order) -> RuleRefusal | None:
    """Why the rules refuse an order of a seat, from its view of the fight alone; None where they do not.

    seen: that view. The order names nobody whom the seat does not see. TooCostly for rules that come to no end.
    """
    first = _opened(book, seat, book.encode_order(order), UNWRITTEN, lambda: LONG_AGO)
    table = _DryTable(book, seen, first, seat, lambda: LONG_AGO, to_roll=False)
    table.recorded(e.CommandAccepted)
    try:
        play(book, order, table)
    except (_Stopped, Paused):
        return None
    except RecursionError:
        raise TooCostly from None
    except RuleRefusal as refusal:
        return None if table.begun else refusal
    except Exception:  # the rules need more than the seat sees: nothing that it knows forbids the order
        return None
    return None


def _made(table: RunningTable[Any]) -> tuple[Event, ...]:
    return tuple(recorded.event for recorded in table.new)


def _opened(book: Rulebook[Any], seat: str, order: dict[str, Any], version: int, clock: Clock) -> Recorded:
    """The first event of a dry run. Nobody receives it, so it has no audience. order: encoded."""
    event = e.CommandAccepted(order=order, by=seat, rules=book.system.version)
    return Recorded(version, clock(), Draft(event, "", seat, format_command(version)))


def check_faces(outcome: Outcome, typed: TypedFaces, seat: str, *, gm: bool) -> None:
    """RuleRefusal where typed dice cannot be the first roll of an order, as far as its sender can foresee it.

    Later rolls may depend on what the sender does not know, so they are no ground for a refusal.
    """
    if outcome.ended:
        raise FacesRefused("as far as you see, this order rolls no dice: leave `faces` out")
    roll = outcome.roll
    if roll is None:
        return
    if not roll.seats:
        raise FacesRefused(
            "as far as you see, the server makes the first roll: leave `faces` out, and wait to be asked"
        )
    if not gm and seat not in roll.seats:
        raise FacesRefused(
            "as far as you see, the first roll is another seat's: leave `faces` out, and wait to be asked"
        )
    typed.require(roll.dice)
