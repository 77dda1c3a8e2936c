"""How long people think: from what puts them in a position to act to their act.

An answer counts from its question, an order from the last event before it that its reader sees. A pause of the fight
does not count, nor what bots, deadlines and standing preferences do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from statistics import median

from msgspec import Struct

from engine.kernel.state import events as e
from engine.kernel.structs.messages import Recorded


class Thought(Struct, frozen=True):
    """How long a seat has taken to decide, in seconds: in the median, and at most. acts: how many there were."""

    acts: int
    median: float
    longest: float


def thoughts_of(events: Sequence[Recorded]) -> dict[str, Thought]:
    """By seat, from live events as their reader sees them."""
    taken: defaultdict[str, list[float]] = defaultdict(list)
    opened: dict[int, float] = {}
    bots: set[str] = set()
    stopped, paused, last = 0.0, 0.0, 0.0
    for record in events:
        event, now = record.event, _seconds(record.time)
        clock = now - stopped
        match event:
            case e.Hidden():
                continue
            case e.EncounterCreated():
                bots |= {entry.seat for entry in event.table if entry.bot}
            case e.BotSet():
                bots = bots | {event.whose} if event.bot else bots - {event.whose}
            case e.Paused():
                paused = now
            case e.Resumed() if paused:
                stopped += now - paused
                paused = 0.0
                clock = now - stopped
            case e.DecisionOpened():
                opened[record.version] = clock
            case e.DecisionAnswered(how="HAND" | "GM" | None) if record.draft.seat and record.draft.seat not in bots:
                if event.decision in opened:
                    taken[record.draft.seat].append(clock - opened[event.decision])
            case e.CommandAccepted() if last and event.by not in bots:
                taken[event.by].append(clock - last)
        last = clock
    return {seat: _thought(times) for seat, times in taken.items()}


def _thought(times: Sequence[float]) -> Thought:
    return Thought(len(times), round(median(times), 3), round(max(times), 3))


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()
