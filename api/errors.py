"""What can be wrong with a request before the fight is asked.

Unauthenticated   no token, or one that is forged, expired or revoked
Forbidden         a token, but of somebody who may not do this
BadRequest        the request cannot be read
"""

from __future__ import annotations

from engine.kernel.errors import SkaldError


class Unauthenticated(SkaldError):
    """We do not know who asks. The message says what to do."""


class Forbidden(SkaldError):
    """We know who asks, and it is not for him."""


class BadRequest(SkaldError):
    """The request cannot be read. field: where, as a dotted path, or ""."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field
