"""Types that all wire structs share."""

from __future__ import annotations

from typing import Annotated, NewType

import msgspec
from msgspec import Struct

Instant = NewType("Instant", str)
"""A moment: RFC 3339 in UTC, with milliseconds."""

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""An idempotency key: the caller's own word for one request; sent again it gets the first answer again."""


class Wire(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of all answers. Fields are only ever added."""


class Request(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Base of all requests. A field that is not known is refused: it would be a wish that nobody heard."""
