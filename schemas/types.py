"""Types that all wire structs share."""

from __future__ import annotations

from typing import Annotated, NewType

import msgspec
from msgspec import Struct

Instant = NewType("Instant", str)
"""A point in time: RFC 3339 in UTC, with milliseconds."""

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""An idempotency key, chosen by the caller per request; a repeated request gets the first answer again."""


class Wire(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of all answers. Fields are only ever added."""


class Request(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Base of all requests. An unknown field is refused, since it would otherwise be ignored silently."""
