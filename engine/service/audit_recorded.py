"""What a stream shows of the circumstances of its steps: faces, standing preferences, time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from engine.kernel import events as e
from engine.kernel.dice import Dice, TypedFaces
from engine.kernel.fight import Fight
from engine.kernel.messages import Recorded
from engine.kernel.step import Circumstances
from engine.service.audit_dice import fallen


class RecordedFaces(TypedFaces):
    """The faces of the stream, as seeded dice or as typed ones, wherever the rules roll again."""

    def __init__(self, events: Sequence[Recorded], typed: bool, waiting: bool) -> None:
        super().__init__([0] if waiting else [], None)
        self._events, self._typed = events, typed
        self._version = 0
        self.hidden: dict[int, bool] = {}

    def _recorded(self, dice: Dice) -> tuple[int, ...] | None:
        if self._version <= len(self._events):
            event = self._events[self._version - 1].event
            if isinstance(event, (e.DiceRolled, e.Drawn)):
                with suppress(ValueError):  # faces that cannot be are judged with the dice
                    fell, faces = fallen(event)
                    return faces if fell == dice else None
        return None

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...] | None:
        """See FaceSource. Where no roll is recorded the faces do not matter: the difference shows in the event."""
        self._version = version
        self.hidden[version] = hidden
        if self._typed:
            return None
        return self._recorded(dice) or (1,) * dice.count

    def take(self, dice: Dice, seats: tuple[str, ...]) -> tuple[int, ...] | None:
        """What was typed for this roll; None where the stream records a question in its place."""
        self.left = []
        return self._recorded(dice)


def circumstances_of(events: Sequence[Recorded], start: int, fight: Fight, *, waiting: bool) -> Circumstances:
    """What was around the step that begins at index `start`. waiting: it begins with faces that were asked for."""
    first = events[start]
    seat = first.event.by if isinstance(first.event, e.CommandAccepted) else first.draft.seat
    faces = RecordedFaces(events, fight.dice == "PHYSICAL", waiting)
    return Circumstances(seat, faces, faces, _preferences(events, start), lambda: first.time)


def _preferences(events: Sequence[Recorded], start: int) -> Mapping[str, str]:
    """The standing preferences that answered within this step, as far as they showed."""
    found: dict[str, str] = {}
    for number in range(start + 1, len(events)):
        later = events[number]
        event = later.event
        if isinstance(event, e.CommandAccepted) or (later.foreign and not isinstance(event, e.Corrected)):
            break
        if not isinstance(event, e.DecisionAnswered):
            continue
        if event.how != "PREFERENCE":
            break
        if not 1 <= event.decision < later.version:
            continue
        opened = events[event.decision - 1].event
        if isinstance(opened, e.DecisionOpened) and opened.seats:
            key = f"{opened.seats[0]} {opened.kind}"
            if event.choice != opened.default or key not in found:
                found[key] = "never" if event.choice == opened.default else "always"
    return found
