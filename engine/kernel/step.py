"""One step: what an order or an answer brings about, from the open command's base to its next rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.audience import audience_of
from engine.kernel.dice import FaceSource, TypedFaces, parse_dice
from engine.kernel.entering import joining
from engine.kernel.errors import FacesRefused, Fault, PicksRefused, ReplayDiverged, RuleRefusal, SkaldError
from engine.kernel.evolve import is_roll
from engine.kernel.fight import Fight, State
from engine.kernel.ids import format_command
from engine.kernel.messages import Draft, Recorded
from engine.kernel.orders import Entry
from engine.kernel.rulebook import Rulebook
from engine.kernel.table import AtOnce, Paused, RunningTable

Own = TypeVar("Own", bound=Struct)


class Circumstances(Struct, frozen=True):
    """What a step needs from outside the rules.

    seat: who brings it about; typed: faces sent along; clock: the time of a new event, RFC 3339;
    preferences: "seat kind" -> "always" | "never". at_once: who answers without a pause.
    """

    seat: str | None
    dice: FaceSource
    typed: TypedFaces
    preferences: Mapping[str, str]
    clock: Callable[[], str]
    at_once: AtOnce | None = None


def accepted(
    book: Rulebook[Own], state: State[Own], seat: str, order: dict[str, object], version: int, clock: Callable[[], str]
) -> Recorded:
    """The tentative first event of a command that would stand at `version`."""
    public, withheld = book.split_order(order)
    event = e.CommandAccepted(order=public, by=seat, rules=book.system.version, withheld=withheld)
    to = None
    ((key, fields),) = order[book.key].items()  # type: ignore[attr-defined]  # split_order has checked the shape
    cls = book.orders[key]
    if withheld is not None:
        who = state.fight.combatants.get(fields.get(cls.actor, ""))
        to = (seat, *(state.fight.knowing(who) if who else ()))
    seats, whole = audience_of(event, state.fight, to)
    whole = whole or (cls.secret and seats is not None)
    return Recorded(version, clock(), Draft(event, "", seat, format_command(version), seats, whole))


def _left_over(faces: list[int], fight: Fight) -> str:
    """Why faces were not taken. fight: where their step has come to."""
    if fight.dice != "PHYSICAL":
        return "this fight rolls its own dice: leave `faces` out"
    window = fight.open.window if fight.open else None
    for asked in window.asked if window else ():
        if is_roll(asked) and not asked.answered:
            wanted = parse_dice(str(asked.question["dice"])).count
            if len(faces) < wanted:
                return f"too few faces: {faces}; {asked.question['dice']} wants {wanted}"
    return f"faces left over: {faces}; send whole rolls of your own seat, or wait to be asked"


class Played(Struct, Generic[Own], frozen=True):
    """The new events of a step, and the state behind them."""

    new: tuple[Recorded, ...]
    state: State[Own]


def played_on(
    book: Rulebook[Own],
    base: State[Own],
    trail: Sequence[Recorded],
    circumstances: Circumstances,
    *,
    tentative: int = 0,
    head: int,
    in_window: int = 1,
) -> Played[Own]:
    """The new events of this step, the last `tentative` of the trail first.

    head: the version of the trail's last event, or of the stream's head. in_window: how many decisions the window of
    the answer just given has: after one of several nothing is refused.
    RuleRefusal: nothing is appended, the order or the answer may be given otherwise. Fault: a mistake of the rules.
    """
    table = RunningTable(
        book,
        base,
        trail,
        head=head,
        seat=circumstances.seat,
        dice=circumstances.dice,
        typed=circumstances.typed,
        preferences=circumstances.preferences,
        clock=circumstances.clock,
        at_once=circumstances.at_once,
    )
    first = table.recorded(e.CommandAccepted)
    if first is None or not isinstance(first.event, e.CommandAccepted):
        raise Fault("a trail begins with the command it belongs to")
    opened = table.state.fight.open
    if opened is None:
        raise Fault("the command did not open")
    order = book.decode_order(opened.order)
    ended = False
    given = list(trail[len(trail) - tentative :])
    try:
        if isinstance(order, Entry):
            # Who enters is the kernel's to say; what a newcomer means for turns, the system reads from the event.
            joined = joining(book.system, order, table.state.fight)
            book.require_admitted(table.state, joined)
            table.emit(joined, rule="")
        else:
            book.system.play(order, table)
        ended = True
    except Paused:
        pass
    except (FacesRefused, PicksRefused):
        raise
    except RuleRefusal as refusal:
        last = table.new[-1].event if table.new else None
        if isinstance(last, e.DecisionAnswered):
            # A standing `always`, or an answer at once, that the rules refuse: the seat is asked after all.
            table.take_back()
        elif table.new or table.position < len(trail) or in_window > 1:
            raise Fault(f"refused after something new had happened: {refusal.reason}") from refusal
        else:
            raise
    except SkaldError:
        raise
    except Exception as error:
        raise Fault(f"the rules failed: {type(error).__name__}: {error}") from error
    if ended and table.closed:
        raise Fault("a rule swallowed the pause of its own question")
    if circumstances.typed.left:
        raise FacesRefused(_left_over(circumstances.typed.left, table.state.fight))
    if ended and table.position < len(trail):
        left = trail[table.position]
        raise ReplayDiverged(left.version, type(left.event).__name__, "the command has ended")
    if ended:
        table.end_command()
    return Played((*given, *table.new), table.state)
