"""What going back to a version takes back, act by act, as one reader knows it.

It is worked out from the events that the reader sees and from nothing else, so it names and counts nothing that is
hidden from the reader. It needs the events behind the version and no state: it says the same however the fight was
loaded. Where the version lies farther back than `FARTHEST`, nothing is read and only the version is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from engine.kernel.overruling.disclosure import events_undone
from engine.kernel.state import events as e
from engine.kernel.state.fight import TAKE_BACK, Fight
from engine.kernel.state.stored.history import Jump, live_since
from engine.kernel.structs.messages import Recorded
from engine.service.reading.acts import Acts
from engine.service.reading.views import SeenEvent

FARTHEST = 256
"""How many versions back acts are named: a round of a large fight and more, read in one or two milliseconds."""

NAMED = 3
"""The most acts that are named; of the rest it is said how many there are."""


class Undone(Struct, frozen=True):
    """What going back takes back. heads: the event that tells each of the first acts; more: how many acts follow.

    live: all events that are taken back. questions: those that the heads answer, by version, as far as they are known.
    """

    heads: tuple[Recorded, ...]
    more: int
    live: tuple[Recorded, ...]
    questions: Mapping[int, e.DecisionOpened] = {}

    def unknown(self) -> Iterator[int]:
        """The questions of the heads that are not among the events taken back."""
        for head in self.heads:
            if isinstance(head.event, e.DecisionAnswered) and head.event.decision not in self.questions:
                yield head.event.decision


def goes_back(recorded: Recorded) -> int | None:
    """The version that an event says would be gone back to, or is; None for any other event, and for one too far back.

    What happened since is taken back: up to just before the event.
    """
    match recorded.event:
        case e.Reverted(to_version=int(to)) | e.TakeBackAsked(to_version=int(to)):
            pass
        case e.DecisionOpened(kind=kind, question={"to": int(to)}) if kind == TAKE_BACK:
            pass
        case _:
            return None
    return to if 1 <= to < recorded.version <= to + FARTHEST else None


def undone_between(events: Mapping[int, Recorded], to: int, last: int) -> Undone | None:
    """What going back from version `last` to an earlier one takes back; None where it cannot be said.

    events: at least those of to+1..last, by version, as one reader sees them.
    """
    since = range(to + 1, last + 1)
    if any(version not in events for version in since):
        return None
    jumps = [_jump(events[version]) for version in since if isinstance(events[version].event, e.Reverted)]
    versions = live_since(jumps, to, last)
    if versions is None:
        return None
    return undone_of(events[version] for version in versions if version in events)


def _jump(recorded: Recorded) -> Jump:
    assert isinstance(recorded.event, e.Reverted)
    # A version that a file names may be anything; one that is not behind the event would lead nowhere.
    return Jump(recorded.version, min(recorded.event.to_version, recorded.version - 1))


def undone_of(live: Iterable[Recorded]) -> Undone | None:
    """What taking back these live events takes back, act by act; None where the reader knows of none."""
    gone = [record for record in events_undone(list(live)) if not isinstance(record.event, e.EncounterForked)]
    acts: dict[int, list[Recorded]] = {}
    naming, commands = Acts(), set[str]()
    for record in gone:
        act = naming.act_of(record)
        command = record.draft.command
        if act not in acts and isinstance(record.event, e.RoundBegan) and command in commands:
            continue  # what the order before it led to
        acts.setdefault(act, []).append(record)
        if command is not None:
            commands.add(command)
    heads = [head for act in acts.values() if (head := _head(act)) is not None]
    if not heads:
        return None
    questions = {record.version: record.event for record in gone if isinstance(record.event, e.DecisionOpened)}
    return Undone(tuple(heads[:NAMED]), len(heads[NAMED:]), tuple(gone), questions)


def _head(act: Sequence[Recorded]) -> Recorded | None:
    """The event that tells an act: its first headline, else its first detail. Mere bookkeeping is no act to name."""
    for weight in ("HEADLINE", "DETAIL"):
        found = next((record for record in act if record.event.weight == weight), None)
        if found is not None:
            return found
    return None


class GoingBack:
    """Tells what events of one reader take back, one after another. before: the events just before, as needed."""

    def __init__(self, before: Iterable[SeenEvent] = ()) -> None:
        self._events = {event.recorded.version: event.recorded for event in before}

    def undone(self, recorded: Recorded) -> Undone | None:
        """What this event takes back, or would. It is remembered itself."""
        to = goes_back(recorded)
        found = None if to is None else undone_between(self._events, to, recorded.version - 1)
        self._events[recorded.version] = recorded
        if len(self._events) > 4 * FARTHEST:
            least = recorded.version - FARTHEST
            self._events = {version: event for version, event in self._events.items() if version >= least}
        return found


def needed_before(seen: Sequence[SeenEvent]) -> int | None:
    """The version from which earlier events are needed to say what these consecutive ones take back; None: none is.

    It lies at most FARTHEST versions before the first of them.
    """
    targets = [to for event in seen if (to := goes_back(event.recorded)) is not None]
    first = min(targets, default=None)
    return None if first is None or first + 1 >= seen[0].recorded.version else first + 1


def unanswered(before: Sequence[SeenEvent], seen: Sequence[SeenEvent]) -> Iterator[int]:
    """The questions that are needed to name what these events take back, and are not among these or those before."""
    going = GoingBack(before)
    for event in seen:
        found = going.undone(event.recorded)
        if found is not None:
            yield from found.unknown()


def asks_somebody(fight: Fight, seat: str, live: Iterable[Recorded]) -> bool:
    """Whether a seat's request to take this back is put to somebody, as far as the seat can tell.

    fight: as the seat sees it; so is what happened. The rules may find that its order has revealed more than it knows:
    then somebody is asked all the same.
    """
    gm, consent = fight.is_gm(seat), fight.take_backs.consent
    if consent == "GM" or (consent == "ALWAYS" and not gm):
        return not gm
    return any(_concerns_others(fight, seat, record) for record in live)


def _concerns_others(fight: Fight, seat: str, recorded: Recorded) -> bool:
    match recorded.event:
        case e.DiceRolled() | e.Drawn() | e.AnswersRevealed():
            return True
        case e.CombatantJoined() | e.SightChanged() if not fight.is_gm(seat):
            return True
        case e.Hidden():
            return True
        case e.Noted():
            return not fight.is_gm(seat)
        case e.CommandAccepted(by=by):
            return by != seat
        case e.DecisionAnswered(typed_faces=tuple()):
            return True
        case e.DecisionAnswered():
            return recorded.draft.seat != seat
    who = getattr(recorded.event, "combatant", None)
    return isinstance(who, str) and who in fight.combatants and seat not in fight.holders(who)
