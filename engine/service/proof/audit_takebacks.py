"""Proving takebacks: recomputes what became known, who had to be asked, and whether all agreed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling import takeback
from engine.kernel.overruling.gm_tools import TakeBack, Withdraw
from engine.kernel.overruling.takeback import TakeBackTarget
from engine.kernel.playing import facts
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Position
from engine.kernel.state import events as e
from engine.kernel.state.stored.history import live_since
from engine.kernel.structs.messages import Recorded
from engine.service.proof.audit_recorded import circumstances_of
from engine.service.proof.folding import jumps_in


def is_overtaken(events: Sequence[Recorded], at: int) -> bool:
    """Whether a request ends at this index because of later events in the same step.

    Not if a fork begins in between: its parent has gone on, the fork has not.
    """
    event = events[at].event
    if not isinstance(event, e.TakeBackClosed) or event.closed != "OVERTAKEN":
        return False
    return at + 1 < len(events) and not isinstance(events[at + 1].event, e.EncounterForked)


def talk_step(
    book: Rulebook[Any],
    position: Position[Any],
    events: Sequence[Recorded],
    start: int,
    stood: Mapping[int, Position[Any]],
) -> Sequence[Recorded] | None:
    """The step of a request, an answer or an end that begins at index `start`; None if impossible there.

    stood: the positions at the versions gone back to.
    """
    recorded, talk = events[start], position.state.fight.taking_back
    circumstances = circumstances_of(events, start, position.state.fight, waiting=False)
    event, seat, time = recorded.event, recorded.draft.seat, recorded.time
    match event:
        case e.TakeBackAsked():
            to = takeback.requested_target(position, seat or "", TakeBack(to=event.to_version))
            past = _past(events, start, to, stood)
            return takeback.ask(book, position, seat or "", to, past, event.note, circumstances).new
        case e.DecisionAnswered(how="HAND" | "GM" | "DEADLINE") if talk is not None:
            past, choice = _past(events, start, talk.to, stood), Choice(event.choice or "", event.picks or {})
            if past is None:
                return None
            return takeback.consent(book, position, seat, event.decision, choice, past, circumstances).new
        case e.TakeBackClosed(closed="WITHDRAWN" | "REFUSED"):
            wish = Withdraw(reason=event.note)
            return takeback.withdraw(book, position, seat or "", wish, clock=lambda: time).new
        case e.TakeBackClosed(closed="OVERTAKEN") if start + 1 < len(events):
            return facts.close_take_back(book, position, lambda: time)[0]
    return None


def _past(
    events: Sequence[Recorded], start: int, to: int, stood: Mapping[int, Position[Any]]
) -> TakeBackTarget[Any] | None:
    """The encounter at an earlier version, and what came since, up to an index."""
    live, target = live_since(jumps_in(events[:start]), to, start), stood.get(to)
    if live is None or target is None:
        return None
    return TakeBackTarget(target, tuple(events[version - 1] for version in live))
