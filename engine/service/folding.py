"""A stream that lies in memory, folded: for files, where no store helps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.errors import Fault
from engine.kernel.events import Reverted
from engine.kernel.history import Jump, live_versions
from engine.kernel.messages import Recorded
from engine.kernel.position import Position, advance, standing_at
from engine.kernel.rulebook import Rulebook


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
