"""The position of a fight at a version: its state, and the open command's base and trail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.ids import parse_command
from engine.kernel.structs.messages import Recorded

Own = TypeVar("Own", bound=Struct)
Clock = Callable[[], str]
"""The time of a new event, RFC 3339."""


class Position(Struct, Generic[Own], frozen=True):
    """version: events in the stream so far. base, trail: of the open command; None and () while none is open."""

    version: int
    state: State[Own]
    base: State[Own] | None = None
    trail: tuple[Recorded, ...] = ()


def advance(book: Rulebook[Own], position: Position[Own] | None, recorded: Recorded) -> Position[Own]:
    """The position after one more live event. Fault where it cannot have happened."""
    if position is None:
        return Position(recorded.version, book.evolve(None, recorded))
    state = book.evolve(position.state, recorded)
    version = recorded.version if recorded.version > position.version else position.version
    if state.fight.open is None:
        return Position(version, state)
    if isinstance(recorded.event, e.CommandAccepted):
        return Position(version, state, position.state, (recorded,))
    if position.base is None:
        raise Fault(f"version {recorded.version}: a command is open that was never accepted")
    return Position(version, state, position.base, (*position.trail, recorded))


def folded(book: Rulebook[Own], position: Position[Own] | None, recorded: Iterable[Recorded]) -> Position[Own] | None:
    """`advance` over live events; None over none. Only the last position is made, so it is for long streams."""
    events = iter(recorded)
    if position is None:
        first = next(events, None)
        if first is None:
            return None
        position = advance(book, None, first)
    version, state, base, trail = position.version, position.state, position.base, [*position.trail]
    evolve = book.evolve
    for event in events:
        before, state = state, evolve(state, event)
        if event.version > version:
            version = event.version
        if state.fight.open is None:
            base, trail = None, []
        elif isinstance(event.draft.event, e.CommandAccepted):
            base, trail = before, [event]
        elif base is None:
            raise Fault(f"version {event.version}: a command is open that was never accepted")
        else:
            trail.append(event)
    return Position(version, state, base, tuple(trail))


def advanced(position: Position[Own], new: tuple[Recorded, ...], state: State[Own]) -> Position[Own]:
    """`advance` over a step's new events that are already folded. state: behind the last of them."""
    if not new:
        return position
    version = max(position.version, new[-1].version)
    if state.fight.open is None:
        return Position(version, state)
    if isinstance(new[0].event, e.CommandAccepted):
        return Position(version, state, position.state, new)
    return Position(version, state, position.base, (*position.trail, *new))


def advance_all(
    book: Rulebook[Own], position: Position[Own] | None, recorded: Iterable[Recorded]
) -> Position[Own] | None:
    """`advance` over several events; reverts are skipped, since they are jumps of the live path."""
    return folded(book, position, (record for record in recorded if not isinstance(record.event, e.Reverted)))


def at_version(position: Position[Own], version: int, *, jumped: bool) -> Position[Own]:
    """The same position in a stream that has grown to `version`.

    jumped: a revert lies in between. Dice may have fallen in what it took back, and seen dice stay seen.
    """
    if not jumped:
        return structs.replace(position, version=version)
    base = None if position.base is None else with_dice_seen(position.base)
    return structs.replace(position, version=version, state=with_dice_seen(position.state), base=base)


def with_dice_seen(state: State[Own]) -> State[Own]:
    """The state of a fight that came back to here: dice may have fallen and been seen."""
    return structs.replace(state, fight=structs.replace(state.fight, rolled=True))


class Step(Struct, Generic[Own], frozen=True):
    """The new events, and the position behind them. undone: the fault for which an order was taken back."""

    new: tuple[Recorded, ...]
    position: Position[Own]
    undone: Fault | None = None

    @property
    def began(self) -> int:
        """The first version of what this step completes: the order, maybe several steps old, or the step itself."""
        first = self.new[0].version
        for record in self.new:
            if isinstance(record.event, e.CommandEnded):
                first = min(first, parse_command(record.draft.command or "") or first)
        return first
