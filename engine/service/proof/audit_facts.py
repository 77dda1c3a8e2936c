"""Facts not made by rules: seats, agreements of the table, the end. Everything else only the rules can cause."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.course import statable
from engine.kernel.overruling.gm_tools import SetBackdrop
from engine.kernel.overruling.looks import backdrop_set, looks_set, restated
from engine.kernel.overruling.notes import noted
from engine.kernel.seating import handover, seats
from engine.kernel.seating.entropy import entropy_added
from engine.kernel.state import events as e
from engine.kernel.state.campaign_events import CAMPAIGN_EVENTS
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.seat import Invitation
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Recorded


def is_statable(book: Rulebook[Any], state: State[Any], recorded: Recorded, *, creating: bool) -> bool:
    """Whether the table could state this fact in this state. RuleRefusal says why not.

    creating: the encounter is still being set up, in its first step. Corrections, reverts, forks and takebacks are
    replayed elsewhere.
    """
    event, by, fight = recorded.event, recorded.draft.seat, state.fight
    if isinstance(event, CAMPAIGN_EVENTS) or (book.campaign_of and isinstance(event, e.CombatantReturned)):
        return bool(book.campaign_of) and statable(state, event, by)
    match event:
        case e.CombatantJoined():
            return creating and by is None
        case e.EntropyAdded():
            return entropy_added(fight, by or "", event.entropy) == event
        case e.Paused() | e.Resumed() | e.PolicySet() | e.TakeBacksSet() | e.SingleAnswersSet() | e.EncounterEnded():
            return _by_gm(book, fight, event, by)
        case e.Noted():
            return _by_gm(book, fight, event, by) and noted(fight, event.note, event.seats) == event
        case e.LooksSet() | e.CombatantLooksSet() | e.SeatLooksSet() | e.SideLooksSet():
            return looks_set(fight, by, restated(event)) == event
        case e.BackdropSet():
            return backdrop_set(fight, by, SetBackdrop(backdrop=event.backdrop)) == event
        case e.SeatAdded():
            return seats.seat_added(fight, by, event.entry) == event
        case e.SeatRenamed():
            return seats.seat_renamed(fight, by, event.whose, event.name) == event
        case e.SeatRemoved():
            return seats.seat_removed(fight, by, event.whose) == event
        case e.SeatInvited():
            candidate = Invitation(event.invitation, event.whose, event.proof, event.epoch, event.expires, event.many)
            return seats.invited(fight, by, candidate) == event
        case e.InvitationWithdrawn():
            return seats.withdrawn(fight, by, event.invitation) == event
        case e.SeatJoined():
            # Expiry was checked against the service's clock, which may be behind the step's timestamp.
            invitation = fight.invitations.get(event.invitation)
            proof = invitation.proof if invitation else ""
            return by is None and seats.joined(fight, event.invitation, proof, "") == event
        case e.BotSet():
            return seats.bot_set(fight, by, event.whose, event.bot, event.bot_pace, event.bot_thinks) == event
        case e.ControlOffered():
            return handover.handed_over(fight, by, event.combatant, event.taker) == event
        case e.ControlOfferEnded():
            return _one_of(
                event,
                lambda: handover.handover_answered(fight, by or "", event.combatant, False),
                lambda: handover.recalled(fight, by, event.combatant),
            )
        case e.ControlChanged():
            return _one_of(
                event,
                lambda: handover.handed_over(fight, by, event.combatant, event.controller),
                lambda: handover.handover_answered(fight, by or "", event.combatant, True),
                lambda: handover.recalled(fight, by, event.combatant),
            )
    return False


def _by_gm(book: Rulebook[Any], fight: Fight, event: Event, by: str | None) -> bool:
    if fight.status == "ENDED" or not fight.is_gm(by):
        return False
    match event:
        case e.Paused():
            return fight.status != "PAUSED"
        case e.Resumed():
            return fight.status == "PAUSED"
        case e.PolicySet():
            return event.kind in {question.__name__ for question in book.system.questions}
    return True


def _one_of(event: Event, *ways: Callable[[], Event]) -> bool:
    """Whether one of these functions makes the event."""
    for way in ways:
        with suppress(RuleRefusal):
            if way() == event:
                return True
    return False
