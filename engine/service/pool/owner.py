"""Whose a job is, and in which order owners come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import ContextVar

from msgspec import Struct, structs


class Owner(Struct, frozen=True):
    """encounter, seat: for whom a job is done; seat "": the encounter's host, or the operator.

    host: whose own job it is, or whose encounter; "": the operator's, or not known yet. address: of somebody who has no
    token for this. last: his jobs come after everybody else's.
    """

    encounter: str = ""
    seat: str = ""
    host: str = ""
    address: str = ""
    last: bool = False


OPERATOR = Owner()
"""The owner of the operator's jobs."""

_guest: ContextVar[str] = ContextVar("guest", default="")


def begin_as_guest(address: str) -> None:
    """From here on this task reads as a seat whose token it has not: its jobs do not wait in that seat's place."""
    _guest.set(address)


def owner_of(encounter: str, seat: str | None) -> Owner:
    """The owner of a job: a seat of an encounter, or (None) its host or the operator; or who reads as a seat."""
    return Owner(encounter, seat or "", address=_guest.get())


def sender_of(address: str) -> Owner:
    """The owner of a job on a file that somebody without a token sends."""
    return Owner(address=address, last=True)


HostOf = Callable[[str], Awaitable[str]]
"""The host of an encounter; "": it is the operator's."""

KEPT = 4096
"""Encounters whose host is kept in memory."""


class KnownHosts:
    """Tells whose an encounter is: that never changes, so it is asked once."""

    def __init__(self, host_of: HostOf) -> None:
        self._host_of = host_of
        self._known: dict[str, str] = {}

    async def completed(self, owner: Owner) -> Owner:
        """The owner with the host of its encounter."""
        if not owner.encounter or owner.address or owner.host:
            return owner
        host = self._known.get(owner.encounter)
        if host is None:
            host = await self._host_of(owner.encounter)
            if host:  # else it may not have been created yet
                self._known[owner.encounter] = host
                if len(self._known) > KEPT:
                    del self._known[next(iter(self._known))]
        return structs.replace(owner, host=host) if host else owner
