"""Whether an order has gone as its sender could expect. Pure, over live events.

The expectation is what the rules make of the order on the sender's view of the fight before it, with the faces rolled
and the answers given. If something else happened, or the rules need what the sender could not see, the sender has
learnt something: for example that a hidden combatant, perhaps of its own side, blocks the way.

Only the public parts of events are compared, so the result tells nobody anything that it could not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import Dice, TypedFaces
from engine.kernel.playing.position import Position, advance
from engine.kernel.playing.step import accepted, play
from engine.kernel.playing.table import Paused, RunningTable
from engine.kernel.state import events as e
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.state.redaction.audience import public_part
from engine.kernel.state.reducer import merged
from engine.kernel.structs.messages import Event, Recorded, plain

Own = TypeVar("Own", bound=Struct)


class _Fallen:
    """The faces rolled in a command, in order; None once they run out, as with physical dice."""

    def __init__(self, made: Sequence[Recorded]) -> None:
        events = [r.event for r in made]
        self._faces = [
            event.faces if isinstance(event, e.DiceRolled) else (event.index + 1,)
            for event in events
            if isinstance(event, (e.DiceRolled, e.Drawn))
        ]

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None:
        """See FaceSource."""
        return self._faces.pop(0) if self._faces and len(self._faces[0]) == dice.count else None


class _Given:
    """The answers given in a command, by the position of their question among its events."""

    def __init__(self, made: Sequence[Recorded]) -> None:
        places = {r.version: place for place, r in enumerate(made)}
        answers = [(r.draft.seat, r.event) for r in made if isinstance(r.event, e.DecisionAnswered)]
        self._answers = {places.get(event.decision, -1): (seat, event) for seat, event in answers}
        self.first = made[0].version

    def __call__(self, fight: Fight, asked: Asked) -> tuple[str, str, dict[str, Any]] | None:
        """See AtOnce. The run numbers its questions from the same version on, without gaps."""
        seat, event = self._answers.get(asked.decision - self.first, (None, None))
        if event is None or event.choice is None:
            return None
        return seat or asked.seats[0], event.choice, event.picks or {}


def unexpected(book: Rulebook[Own], before: Position[Own], live: Sequence[Recorded], seat: str) -> int | None:
    """The version of the first event that this seat could not expect of its orders; None where there is none.

    before: the fight at the version that is gone back to. live: the live events since, in order.
    """
    for base, made in _commands(book, before, live):
        event = made[0].event
        assert isinstance(event, e.CommandAccepted)
        if event.by == seat:
            found = _first_other(made, _expected(book, base, made, seat))
            if found is not None:
                return max(found, next(r.version for r in live if r.version > before.version))
    return None


def _commands(
    book: Rulebook[Own], before: Position[Own], live: Sequence[Recorded]
) -> Iterator[tuple[State[Own], list[Recorded]]]:
    """Each command that has advanced since, with its base state and all its events so far."""
    position, base = before, before.base
    made = [r for r in before.trail if not r.foreign]
    for recorded in live:
        if isinstance(recorded.event, e.CommandAccepted):
            if base is not None and made:
                yield base, made
            base, made = position.state, [recorded]
        elif not recorded.foreign:
            made.append(recorded)
        position = advance(book, position, recorded)
    if base is not None and made:
        yield base, made


def _expected(book: Rulebook[Own], base: State[Own], recorded: Sequence[Recorded], seat: str) -> list[Recorded]:
    """What the rules make of a command on what its seat saw before it, as far as they get."""
    first = recorded[0]
    event = first.event
    assert isinstance(event, e.CommandAccepted)
    order, seen = merged(event.order, event.withheld), book.seen(base, seat)
    given = accepted(book, seen, seat, order, first.version, lambda: first.time)
    table = RunningTable(
        book,
        seen,
        [given],
        head=first.version,
        seat=seat,
        dice=_Fallen(recorded),
        typed=TypedFaces((), None),
        preferences={},
        clock=lambda: first.time,
        at_once=_Given(recorded),
    )
    try:
        table.recorded(e.CommandAccepted)
        play(book, book.decode_order(order), table)
        table.end_command()
    except Paused:
        pass
    except Exception:  # The rules need what the sender does not see: it could not expect anything from here on.
        pass
    return [given, *table.new]


def _first_other(made: Sequence[Recorded], expected: Sequence[Recorded]) -> int | None:
    """The version of the first event whose public part differs; the last one where more was expected."""
    mine, theirs = _places(made), _places(expected)
    for place, recorded in enumerate(made):
        if place >= len(expected):
            return recorded.version
        other = expected[place].event
        if type(other) is not type(recorded.event) or _public(other, theirs) != _public(recorded.event, mine):
            return recorded.version
    return made[-1].version if len(expected) > len(made) else None


def _places(events: Sequence[Recorded]) -> dict[int, int]:
    return {r.version: place for place, r in enumerate(events)}


def _public(event: Event, places: dict[int, int]) -> Any:
    """The public part of an event, with its questions named by position."""
    figures = plain(public_part(event))
    for name in ("window", "decision"):
        if isinstance(figures.get(name), int):
            figures[name] = places.get(figures[name], figures[name])
    return figures
