"""Origins in the API: the sites from which browsers may call for a fight, or for all fights of a host."""

from __future__ import annotations

from typing import Annotated

import msgspec

from schemas.words import Instant, Request, Wire

Site = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AllowOriginRequest(Request, frozen=True, kw_only=True):
    """A site from which browsers may call. encounter: the fight; absent: all fights of the host who asks.

    origin: as browsers name it: `https://vtt.example`, without a path.
    """

    encounter: str | None = None
    origin: Site


class OriginBody(Request, frozen=True, kw_only=True):
    """A site, as browsers name it: `https://vtt.example`, without a path."""

    origin: Site


class DisallowOriginRequest(AllowOriginRequest, frozen=True, kw_only=True):
    """A site that may no longer call. encounter: the fight; absent: all fights of the host who asks.

    origin: as it was allowed.
    """


class AllowedOrigin(Wire, frozen=True, kw_only=True):
    """A site from which browsers may call. seat: that it was paired with, or that allowed it; null: host or operator.

    paired: it was allowed when an invitation was used there.
    """

    origin: str
    seat: str | None
    since: Instant
    paired: bool


class AllowedOrigins(Wire, frozen=True, kw_only=True):
    """The sites from which browsers may call."""

    origins: tuple[AllowedOrigin, ...]
