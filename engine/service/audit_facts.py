"""Facts that no command made: who sits where, what the table has agreed, the end. All else only rules bring about."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine.kernel import events as e
from engine.kernel import handing, seats
from engine.kernel.entropy import entropy_added
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import Fight, Invitation
from engine.kernel.messages import Event, Recorded
from engine.kernel.noting import noted
from engine.kernel.rulebook import Rulebook


def can_be_said(book: Rulebook[Any], fight: Fight, recorded: Recorded, *, creating: bool) -> bool:
    """Whether the table could state this fact where the fight stood so. RuleRefusal says why it could not.

    creating: the fight is still being set up, in its first step. Corrections, reverts, forks and talk of taking back
    are made again elsewhere.
    """
    event, by = recorded.event, recorded.draft.seat
    match event:
        case e.CombatantJoined():
            return creating and by is None
        case e.EntropyAdded():
            return entropy_added(fight, by or "", event.entropy) == event
        case e.Paused() | e.Resumed() | e.PolicySet() | e.TakeBacksSet() | e.EncounterEnded():
            return _by_gm(book, fight, event, by)
        case e.Noted():
            return _by_gm(book, fight, event, by) and noted(fight, event.note, event.seats) == event
        case e.SeatAdded():
            return seats.seat_added(fight, by, event.entry) == event
        case e.SeatRenamed():
            return seats.seat_renamed(fight, by, event.whose, event.name) == event
        case e.SeatRemoved():
            return seats.seat_removed(fight, by, event.whose) == event
        case e.SeatInvited():
            one = Invitation(event.invitation, event.whose, event.proof, event.epoch, event.expires, event.many)
            return seats.invited(fight, by, one) == event
        case e.InvitationWithdrawn():
            return seats.withdrawn(fight, by, event.invitation) == event
        case e.SeatJoined():
            # Whether it had expired the service's clock knew, which the time of a step may be ahead of.
            invitation = fight.invitations.get(event.invitation)
            proof = invitation.proof if invitation else ""
            return by is None and seats.joined(fight, event.invitation, proof, "") == event
        case e.BotSet():
            return seats.bot_set(fight, by, event.whose, event.bot) == event
        case e.ControlOffered():
            return handing.handed_over(fight, by, event.combatant, event.taker) == event
        case e.ControlOfferEnded():
            return _one_of(
                event,
                lambda: handing.handover_answered(fight, by or "", event.combatant, False),
                lambda: handing.recalled(fight, by, event.combatant),
            )
        case e.ControlChanged():
            return _one_of(
                event,
                lambda: handing.handed_over(fight, by, event.combatant, event.controller),
                lambda: handing.handover_answered(fight, by or "", event.combatant, True),
                lambda: handing.recalled(fight, by, event.combatant),
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
    """Whether one of these ways leads to the event."""
    for way in ways:
        with suppress(RuleRefusal):
            if way() == event:
                return True
    return False
