"""Jumps back along a stream: to an earlier position, or to the base of the open command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import close_take_back, must_be_gm
from engine.kernel.playing.position import Clock, Position, Step, advance, at_version
from engine.kernel.state import events as e
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Draft, Recorded

Own = TypeVar("Own", bound=Struct)


class Landing(Struct, Generic[Own], frozen=True):
    """Where a jump lands. to: the version gone back to; kept: later versions that still count; position: after them."""

    to: int
    kept: tuple[int, ...]
    position: Position[Own]


def land(book: Rulebook[Own], target: Position[Own], kept: Sequence[Recorded]) -> Landing[Own]:
    """The landing at `target` with later events that still count. Takes time by their number."""
    landed = target
    for one in kept:
        landed = advance(book, landed, one)
    return Landing(target.version, tuple(one.version for one in kept), landed)


def cancel(book: Rulebook[Own], position: Position[Own], seat: str, reason: str, *, clock: Clock) -> Step[Own]:
    """Back to the base of the open command; foreign events of its trail stay."""
    must_be_gm(position.state.fight, seat)
    if position.base is None or position.state.fight.open is None:
        raise RuleRefusal("no order is open", field="cancel")
    kept = tuple(r for r in position.trail if r.foreign)
    target = Position(position.state.fight.open.base, position.base)
    return jump(book, position, land(book, target, kept), seat, reason, clock, cancelled=True)


def jump(
    book: Rulebook[Own],
    position: Position[Own],
    landing: Landing[Own],
    seat: str,
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
