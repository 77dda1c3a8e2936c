"""One step: what an order or an answer brings about, from the open command's base to its next rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.continuation import Continuation, Continuations
from engine.kernel.playing.dice import FaceSource, TypedFaces
from engine.kernel.playing.entering import joined_event
from engine.kernel.playing.rule_faults import errors_as_faults
from engine.kernel.playing.spawning import arrivals
from engine.kernel.playing.table import AtOnce, Paused, RunningTable
from engine.kernel.playing.trials import Trials
from engine.kernel.state import events as e
from engine.kernel.state.fight import State
from engine.kernel.state.orders import Entry, Spawning
from engine.kernel.state.redaction.audience import recipients_of
from engine.kernel.state.redaction.hidden_zones import unseen_fields, without_fields
from engine.kernel.state.redaction.redaction import sides_named
from engine.kernel.structs.budget import Timer
from engine.kernel.structs.errors import Fault, PicksRefused, ReplayDiverged, RuleRefusal
from engine.kernel.structs.ids import format_command
from engine.kernel.structs.messages import Draft, Order, Recorded

Own = TypeVar("Own", bound=Struct)


class Circumstances(Struct, frozen=True):
    """What a step needs from outside the rules.

    seat: who brings it about; typed: faces sent along; clock: the time of a new event, RFC 3339;
    preferences: "seat kind" -> a standing preference. at_once: answers questions without a pause. timer: of the
    service, for the guard of a budget. continuations: hold rules at their questions; None: no rule is held, as where a
    step is only tried. trials: what it shares with others that try the same position; None: it is none of them.
    """

    seat: str | None
    dice: FaceSource
    typed: TypedFaces
    preferences: Mapping[str, str]
    clock: Callable[[], str]
    at_once: AtOnce | None = None
    timer: Timer | None = None
    continuations: Continuations | None = None
    trials: Trials[Any] | None = None


def accepted(
    book: Rulebook[Own], state: State[Own], seat: str, order: dict[str, object], version: int, clock: Callable[[], str]
) -> Recorded:
    """The tentative first event of a command at `version`."""
    public, withheld = book.split_order(order)
    ((key, fields),) = order[book.key].items()  # type: ignore[attr-defined]  # split_order has checked the shape
    cls = book.orders[key]
    decoded = book.decode_order(order)
    unseen = unseen_fields(state.fight, decoded, fields)
    public, apart = without_fields(public, unseen)
    secret = withheld is not None
    if apart:
        withheld = {**(withheld or {}), **apart}
    event = e.CommandAccepted(order=public, by=seat, rules=book.system.version, withheld=withheld)
    to = None
    if secret:
        who = state.fight.combatants.get(fields.get(cls.actor, ""))
        to = (seat, *(state.fight.recipients_of(who) if who else ()))
    for readers in unseen.values():
        to = tuple(name for name in (state.fight.seats if to is None else to) if name == seat or name in readers)
    seats, whole = recipients_of(event, state.fight, to)
    if state.fight.hidden and (sides := sides_named(decoded)[0]):
        # An order about a side that not everybody knows is hidden from those who do not know it.
        knows = tuple(s for s in state.fight.seats if all(state.fight.knows_side(s, side) for side in sides))
        if knows != tuple(state.fight.seats):
            seats, whole = tuple(s for s in knows if seats is None or s in seats), True
    whole = whole or (cls.secret and seats is not None)
    return Recorded(version, clock(), Draft(event, "", seat, format_command(version), seats, whole))


def play(book: Rulebook[Own], order: Order, table: RunningTable[Own]) -> None:
    """Play an order by the rules, or let a combatant enter."""
    if isinstance(order, Entry):
        # The kernel decides who enters; the system reads from the event what a newcomer means for turns.
        before = table.state
        try:
            joined = joined_event(book.system, order, before.fight)
            book.require_admitted(before, joined)
        except RuleRefusal as refusal:
            refusal.called({order.id: order.name})
            raise
        table.emit(joined, rule="")
        book.system.settle(table, before)
    elif isinstance(order, Spawning):
        before = table.state
        for joined in arrivals(book, table.state, order):
            table.emit(joined, rule="")
        book.system.settle(table, before)
    else:
        book.system.play(order, table)


class Played(Struct, Generic[Own], frozen=True):
    """The new events of a step, and the state behind them."""

    new: tuple[Recorded, ...]
    state: State[Own]


class _Once(Generic[Own]):
    """A run that nothing holds: it stops at its first question that nobody has answered."""

    def __init__(self, table: RunningTable[Own], rule: Callable[[], None]) -> None:
        self.table, self._rule = table, rule

    def go_on(self) -> bool:
        """Whether the rule has come to its end."""
        try:
            self._rule()
        except Paused:
            return False
        return True


def _of_the_step(circumstances: Circumstances) -> dict[str, Any]:
    """What a table needs to know of a step."""
    return {
        "seat": circumstances.seat,
        "dice": circumstances.dice,
        "typed": circumstances.typed,
        "preferences": circumstances.preferences,
        "clock": circumstances.clock,
        "at_once": circumstances.at_once,
    }


def _begun(
    book: Rulebook[Own],
    base: State[Own],
    trail: Sequence[Recorded],
    circumstances: Circumstances,
    *,
    head: int,
    seen: State[Own] | None,
) -> tuple[RunningTable[Own], Callable[[], None]]:
    """The table of a command at its base, behind the event that opens it, and what plays it there."""
    table = RunningTable(book, base, trail, head=head, trials=circumstances.trials, **_of_the_step(circumstances))
    first = table.recorded(e.CommandAccepted)
    if first is None or not isinstance(first.event, e.CommandAccepted):
        raise Fault("a trail begins with the command it belongs to")
    opened = table.state.fight.open
    if opened is None:
        raise Fault("the command did not open")
    if seen is not None:
        book.keep_seen(table.state, opened.seat, seen)
    return table, partial(play, book, book.decode_order(opened.order), table)


def _held(
    kept: Continuations,
    book: Rulebook[Own],
    base: State[Own],
    trail: Sequence[Recorded],
    circumstances: Circumstances,
    *,
    tentative: int,
    head: int,
) -> Continuation[Own] | None:
    """The rule that waits for what is new, about to go on with it; None where the command has to be run again.

    An answer that cannot be filled in leaves it as it is.
    """
    before, answers = trail[: len(trail) - tentative], [record.event for record in trail[len(trail) - tentative :]]
    if not all(isinstance(answer, e.DecisionAnswered) for answer in answers):
        return None
    run = kept.take(book, base, before)
    if run is None:
        return None
    if not all(run.table.fits(answer) for answer in answers if isinstance(answer, e.DecisionAnswered)):
        kept.keep(run, book, base, before)
        return None
    run.table.follow(trail, head=head, **_of_the_step(circumstances))
    return run


def play_on(
    book: Rulebook[Own],
    base: State[Own],
    trail: Sequence[Recorded],
    circumstances: Circumstances,
    *,
    tentative: int = 0,
    head: int,
    in_window: int = 1,
    seen: State[Own] | None = None,
) -> Played[Own]:
    """The new events of this step, the last `tentative` of the trail first.

    head: the version of the trail's last event, or of the stream's head. in_window: how many decisions the window of
    the answer just given has: after one of several nothing is refused.
    seen: what the order's seat sees behind the trail's first event, if a dry run has made it: with all that rules have
    worked out of it there.
    RuleRefusal: nothing is appended, another order or answer may be given. Fault: a mistake of the rules.
    """
    kept = circumstances.continuations
    run: Continuation[Own] | _Once[Own] | None = None
    if kept is not None:
        run = _held(kept, book, base, trail, circumstances, tentative=tentative, head=head)
    if run is None:
        opened, rule = _begun(book, base, trail, circumstances, head=head, seen=seen)
        run = Continuation(opened, rule, len(trail)) if kept is not None else _Once(opened, rule)
    table = run.table
    ended = waits = False
    given = list(trail[len(trail) - tentative :])
    with errors_as_faults():
        try:
            ended = run.go_on()
            waits = not ended
        except PicksRefused:
            raise
        except RuleRefusal as refusal:
            last = table.new[-1].event if table.new else None
            if isinstance(last, e.DecisionAnswered):
                # The rules refuse a standing `always` or an immediate answer: the seat is asked after all.
                table.take_back()
            elif table.new or table.position < len(trail) or in_window > 1:
                raise Fault(f"refused after something new had happened: {refusal.reason}") from refusal
            else:
                raise
    if isinstance(run, Continuation):
        run.require_moderate()
    if ended and table.closed:
        raise Fault("a rule swallowed the pause of its own question")
    if ended and table.position < len(trail):
        left = trail[table.position]
        raise ReplayDiverged(left.version, type(left.event).__name__, "the command has ended")
    if ended:
        table.end_command()
    if waits and kept is not None and isinstance(run, Continuation):
        kept.keep(run, book, base, (*trail, *table.new))
    return Played((*given, *table.new), table.state)
