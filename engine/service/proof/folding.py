"""Folding a stream in memory: for files, without a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position, advance, at_version, folded
from engine.kernel.state.events import Reverted
from engine.kernel.state.fight import Fight
from engine.kernel.state.stored.history import Jump, live_versions
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Recorded

MOST = 2_000
"""Limit for seats, combatants, conditions of one of them, policies: more would make each event ever slower."""
LONGEST = 20_000
"""The most events of one order."""


def jumps_in(recorded: Sequence[Recorded]) -> list[Jump]:
    """The reverts of a stream."""
    return [Jump(r.version, r.event.to_version, r.event.kept) for r in recorded if isinstance(r.event, Reverted)]


def live(recorded: Sequence[Recorded]) -> list[int]:
    """The live versions after the last event, in folding order. recorded: from version 1 on.

    Fault if a revert names a version that is not before it.
    """
    jumps = jumps_in(recorded)
    for jump in jumps:
        if not all(1 <= version < jump.at for version in (jump.to, *jump.kept)):
            raise Fault(f"version {jump.at}: a revert to what is not before it")
    return live_versions(jumps, len(recorded))


def fold(book: Rulebook[Any], recorded: Sequence[Recorded]) -> Position[Any]:
    """The position after the last event. Fault if the stream is impossible."""
    position: Position[Any] | None = folded(book, None, (recorded[version - 1] for version in live(recorded)))
    if position is None:
        raise Fault("there is no event")
    jumped = any(isinstance(record.event, Reverted) for record in recorded)
    return at_version(position, len(recorded), jumped=jumped)


def positions(book: Rulebook[Any], recorded: Sequence[Recorded]) -> Iterator[Position[Any]]:
    """The position after each event, including later reverted ones. recorded: from version 1 on.

    Fault if an event is impossible, or the encounter is too large to be folded in bounded time.
    """
    live(recorded)  # raises Fault if a revert names a version that is not before it
    targets = {record.event.to_version for record in recorded if isinstance(record.event, Reverted)}
    kept: dict[int, Position[Any]] = {}
    position: Position[Any] | None = None
    for record in recorded:
        if isinstance(record.event, Reverted):
            position = kept[record.event.to_version]
            for version in record.event.kept:
                position = advance(book, position, recorded[version - 1])
            position = at_version(position, record.version, jumped=True)
        else:
            position = advance(book, position, record)
        check_size(position, record)
        if record.version in targets:
            kept[record.version] = position
        yield position


def check_size(position: Position[Any], recorded: Recorded) -> None:
    """Fault if this event makes the encounter too large. Checks only what the event can have enlarged."""
    fight: Fight = position.state.fight
    named = fight.combatants.get(getattr(recorded.event, "combatant", ""))
    parts = (getattr(fight, name) for name in Fight.__struct_fields__)
    sizes = [len(part) for part in parts if isinstance(part, (dict, tuple))]
    if max(*sizes, len(named.conditions) if named else 0) > MOST:
        raise Fault(
            f"version {recorded.version}: a fight has at most {MOST} seats, combatants, conditions of one of them"
        )
    if len(position.trail) > LONGEST:
        raise Fault(f"version {recorded.version}: an order makes at most {LONGEST} events")
