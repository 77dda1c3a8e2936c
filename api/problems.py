"""Errors to answers: the one table of both ways in.

REST sends a problem+json of `status`; GraphQL a member of the field's union where it has one (`member`), else a
top-level error with `code`. What is our own fault is told to nobody but the log and, where a rule failed, to the GM.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect

from api.errors import BadRequest, Forbidden, RateLimited, Stopping, TooLarge, Unauthenticated
from engine.kernel.errors import Fault, ReplayDiverged, RuleRefusal
from engine.service.seeing import UnknownEncounter
from engine.service.watch import Ahead
from engine.store.port import ExpectedVersionConflict, KeyReused, Revoked, StoreUnavailable
from schemas.answers import Conflict, Refused

MASKED = "something failed on our side; nothing has happened. The operator finds it in the log"
RETRY_AFTER = 1
"""Seconds after which an unavailable store may be asked again."""


class Problem(Struct, frozen=True, kw_only=True):
    """An error as an answer. more: further members of a problem+json, and of a GraphQL error's extensions."""

    status: int
    code: str
    title: str
    detail: str
    rule: str = ""
    field: str = ""
    more: dict[str, Any] = {}

    @property
    def ours(self) -> bool:
        """Whether it is a fault of ours, which belongs in the log with all that is known of it."""
        return self.status == 500

    @property
    def headers(self) -> dict[str, str]:
        """What an HTTP answer says beside its body."""
        said = {"cache-control": "no-store"}
        if self.status == 401:
            said["www-authenticate"] = "Bearer"
        if self.status == 503:
            said["retry-after"] = str(RETRY_AFTER)
        if "retryAfter" in self.more:
            said["retry-after"] = str(self.more["retryAfter"])
        return said


class Row(Struct, frozen=True):
    """What becomes of a class of errors."""

    error: type[Exception]
    status: int
    code: str
    title: str


Worded = Callable[[str], str]
"""From a refusal as the rules give it to the words of a language."""

TABLE: tuple[Row, ...] = (
    Row(UnknownEncounter, 404, "UNKNOWN", "There is no such encounter, or not for you"),
    Row(RuleRefusal, 422, "", "Not allowed now"),
    Row(KeyReused, 422, "KEY_REUSED", "The idempotency key stands for another request"),
    Row(ExpectedVersionConflict, 412, "CONFLICT", "The fight has moved on"),
    Row(BadRequest, 400, "BAD_USER_INPUT", "The request cannot be read"),
    Row(msgspec.MsgspecError, 400, "BAD_USER_INPUT", "The request cannot be read"),
    Row(Unauthenticated, 401, "UNAUTHENTICATED", "We do not know who you are"),
    Row(Revoked, 401, "UNAUTHENTICATED", "We do not know who you are"),
    Row(Forbidden, 403, "NOT_YOURS", "This is not for you"),
    Row(Ahead, 409, "AHEAD", "You know events that the fight does not have"),
    Row(StoreUnavailable, 503, "UNAVAILABLE", "The store is away; repeat with the same key"),
    Row(TooLarge, 413, "TOO_LARGE", "The body is too large"),
    Row(RateLimited, 429, "RATE_LIMITED", "Too much at once, or too often"),
    Row(Stopping, 503, "STOPPING", "The server stops; the fight goes on"),
    Row(ClientDisconnect, 400, "BAD_USER_INPUT", "The request did not come in whole"),
    Row(ReplayDiverged, 500, "DIVERGED", "The rules no longer play this order as recorded"),
    Row(Fault, 500, "INTERNAL", "The rules failed; nothing has happened"),
    Row(Exception, 500, "INTERNAL", "Something failed"),
)
"""The first row that fits counts."""

_REFUSAL_STATUS = {"NOT_YOURS": 403}
_REFUSAL_TITLE = {"NOT_YOURS": "This is not for you", "UNKNOWN": "There is no such thing, or not for you"}
_WAY_OUT = "the GM can cancel the open order, or go back before it"


def problem_of(error: Exception, *, gm: bool = False, worded: Worded = str) -> Problem:
    """The answer to an error. gm: whoever asks may read what a rule did wrong. worded: refusals in his language."""
    row = next(row for row in TABLE if isinstance(error, row.error))
    match error:
        case RuleRefusal():
            return Problem(
                status=_REFUSAL_STATUS.get(error.code, row.status),
                code=error.code,
                title=_REFUSAL_TITLE.get(error.code, row.title),
                detail=worded(error.reason),
                rule=error.rule,
                field=error.field,
            )
        case ExpectedVersionConflict():
            more = {"expected": error.expected.version, "actual": error.actual.version}
            detail = f"you expected version {more['expected']}, the fight stands at {more['actual']}: look at it again"
            return Problem(status=row.status, code=row.code, title=row.title, detail=detail, more=more)
        case Ahead():
            detail = f"{error}; begin again from a version it has"
            return Problem(
                status=row.status, code=row.code, title=row.title, detail=detail, more={"head": error.head.version}
            )
        case Stopping():
            more = {} if error.after is None else {"after": error.after}
            return Problem(status=row.status, code=row.code, title=row.title, detail=str(error), more=more)
        case RateLimited():
            more = {} if error.again is None else {"retryAfter": error.again}
            return Problem(status=row.status, code=row.code, title=row.title, detail=str(error), more=more)
        case BadRequest():
            return Problem(status=error.status, code=row.code, title=row.title, detail=str(error), field=error.field)
        case StoreUnavailable():
            detail = "the store cannot be reached, the outcome is unknown: repeat with the same idempotency key"
            return Problem(status=row.status, code=row.code, title=row.title, detail=detail)
        case Fault():
            detail = f"{error}; {_WAY_OUT}" if gm else f"the rules failed here: {_WAY_OUT}"
            return Problem(status=row.status, code=row.code, title=row.title, detail=detail)
    known = row.error is not Exception
    return Problem(status=row.status, code=row.code, title=row.title, detail=str(error) if known else MASKED)


def member(error: Exception, *, gm: bool = False, worded: Worded = str) -> Refused | Conflict | None:
    """The union member that tells of an error; None where it belongs at the top of a GraphQL answer."""
    if isinstance(error, ExpectedVersionConflict):
        problem = problem_of(error)
        return Conflict(
            code=problem.code,
            message=problem.detail,
            expected=error.expected.version,
            actual=error.actual.version,
        )
    if isinstance(error, (RuleRefusal, KeyReused, Fault, Forbidden)):
        problem = problem_of(error, gm=gm, worded=worded)
        return Refused(
            code=problem.code,
            message=problem.detail,
            reason=problem.detail,
            rule=problem.rule or None,
            field=problem.field or None,
        )
    return None
