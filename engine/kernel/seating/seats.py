"""Seats: who may change them, invite to them, and have them played by a bot."""

from __future__ import annotations

import hmac

from msgspec import structs

from engine.kernel.state.events import (
    BotSet,
    InvitationWithdrawn,
    SeatAdded,
    SeatInvited,
    SeatJoined,
    SeatRemoved,
    SeatRenamed,
)
from engine.kernel.state.fight import Fight
from engine.kernel.state.seat import Bot, Invitation, SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.names import look_of, require_visible

MOST_SEATS = 100
MOST_INVITATIONS = 100


def _must_rule(fight: Fight, by: str | None) -> None:
    """RuleRefusal for anybody but the GM and the operator (None)."""
    if by is not None and not fight.is_gm(by):
        raise RuleRefusal("only the GM and the operator may do this", code="NOT_YOURS")


def _entry(fight: Fight, whose: str) -> SeatEntry:
    entry = fight.seats.get(whose)
    if entry is None:
        there = ", ".join(fight.seats)
        raise RuleRefusal(f"there is no seat {whose!r} at this table: {there}", code="UNKNOWN", field="seat")
    return entry


def name_of_its_own(fight: Fight, whose: str, name: str) -> str:
    """A seat's name as it is kept. RuleRefusal for one that cannot be seen, or that looks like another seat's."""
    name = require_visible(name)
    for other in fight.seats.values():
        if other.seat != whose and look_of(other.name) == look_of(name):
            raise RuleRefusal(f"{other.seat} is called so, or looks like it: take another name", field="name")
    return name


def seat_added(fight: Fight, by: str | None, entry: SeatEntry) -> SeatAdded:
    """The fact that a seat joins the table. by: the seat that wants it; None: the operator.

    A seat that was removed comes back with all that it knew.
    """
    fight.require_going_on()
    _must_rule(fight, by)
    if entry.seat in fight.seats:
        raise RuleRefusal(f"there is a seat {entry.seat!r} already", field="id")
    entry = structs.replace(entry, name=name_of_its_own(fight, entry.seat, entry.name))
    if len(fight.seats) >= MOST_SEATS:
        raise RuleRefusal(f"a table has {MOST_SEATS} seats at most", field="id")
    check_playable(entry, entry.bot, "bot")
    return SeatAdded(entry=entry)


def seat_renamed(fight: Fight, by: str | None, whose: str, name: str) -> SeatRenamed:
    """The fact that a seat is renamed: the GM and the operator rename any seat, the others their own."""
    fight.require_going_on()
    entry = _entry(fight, whose)
    if by != whose:
        _must_rule(fight, by)
    name = name_of_its_own(fight, whose, name)
    if entry.name == name:
        raise RuleRefusal(f"{whose} is called so already", field="name")
    return SeatRenamed(whose=whose, name=name)


def seat_removed(fight: Fight, by: str | None, whose: str) -> SeatRemoved:
    """The fact that a seat leaves the table. A fight keeps a GM."""
    fight.require_going_on()
    entry = _entry(fight, whose)
    _must_rule(fight, by)
    if entry.role == "GM" and len(fight.gms()) == 1:
        raise RuleRefusal("a fight needs a seat with the role GM", field="seat")
    return SeatRemoved(whose=whose, name=entry.name)


def invited(fight: Fight, by: str | None, invitation: Invitation) -> SeatInvited:
    """The fact that an invitation is issued. One for many readers must be to a SPECTATOR's seat."""
    fight.require_going_on()
    _must_rule(fight, by)
    entry = _entry(fight, invitation.seat)
    if invitation.many and entry.role != "SPECTATOR":
        raise RuleRefusal("an invitation for many is to a SPECTATOR: whoever plays has one of his own", field="many")
    if len(fight.invitations) >= MOST_INVITATIONS:
        raise RuleRefusal(f"{MOST_INVITATIONS} invitations are open: withdraw some", field="seat")
    return SeatInvited(
        invitation=invitation.key,
        whose=invitation.seat,
        proof=invitation.proof,
        epoch=invitation.epoch,
        expires=invitation.expires,
        many=invitation.many,
    )


def withdrawn(fight: Fight, by: str | None, key: str) -> InvitationWithdrawn:
    """The fact that an invitation is withdrawn."""
    fight.require_going_on()
    _must_rule(fight, by)
    if key not in fight.invitations:
        raise RuleRefusal(f"there is no invitation {key!r}", code="UNKNOWN", field="invitation")
    return InvitationWithdrawn(invitation=key, whose=fight.invitations[key].seat)


def valid_invitation(fight: Fight, key: str, proof: str, now: str) -> Invitation:
    """The open invitation that a secret proves. now: in the format of events' times.

    RuleRefusal in the same words for an unknown, used, withdrawn or expired one: nobody learns which.
    """
    invitation = fight.invitations.get(key)
    if invitation is None or not hmac.compare_digest(invitation.proof, proof) or invitation.expires <= now:
        raise no_invitation()
    return invitation


def no_invitation() -> RuleRefusal:
    """The refusal of an invalid invitation."""
    return RuleRefusal(
        "this is no invitation, or it was used, withdrawn or has expired: ask the GM for a new one",
        code="UNKNOWN",
        field="invitation",
    )


def joined(fight: Fight, key: str, proof: str, now: str) -> SeatJoined:
    """The fact that somebody takes a seat by an invitation for one."""
    fight.require_going_on()
    return SeatJoined(invitation=key, whose=valid_invitation(fight, key, proof, now).seat)


def bot_set(
    fight: Fight, by: str | None, whose: str, bot: Bot | None, pace: int | None = None, thinks: int | None = None
) -> BotSet:
    """The fact that a bot plays a seat from now on, or none. by: the seat that wants it; None: the operator.

    pace: milliseconds before each of its acts; None: as the server has it. thinks: milliseconds of a sharp bot.

    The GM and the operator may set it for every seat, a player for its own. RuleRefusal where it is not allowed.
    """
    fight.require_going_on()
    entry = _entry(fight, whose)
    if by is not None and by != whose and not fight.is_gm(by):
        raise RuleRefusal("this seat is another's: a player sets a bot for his own, the GM for any", code="NOT_YOURS")
    check_playable(entry, bot, "seat")
    if bot is None and pace is not None:
        raise RuleRefusal("a pace is for a bot: name one, or leave the pace out", field="botPace")
    if bot != "SHARP" and thinks is not None:
        raise RuleRefusal("only a SHARP bot has a time to think: name it, or leave the time out", field="botThinks")
    if (entry.bot, entry.bot_pace, entry.bot_thinks) == (bot, pace, thinks):
        is_so = "no bot plays for this seat" if bot is None else f"a {bot} bot plays for this seat already"
        raise RuleRefusal(is_so, field="bot")
    return BotSet(whose=whose, bot=bot, bot_pace=pace, bot_thinks=thinks)


def check_playable(entry: SeatEntry, bot: Bot | None, field: str) -> None:
    """RuleRefusal for a bot on a spectator's seat: there is nothing to play."""
    if bot is not None and entry.role == "SPECTATOR":
        raise RuleRefusal(f"{entry.seat} looks on: a bot plays for a player or a game master", field=field)
