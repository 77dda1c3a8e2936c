"""Jumps back along a stream: to an earlier position, or to the base of the open command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import close_take_back, must_be_gm
from engine.kernel.playing.follow_through import followed
from engine.kernel.playing.position import Clock, Position, Step, advance, at_version
from engine.kernel.state import events as e
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Draft, Recorded

Own = TypeVar("Own", bound=Struct)

RULINGS = (e.Corrected, e.GroundSet, e.ControlChanged, e.SeatRemoved)
"""Facts of the table from which others follow."""


class Landing(Struct, Generic[Own], frozen=True):
    """Where a jump lands. to: the version gone back to; kept: later versions that still count; position: after them."""

    to: int
    kept: tuple[int, ...]
    position: Position[Own]


def land(book: Rulebook[Own], target: Position[Own], kept: Sequence[Recorded]) -> Landing[Own]:
    """The landing at `target` with later events that still count. Takes time by their number."""
    landed = target
    for record in kept:
        landed = advance(book, landed, record)
    return Landing(target.version, tuple(record.version for record in kept), landed)


def cancel(book: Rulebook[Own], position: Position[Own], seat: str, reason: str, *, clock: Clock) -> Step[Own]:
    """Back to the base of the open command. Rulings of its trail stay, with what follows from them there."""
    must_be_gm(position.state.fight, seat)
    return taken_back(book, position, seat, reason, clock=clock)


def taken_back(
    book: Rulebook[Own], position: Position[Own], seat: str | None, reason: str, *, clock: Clock
) -> Step[Own]:
    """As `cancel`, whoever brings it about: an order that cannot be played on."""
    base = position.base
    if base is None or position.state.fight.open is None:
        raise RuleRefusal("no order is open", field="cancel")
    # What followed from a ruling in the middle of the order need not follow from it before the order.
    kept = [r for r in position.trail if r.foreign and r.draft.because is None]
    target = Position(position.state.fight.open.base, base)
    step = jump(book, position, land(book, target, kept), seat, reason, clock, cancelled=True)
    causes = tuple(r.version for r in kept if isinstance(r.event, RULINGS))
    if not causes:
        return step
    facts, landed = followed(book, step.position, base, causes, seat, clock)
    return Step((*step.new, *facts), landed)


def jump(
    book: Rulebook[Own],
    position: Position[Own],
    landing: Landing[Own],
    seat: str | None,
    note: str,
    clock: Clock,
    *,
    cancelled: bool = False,
    agreed: int | None = None,
) -> Step[Own]:
    """Back along the stream to a landing. A take-back request open there is dropped."""
    event = e.Reverted(
        to_version=landing.to,
        kept=landing.kept,
        cancelled=cancelled,
        note=note,
        agreed=agreed,
    )
    version = position.version + 1
    recorded = Recorded(version, clock(), Draft(event, "", seat, None))
    closed, landed = close_take_back(book, at_version(landing.position, version, jumped=True), clock)
    return Step((recorded, *closed), landed)
