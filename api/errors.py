"""What can be wrong with a request before the fight is asked.

Unauthenticated   no token, or one that is forged, expired or revoked
Forbidden         a token, but of somebody who may not do this
BadRequest        the request cannot be read
TooLarge          its body is larger than we read
RateLimited       too much at once, or too often
Stopping          the process ends while the request, or its stream, is open
"""

from __future__ import annotations

from engine.kernel.errors import SkaldError


class Unauthenticated(SkaldError):
    """We do not know who asks. The message says what to do."""


class NoToken(Unauthenticated):
    """No token came."""

    def __init__(self) -> None:
        super().__init__("send a token: `Authorization: Bearer <token>`")


class Forbidden(SkaldError):
    """We know who asks, and it is not for him."""


class BadRequest(SkaldError):
    """The request cannot be read. field: where, as a dotted path, or "". status: of HTTP."""

    def __init__(self, message: str, field: str = "", *, status: int = 400) -> None:
        super().__init__(message)
        self.field, self.status = field, status


class TooLarge(SkaldError):
    """A body of more than `most` bytes."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the body is larger than {most} bytes: send less at once")


class RateLimited(SkaldError):
    """Too much at once, or too often. again: seconds after which it may be done; None where time does not help."""

    def __init__(self, message: str, again: int | None = None) -> None:
        super().__init__(message)
        self.again = again


class Stopping(SkaldError):
    """The process ends: a stream is cut short, a request that did not come in whole is not looked at.

    after: the version to resume a stream from; None where there was none.
    """

    def __init__(self, after: int | None = None) -> None:
        go_on = "send it again" if after is None else f"go on after version {after}"
        super().__init__(f"the server stops, the fight goes on: connect again in a moment, and {go_on}")
        self.after = after
