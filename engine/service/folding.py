"""A stream that lies in memory, folded: for files, where no store helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kernel.errors import Fault
from engine.kernel.events import Reverted
from engine.kernel.fight import Fight
from engine.kernel.history import Jump, live_versions
from engine.kernel.messages import Recorded
from engine.kernel.position import Position, advance, standing_at
from engine.kernel.rulebook import Rulebook

MOST = 2_000
"""Seats, combatants, conditions of one of them, policies: with more of anything each event would take ever longer."""
LONGEST = 20_000
"""Events of one order."""


def jumps_in(recorded: Sequence[Recorded]) -> list[Jump]:
    """The reverts of a stream."""
    return [Jump(r.version, r.event.to_version, r.event.kept) for r in recorded if isinstance(r.event, Reverted)]


def live(recorded: Sequence[Recorded]) -> list[int]:
    """The versions that still count after the last event, in the order they are folded. recorded: from version 1 on.

    Fault where a revert names what is not before it.
    """
    jumps = jumps_in(recorded)
    for jump in jumps:
        if not all(1 <= version < jump.at for version in (jump.to, *jump.kept)):
            raise Fault(f"version {jump.at}: a revert to what is not before it")
    return live_versions(jumps, len(recorded))


def fold(book: Rulebook[Any], recorded: Sequence[Recorded]) -> Position[Any]:
    """Where the fight stands after the last event. Fault where it cannot have happened."""
    position: Position[Any] | None = None
    for version in live(recorded):
        position = advance(book, position, recorded[version - 1])
    if position is None:
        raise Fault("there is no event")
    jumped = any(isinstance(one.event, Reverted) for one in recorded)
    return standing_at(position, len(recorded), jumped=jumped)


def positions(book: Rulebook[Any], recorded: Sequence[Recorded]) -> Iterator[Position[Any]]:
    """Where the fight stood after each event, those that were taken back later as well. recorded: from version 1 on.

    Fault where one of them cannot have happened, or the fight has become too large to be folded in bounded time.
    """
    live(recorded)  # a revert that names what is not before it is a Fault
    targets = {one.event.to_version for one in recorded if isinstance(one.event, Reverted)}
    kept: dict[int, Position[Any]] = {}
    position: Position[Any] | None = None
    for one in recorded:
        if isinstance(one.event, Reverted):
            position = kept[one.event.to_version]
            for version in one.event.kept:
                position = advance(book, position, recorded[version - 1])
            position = standing_at(position, one.version, jumped=True)
        else:
            position = advance(book, position, one)
        check_size(position, one)
        if one.version in targets:
            kept[one.version] = position
        yield position


def check_size(position: Position[Any], one: Recorded) -> None:
    """Fault where the fight has become too large with this event. It looks at what the event can have made longer."""
    fight: Fight = position.state.fight
    named = fight.combatants.get(getattr(one.event, "combatant", ""))
    parts = (getattr(fight, name) for name in Fight.__struct_fields__)
    sizes = [len(part) for part in parts if isinstance(part, (dict, tuple))]
    if max(*sizes, len(named.conditions) if named else 0) > MOST:
        raise Fault(f"version {one.version}: a fight has at most {MOST} seats, combatants, conditions of one of them")
    if len(position.trail) > LONGEST:
        raise Fault(f"version {one.version}: an order makes at most {LONGEST} events")
