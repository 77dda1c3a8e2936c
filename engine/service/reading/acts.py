"""Acts: an order or an answer with all that it brought about, or the passage to a new round.

An event's act is the version of the event that began it. It is worked out from what one seat sees, and from nothing
else, so it names no event that is hidden from the seat: an act that began hidden begins, for this seat, with the first
event of it that the seat sees.

- An order, an answer to a decision, typed dice and a new round each begin an act, and all later events of the same
  command belong to it, until the next one begins. Dice that are asked together begin one when all have fallen.
- What no command made is an act of its own, with these exceptions: combatants of a new fight belong to its creation,
  what follows from a correction or a handover to that, and the questions of a request to take back to the request.
- After a revert into the middle of an order, and in a fork, what is played on belongs to the revert or the fork.
- A Hidden is always an act of its own.

No event needs more than those before it since its command began: `needed_from`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.state.events import (
    CombatantJoined,
    CommandAccepted,
    ControlChanged,
    Corrected,
    DecisionAnswered,
    DecisionOpened,
    EncounterForked,
    GroundSet,
    Hidden,
    Reverted,
    RoundBegan,
)
from engine.kernel.state.fight import ROLL
from engine.kernel.structs.ids import parse_command
from engine.kernel.structs.messages import Event, Recorded

_BEGINS = (CommandAccepted, DecisionAnswered, RoundBegan)


class Acts:
    """Names the act of one event after another, as a seat sees them."""

    def __init__(self, before: Iterable[Recorded] = ()) -> None:
        self._command: str | None = None
        self._act = 0
        self._plays_on = 0
        """A command that began up to this version, and comes next, belongs to the present act."""
        self._rolls = False
        """The last event of the command asked for typed dice or kept their faces, so its next one is what they show."""
        self._cause = self._caused = 0
        """A correction, and the act of what follows from it."""
        for record in before:
            self.act_of(record)

    def act_of(self, recorded: Recorded) -> int:
        """The act of the next event."""
        if isinstance(recorded.event, Hidden):
            return recorded.version
        return self._fact(recorded) if recorded.foreign else self._of_command(recorded)

    def _fact(self, recorded: Recorded) -> int:
        event, version = recorded.event, recorded.version
        if isinstance(event, CombatantJoined):
            return 1
        if isinstance(event, DecisionOpened):
            return event.window - 1
        if isinstance(event, (Corrected, GroundSet, ControlChanged)):
            self._cause = self._caused = version
        elif (cause := _cause_of(recorded)) is not None:
            if cause != self._cause:
                self._cause, self._caused = cause, version
            return self._caused
        elif isinstance(event, (Reverted, EncounterForked)):
            self._plays_on = event.to_version if isinstance(event, Reverted) else event.forked_at
            self._command, self._act, self._rolls = None, version, False
        return version

    def _of_command(self, recorded: Recorded) -> int:
        event, command = recorded.event, recorded.draft.command
        rolling = _is_of_rolls(event)
        begins = _begins(event) or (self._rolls and command == self._command and not rolling)
        goes_on = command == self._command or (parse_command(command or "") or recorded.version) <= self._plays_on
        if begins or not goes_on:
            self._act = recorded.version
        self._command, self._plays_on = command, 0
        self._rolls = rolling
        return self._act


def _begins(event: Event) -> bool:
    return isinstance(event, _BEGINS) and not _is_of_rolls(event)


def _is_of_rolls(event: Event) -> bool:
    """Whether it asks for typed dice, or has the faces of dice that fall only when all who are asked have theirs."""
    if isinstance(event, DecisionOpened):
        return event.kind == ROLL
    return isinstance(event, DecisionAnswered) and event.typed_faces is not None


def needed_from(events: Iterable[Recorded]) -> int | None:
    """The version from which earlier events are needed for the acts of these; None: none is."""
    needed: int | None = None
    for event in events:
        if is_certain(event):
            break
        if not event.foreign:
            begun = parse_command(event.draft.command or "") or event.version
            return begun if needed is None else min(needed, begun)
        if isinstance(event.event, CombatantJoined):
            return 1  # the creation's
        if (cause := _cause_of(event)) is not None:
            needed = cause if needed is None else min(needed, cause)
    return needed


def is_certain(recorded: Recorded) -> bool:
    """Whether the acts of this event, and of those that follow, depend on nothing before it."""
    if isinstance(recorded.event, (Reverted, EncounterForked)):
        return True
    return not recorded.foreign and _begins(recorded.event)


def _cause_of(recorded: Recorded) -> int | None:
    """The correction from which a fact follows."""
    because = recorded.draft.because
    return because.causes[0] if because is not None and because.causes else None
