"""What a store keeps of origins: from which sites browsers may call for an encounter, or for a host."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.structs.errors import SkaldError

REMEMBERED = 400 * 24 * 3600
"""Seconds for which an origin that was allowed anywhere is known to the server, since it was last allowed or used."""


class AllowedOrigin(Struct, frozen=True):
    """An origin that may call. by: the seat that it was paired with, or that allowed it; "": the host or the operator.

    since: ISO 8601, UTC. paired: it came with an invitation.
    """

    origin: str
    by: str
    since: str
    paired: bool = False


class OriginsFull(SkaldError):
    """As many origins are allowed as may be."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} origins are allowed, and that is the most")
        self.most = most
