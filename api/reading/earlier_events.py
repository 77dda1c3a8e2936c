"""Earlier events that others are rendered with: questions of answers, what their acts began with, what is undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from engine.kernel.state.events import DecisionAnswered, DecisionOpened
from engine.service.encounters import Encounters
from engine.service.reading.acts import is_certain, needed_from
from engine.service.reading.undone import FARTHEST as FARTHEST_UNDONE
from engine.service.reading.undone import Undone, needed_before, unanswered, undone_between
from engine.service.reading.views import SeenEvent

CHUNK = 64
"""Events that are read at once while the beginning of an act is looked for."""

FARTHEST = 2_000
"""How many events back it is looked for. No game comes near; a file made by hand may claim any order for any event."""


class EarlierEvents(Struct, frozen=True):
    """asked: decisions that are answered; before: the events just before, back to where the present act began.

    undone: the events just before, back to where those go back to that take something back.
    """

    asked: Sequence[SeenEvent] = ()
    before: Sequence[SeenEvent] = ()
    undone: Sequence[SeenEvent] = ()


NO_EARLIER_EVENTS = EarlierEvents()


async def earlier_events(
    service: Encounters,
    encounter: str,
    seat: str | None,
    seen: Sequence[SeenEvent],
    known: Callable[[int], bool] = lambda decision: False,
    *,
    through: str | None = None,
) -> EarlierEvents:
    """The earlier events that these are rendered with, as the seat sees them.

    seen: consecutive events. known: whether a decision need not be read. through: as for `Encounters.seen_events`.
    """
    least = needed_before(seen)
    last = seen[0].recorded.version - 1 if seen else 0
    undone = [] if least is None else await service.seen_events(encounter, seat, least, last, through=through)
    met = {seen_event.recorded.version for seen_event in seen}
    answered = [
        seen_event.recorded.event for seen_event in seen if isinstance(seen_event.recorded.event, DecisionAnswered)
    ]
    wanted = {event.decision for event in answered if event.decision not in met and not known(event.decision)}
    wanted |= {decision for decision in unanswered(undone, seen) if decision not in met and not known(decision)}
    asked = [
        seen_event
        for version in sorted(wanted)
        for seen_event in await service.seen_events(encounter, seat, version, version, through=through)
    ]
    return EarlierEvents(asked, await _before(service, encounter, seat, seen, through), undone)


async def _before(
    service: Encounters, encounter: str, seat: str | None, seen: Sequence[SeenEvent], through: str | None
) -> Sequence[SeenEvent]:
    first = needed_from(event.recorded for event in seen)
    found: list[SeenEvent] = []
    last = seen[0].recorded.version - 1 if seen else 0
    least = last + 1 if first is None else max(first, last - FARTHEST + 1)
    while last >= least:
        start = max(least, last - CHUNK + 1)
        page = await service.seen_events(encounter, seat, start, last, through=through)
        found = [*page, *found]
        if any(is_certain(event.recorded) for event in page):
            break
        last = start - 1
    return found


async def read_undone(
    service: Encounters,
    encounter: str,
    seat: str | None,
    to: int,
    last: int,
    *,
    at_hand: Sequence[SeenEvent] = (),
    through: str | None = None,
) -> Undone | None:
    """What going back from version `last` to `to` takes back, as a seat knows it; None where it cannot be said.

    at_hand: consecutive events that the caller has read for this seat: where they are all that is needed, as behind the
    order that would be taken back, the store is not asked. through: as for `Encounters.seen_events`.
    """
    if not 1 <= to < last or last - to >= FARTHEST_UNDONE:
        return None
    if at_hand and at_hand[0].recorded.version <= to + 1 and at_hand[-1].recorded.version >= last:
        seen = at_hand
    else:
        seen = await service.seen_events(encounter, seat, to + 1, last, through=through)
    found = undone_between({event.recorded.version: event.recorded for event in seen}, to, last)
    if found is None:
        return None
    questions = dict(found.questions)
    for version in sorted(set(found.unknown())):
        for seen_event in await service.seen_events(encounter, seat, version, version, through=through):
            if isinstance(seen_event.recorded.event, DecisionOpened):
                questions[version] = seen_event.recorded.event
    return structs.replace(found, questions=questions)
