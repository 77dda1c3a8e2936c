"""How a table overrules its engine: corrections, the way back, and forks. No rules are run but to go on from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.correct import corrected, parse_path
from engine.kernel.errors import Fault, ReplayDiverged, RuleRefusal
from engine.kernel.facts import fact, must_be_gm, overtaken
from engine.kernel.gm import Correct
from engine.kernel.messages import Draft, Recorded, plain
from engine.kernel.position import Clock, Position, Step, advance, advanced, standing_at
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances, played_on

Own = TypeVar("Own", bound=Struct)


def _correction(
    book: Rulebook[Own], position: Position[Own], seat: str, correction: Correct, clock: Clock
) -> tuple[Recorded, Position[Own]]:
    """A correction reaches those whose view of the fight it changes, and the GM."""
    path, value = parse_path(correction.path), correction.value
    before, after = position.state, corrected(position.state, parse_path(correction.path), value, book.state_type)
    to: tuple[str, ...] | None = None
    if book.seen(before, None) == book.seen(after, None):
        to = tuple(s for s in before.fight.seats if book.seen(before, s) != book.seen(after, s))
    event = e.Corrected(path=path, value=plain(value), remark=correction.reason)
    return fact(book, position, event, seat=seat, clock=clock, to=to)


def correct(book: Rulebook[Own], position: Position[Own], seat: str, correction: Correct, *, clock: Clock) -> Step[Own]:
    """Set a field of the state. RuleRefusal for a path that is not there or a value of another type."""
    must_be_gm(position.state.fight, seat)
    position.state.fight.require_going_on()
    closed, position = overtaken(book, position, clock)
    recorded, position = _correction(book, position, seat, correction, clock)
    return Step((*closed, recorded), position)


def cancel(book: Rulebook[Own], position: Position[Own], seat: str, reason: str, *, clock: Clock) -> Step[Own]:
    """Back to the base of the open command; foreign events of its trail stay."""
    must_be_gm(position.state.fight, seat)
    if position.base is None or position.state.fight.open is None:
        raise RuleRefusal("no order is open", field="cancel")
    kept = tuple(r for r in position.trail if r.foreign)
    target = Position(position.state.fight.open.base, position.base)
    return jump(book, position, target, kept, seat, reason, clock, cancelled=True)


def jump(
    book: Rulebook[Own],
    position: Position[Own],
    target: Position[Own],
    kept: Sequence[Recorded],
    seat: str,
    note: str,
    clock: Clock,
    *,
    cancelled: bool = False,
    agreed: int | None = None,
) -> Step[Own]:
    """Back to `target`, with what still counts of what came later. A request that waited there waits no more."""
    event = e.Reverted(
        to_version=target.version,
        kept=tuple(r.version for r in kept),
        cancelled=cancelled,
        note=note,
        agreed=agreed,
    )
    version = position.version + 1
    recorded = Recorded(version, clock(), Draft(event, "", seat, None))
    landed = target
    for one in kept:
        landed = advance(book, landed, one)
    closed, landed = overtaken(book, standing_at(landed, version, jumped=True), clock)
    return Step((recorded, *closed), landed)


def revert(
    book: Rulebook[Own],
    position: Position[Own],
    target: Position[Own],
    lasting: Sequence[Recorded],
    seat: str,
    corrections: Sequence[Correct],
    reason: str,
    circumstances: Circumstances,
) -> Step[Own]:
    """Back to `target`, in one step with its corrections and, where it lands inside a command, with what follows there.

    lasting: live events behind the target that no revert takes back.
    """
    must_be_gm(position.state.fight, seat)
    position.state.fight.require_going_on()
    step = jump(book, position, target, lasting, seat, reason, circumstances.clock)
    new, landed = list(step.new), step.position
    for number, correction in enumerate(corrections):
        try:
            recorded, landed = _correction(book, landed, seat, correction, circumstances.clock)
        except RuleRefusal as refusal:
            refusal.field = f"corrections.{number}.{refusal.field}"
            raise
        new.append(recorded)
    try:
        return _resumed(book, new, landed, circumstances)
    except ReplayDiverged:
        raise
    except Fault as fault:
        if not corrections:
            raise
        reason = "corrected so, the order at that version cannot be played on: revert to before it, or correct less"
        raise RuleRefusal(reason, field="corrections") from fault


def _resumed(
    book: Rulebook[Own], new: list[Recorded], landed: Position[Own], circumstances: Circumstances
) -> Step[Own]:
    """Play the command on that a jump landed in, unless it rests there."""
    if landed.base is not None and not landed.state.fight.resting:
        played = played_on(book, landed.base, landed.trail, circumstances, head=landed.version)
        landed = advanced(landed, played.new, played.state)
        new += played.new
    return Step(tuple(new), landed)


def fork(
    book: Rulebook[Own], position: Position[Own], event: e.EncounterForked, seat: str, circumstances: Circumstances
) -> Step[Own]:
    """The first step of a what-if that begins at `position`: the new fight's own events, from its version + 1 on."""
    recorded, landed = fact(book, position, event, seat=seat, clock=circumstances.clock)
    return _resumed(book, [recorded], landed, circumstances)
