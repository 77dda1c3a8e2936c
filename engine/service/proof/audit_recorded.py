"""The circumstances of steps as recorded in a stream: faces, preferences, time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from engine.kernel.overruling.disclosure import is_talk
from engine.kernel.playing.dice import Dice, TypedFaces
from engine.kernel.playing.preferences import shown_by
from engine.kernel.playing.step import Circumstances
from engine.kernel.state import events as e
from engine.kernel.state.fight import ROLL, Fight
from engine.kernel.structs.messages import Recorded
from engine.service.proof.audit_dice import recorded_roll


class RecordedFaces(TypedFaces):
    """The recorded faces, as seeded or typed dice, for when the rules roll again. typed: all of them are.

    ruling: the version of the ruling with which the step begins, if it does. Such a step may play the open order on
    only to see whether it asks the same: what fell in later steps is nothing that was typed for it.
    """

    def __init__(self, events: Sequence[Recorded], typed: bool, waiting: bool, ruling: int | None = None) -> None:
        super().__init__([0] if waiting else [], None)
        self._events, self._typed, self._ruling, self._playing = events, typed, ruling, False
        self._version = 0
        self.hidden: dict[int, bool] = {}

    def _recorded(self, dice: Dice) -> tuple[int, ...] | None:
        if self._version <= len(self._events):
            event = self._events[self._version - 1].event
            if isinstance(event, (e.DiceRolled, e.Drawn)):
                with suppress(ValueError):  # impossible faces are judged with the dice
                    fell, faces = recorded_roll(event)
                    return faces if fell == dice else None
        return None

    def _falls_in_step(self) -> bool:
        """Whether what is recorded next may be of this step.

        A step has one time. In that of a ruling no dice fall, and nobody answers, before the question that was open is
        withdrawn or an order follows; a revert into the middle of an order goes on at once.
        """
        if self._ruling is None or self._playing:
            return True
        time = self._events[self._ruling - 1].time
        for event in self._events[self._ruling : self._version - 1]:
            if isinstance(event.event, (e.DecisionWithdrawn, e.CommandAccepted)) and event.time == time:
                return True
            if event.time != time or isinstance(event.event, (e.DiceRolled, e.Drawn, e.DecisionAnswered)):
                return False
        return True

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None:
        """See FaceSource. If no roll is recorded, the faces do not matter: the event will differ anyway."""
        self._version = version
        self.hidden[version] = hidden
        if self._typed or typed:
            return None
        return self._recorded(dice) or (1,) * dice.count

    def take(self, dice: Dice, seats: tuple[str, ...]) -> tuple[int, ...] | None:
        """The faces typed for this roll; None if the stream has a question instead."""
        self.left = []
        if not self._falls_in_step():
            return None
        found = self._recorded(dice)
        self._playing = self._playing or found is not None
        return found

    def asks_together(self, version: int) -> bool:
        """As it was done: before rolls could be asked for at once, each waited for the one before.

        Where a ruling judges an open window anew, and nothing is asked, it is that window which says so.
        """
        opened = (
            event.event for event in reversed(self._events[:version]) if isinstance(event.event, e.DecisionOpened)
        )
        return next((decision_opened.of > 1 for decision_opened in opened if decision_opened.kind == ROLL), False)

    def require(self, dice: Dice, *, exactly: bool = False) -> None:
        """Nothing to check: recorded faces are judged with the dice."""


_RULINGS = (e.Corrected, e.GroundSet, e.Reverted, e.ControlChanged, e.SeatRemoved, e.SeatAdded, e.Resumed)
"""Facts that the kernel follows through, in their step."""


def circumstances_of(events: Sequence[Recorded], start: int, fight: Fight, *, waiting: bool) -> Circumstances:
    """The circumstances of the step that begins at index `start`. waiting: it begins with requested faces."""
    first = events[start]
    seat = first.event.by if isinstance(first.event, e.CommandAccepted) else first.draft.seat
    ruling = first.version if isinstance(first.event, _RULINGS) else None
    faces = RecordedFaces(events, fight.dice == "PHYSICAL", waiting, ruling)
    return Circumstances(seat, faces, faces, _preferences(events, start), lambda: first.time)


def _was_ruled(events: Sequence[Recorded], start: int) -> bool:
    """Whether an answer is to an order in which a ruling fell: then another may follow that lets the fight go on."""
    if events[start].foreign or isinstance(events[start].event, e.CommandAccepted):
        return False
    for number in range(start - 1, -1, -1):
        if isinstance(events[number].event, e.CommandAccepted):
            return False
        if events[number].foreign:
            return True
    return False


def _preferences(events: Sequence[Recorded], start: int) -> Mapping[str, str]:
    """The preferences that answered within this step, as far as recorded."""
    found: dict[str, str] = {}
    # A ruling may be followed by orders that continue the encounter, all in its step, which has one time.
    first = events[start]
    ruling = isinstance(first.event, _RULINGS) or is_talk(first) or _was_ruled(events, start)
    for number in range(start + 1, len(events)):
        later = events[number]
        event = later.event
        if later.time != first.time:
            break
        if not ruling and (isinstance(event, e.CommandAccepted) or later.foreign):
            break
        if not isinstance(event, e.DecisionAnswered) or event.how == "KEPT":
            continue
        if event.how != "PREFERENCE":
            break
        if not 1 <= event.decision < later.version:
            continue
        opened = events[event.decision - 1].event
        if isinstance(opened, e.DecisionOpened) and opened.seats:
            key = f"{opened.seats[0]} {opened.kind}"
            found[key] = shown_by(event.choice, opened.offers or (), opened.default, found.get(key))
    return found
