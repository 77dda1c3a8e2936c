"""Origins in the API: the sites from which browsers may call for a fight, or for all fights of a host."""

from __future__ import annotations

from typing import Annotated

import msgspec

from schemas.types import Instant, Request, Wire

Site = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=200,
        # Only for who reads the schema: `api.access.origins` says in words what is wrong with another one.
        extra_json_schema={"pattern": r"^[a-z][a-z0-9+.-]*://[\x00-\x22\x24-\x29\x2b-\x2e\x30-\x3e\x5b\x5d-\x7f]+$"},
    ),
]
Allowed = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""An origin that was allowed once; what is none was not, and need not be refused."""


class AllowOriginRequest(Request, frozen=True, kw_only=True):
    """A site from which browsers may call. encounter: the fight; absent: all fights of the host who asks.

    origin: as browsers name it: `https://vtt.example`, without a path.
    """

    encounter: str | None = None
    origin: Site


class OriginBody(Request, frozen=True, kw_only=True):
    """A site, as browsers name it: `https://vtt.example`, without a path."""

    origin: Site


class DisallowOriginRequest(Request, frozen=True, kw_only=True):
    """A site that may no longer call. encounter: the fight; absent: all fights of the host who asks.

    origin: as it was allowed.
    """

    encounter: str | None = None
    origin: Allowed


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
