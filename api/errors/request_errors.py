"""Errors of a request that are found before the fight is consulted.

Unauthenticated   no token, or one that is forged, expired or revoked
Forbidden         a valid token whose holder may not do this
BadRequest        the request cannot be read
UnknownSystem     its address names a game that is not installed
TooLarge          its body exceeds the size limit
TooSlow           it was not complete in time
RateLimited       too much at once, or too often
Stopping          the process ends while the request, or its stream, is open
"""

from __future__ import annotations

from engine.kernel.structs.errors import RuleRefusal, SkaldError


class Unauthenticated(SkaldError):
    """The caller is unknown. The message says what to do."""


class NoToken(Unauthenticated):
    """No token was sent."""

    def __init__(self) -> None:
        super().__init__("send a token: `Authorization: Bearer <token>`")


class Forbidden(SkaldError):
    """The caller is known but may not do this."""


class BadRequest(SkaldError):
    """The request cannot be read. field: its dotted path, or "". status: HTTP status."""

    def __init__(self, message: str, field: str = "", *, status: int = 400) -> None:
        super().__init__(message)
        self.field, self.status = field, status


class UnknownSystem(RuleRefusal):
    """The address names a game that is not installed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, code="UNKNOWN")


class TooLarge(SkaldError):
    """A body of more than `most` bytes."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the body is larger than {most} bytes: send less at once")


class TooSlow(SkaldError):
    """A request that was incomplete `seconds` after it began."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"the request did not come whole within {seconds:g} s: send it again, faster or in smaller parts"
        )


class RateLimited(SkaldError):
    """Too much at once, or too often. again: seconds until a retry may succeed; None if waiting does not help."""

    def __init__(self, message: str, again: int | None = None) -> None:
        super().__init__(message)
        self.again = again


class Stopping(SkaldError):
    """The process ends: a stream is cut short, or an incomplete request is dropped.

    after: the version to resume a stream from; None without a stream.
    """

    def __init__(self, after: int | None = None) -> None:
        go_on = "send it again" if after is None else f"go on after version {after}"
        super().__init__(f"the server stops, the fight goes on: connect again in a moment, and {go_on}")
        self.after = after
