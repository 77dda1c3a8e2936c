"""What becomes of open questions when a ruling has changed the fight: they are judged anew.

The open order is played again as if the ruling had come just before it asked (`playing.table`). Where it asks the same,
the question stays as it is. Otherwise the question is withdrawn, and what the rules make of the fight as it is now
follows in the same step: the question with today's offers to whom it is put now, another one, or what happens without
it. An order that cannot be played on at all is taken back. So no game has to know of rulings.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import close_take_back, handed_fact, table_fact
from engine.kernel.playing.going_on import gone_on
from engine.kernel.playing.jumps import taken_back
from engine.kernel.playing.position import Position, Step, advanced
from engine.kernel.playing.step import Circumstances, Played, play_on
from engine.kernel.playing.table import same_question
from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight
from engine.kernel.state.redaction.audience import recipients_of, recipients_of_related
from engine.kernel.structs.budget import STEP, bounded
from engine.kernel.structs.errors import Fault, Gone, ReplayDiverged, RuleRefusal
from engine.kernel.structs.messages import Draft, Event, Recorded
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own", bound=Struct)


def settled(book: Rulebook[Own], step: Step[Own], circumstances: Circumstances, cause: int) -> Step[Own]:
    """A ruling's step with all that follows: open questions judged anew, and the order by which the fight goes on.

    cause: the version of the ruling, or of its last part.
    """
    judged = _judged(book, step.position, circumstances, cause)
    played, position = gone_on(book, judged.position, circumstances)
    return Step((*step.new, *judged.new, *played), position, judged.undone)


def table_changed(
    book: Rulebook[Own], position: Position[Own], event: Event, seat: str | None, circumstances: Circumstances
) -> Step[Own]:
    """A fact of the table on which it depends who is asked, with all that follows from it."""
    with bounded(STEP, circumstances.timer):
        return _table_changed(book, position, event, seat, circumstances)


def _table_changed(
    book: Rulebook[Own], position: Position[Own], event: Event, seat: str | None, circumstances: Circumstances
) -> Step[Own]:
    clock, new = circumstances.clock, list[Recorded]()
    if isinstance(event, e.SeatRemoved) and _talks(position.state.fight, event.whose):
        closed, position = close_take_back(book, position, clock)
        new += closed
    state = handed_fact if isinstance(event, e.ControlChanged) else table_fact
    step = state(book, position, event, seat=seat, clock=clock)
    return settled(book, Step((*new, *step.new), step.position), circumstances, step.new[0].version)


def _talks(fight: Fight, seat: str) -> bool:
    """Whether a request to take back is this seat's, or waits for it."""
    talk = fight.taking_back
    return talk is not None and (talk.by == seat or any(seat in asked.seats for asked in talk.asked))


def _judged(book: Rulebook[Own], position: Position[Own], circumstances: Circumstances, cause: int) -> Step[Own]:
    fight, base = position.state.fight, position.base
    window = fight.window
    if base is None or window is None or not window.waiting or fight.status == "ENDED":
        return Step((), position)
    gone = _withdrawn(position, circumstances, cause)
    try:
        played = play_on(
            book, base, [*position.trail, *gone], circumstances, tentative=len(gone), head=gone[-1].version
        )
    except ReplayDiverged:
        raise
    except (RuleRefusal, Gone):
        return _taken_back(book, position, circumstances, cause)
    except Fault as fault:
        step = _taken_back(book, position, circumstances, cause)
        return Step(step.new, step.position, fault)
    if _asks_the_same(position, played, len(gone)):
        return Step((), position)
    return Step(played.new, advanced(position, played.new, played.state))


def _taken_back(book: Rulebook[Own], position: Position[Own], circumstances: Circumstances, cause: int) -> Step[Own]:
    note = f"after the ruling at version {cause} this order cannot be played on"
    return taken_back(book, position, circumstances.seat, note, clock=circumstances.clock)


def _withdrawn(position: Position[Own], circumstances: Circumstances, cause: int) -> list[Recorded]:
    """The events that withdraw the open window, each for those who read that its decision was opened."""
    fight, gone = position.state.fight, list[Recorded]()
    assert fight.open is not None
    assert fight.open.window is not None
    opened = {r.version: r.draft for r in position.trail}
    for asked in fight.open.window.asked:
        event = e.DecisionWithdrawn(decision=asked.decision)
        put = opened.get(asked.decision)
        seats, whole = recipients_of_related(put, *recipients_of(event, fight, None))
        draft = Draft(event, asked.rule, circumstances.seat, fight.open.command, seats, whole, Reasons(causes=(cause,)))
        gone.append(Recorded(position.version + 1 + len(gone), circumstances.clock(), draft))
    return gone


def _asks_the_same(position: Position[Own], played: Played[Own], withdrawn: int) -> bool:
    """Whether the rules open the same window that is open already. What follows in the step does not matter then."""
    window = position.state.fight.window
    assert window is not None
    opened = {r.version: r.event for r in position.trail}
    again = [r.event for r in played.new[withdrawn:]]
    return len(again) >= window.of and all(
        isinstance(event, e.DecisionOpened) and event.of == window.of and same_question(event, opened[asked.decision])
        for event, asked in zip(again, window.asked, strict=False)
    )
