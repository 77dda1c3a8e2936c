"""Proving talk of taking back: what became known, who had to be asked and whether all agreed is computed again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel import events as e
from engine.kernel import facts, takeback
from engine.kernel.decide import Choice
from engine.kernel.gm import TakeBack, Withdraw
from engine.kernel.history import live_since
from engine.kernel.messages import Recorded
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.kernel.takeback import Past
from engine.service.folding import jumps_in


def is_overtaken(events: Sequence[Recorded], at: int) -> bool:
    """Whether a request ends at this index because of what stands behind it in the same step.

    Not where a fork begins in between: its parent has gone on, the fork has not.
    """
    event = events[at].event
    if not isinstance(event, e.TakeBackClosed) or event.closed != "OVERTAKEN":
        return False
    return at + 1 < len(events) and not isinstance(events[at + 1].event, e.EncounterForked)


def said(
    book: Rulebook[Any],
    position: Position[Any],
    events: Sequence[Recorded],
    start: int,
    stood: Mapping[int, Position[Any]],
) -> Sequence[Recorded] | None:
    """The step of a request, an answer or an end that begins at index `start`; None where nobody can say that there.

    stood: the fight at the versions that are gone back to.
    """
    recorded, talk = events[start], position.state.fight.taking_back
    event, seat, time = recorded.event, recorded.draft.seat, recorded.time
    match event:
        case e.TakeBackAsked():
            to = takeback.wished(position, seat or "", TakeBack(to=event.to_version))
            past = _past(events, start, to, stood)
            return takeback.ask(book, position, seat or "", to, past, event.note, clock=lambda: time).new
        case e.DecisionAnswered(how="HAND" | "GM" | "DEADLINE") if talk is not None:
            past, choice = _past(events, start, talk.to, stood), Choice(event.choice or "", event.picks or {})
            if past is None:
                return None
            return takeback.consent(book, position, seat, event.decision, choice, past, clock=lambda: time).new
        case e.TakeBackClosed(closed="WITHDRAWN" | "REFUSED"):
            wish = Withdraw(reason=event.note)
            return takeback.withdraw(book, position, seat or "", wish, clock=lambda: time).new
        case e.TakeBackClosed(closed="OVERTAKEN") if start + 1 < len(events):
            return facts.overtaken(book, position, lambda: time)[0]
    return None


def _past(events: Sequence[Recorded], start: int, to: int, stood: Mapping[int, Position[Any]]) -> Past[Any] | None:
    """The fight at an earlier version, and what has come since up to an index."""
    live, target = live_since(jumps_in(events[:start]), to, start), stood.get(to)
    if live is None or target is None:
        return None
    return Past(target, tuple(events[version - 1] for version in live))
