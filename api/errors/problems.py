"""Maps errors to answers, in one table for REST and GraphQL.

REST sends a problem+json with `status`; GraphQL a member of the field's union if it has one (`member`), else a
top-level error with `code`. Details of internal faults go only to the log and, if a rule failed, to the GM.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol

import msgspec
from msgspec import Struct, structs
from starlette.requests import ClientDisconnect

from api.errors.excerpts import LONGEST_FIELD, shortened
from api.errors.request_errors import (
    BadRequest,
    Forbidden,
    RateLimited,
    Stopping,
    TooLarge,
    TooSlow,
    Unauthenticated,
    UnknownSystem,
)
from engine.kernel.structs.errors import Fault, ReplayDiverged, RuleRefusal
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.process_pool import TookTooLong, WorkerLost
from engine.service.reading.hub import Ahead
from engine.service.reading.views import UnknownEncounter
from engine.service.writing.pictures import UnknownPicture
from engine.service.writing.shelves import UnknownItem
from engine.store.port import Damaged, ExpectedVersionConflict, KeyReused, Revoked, StoreUnavailable
from engine.store.shelf import ShelfConflict
from schemas import answers
from schemas.answers import Conflict, Refused

MASKED = "something failed on our side; nothing has happened. The operator finds it in the log"
DAMAGED = "DAMAGED"
"""The code of a fault that is not ours and was logged where it was found."""
RETRY_AFTER = 1
"""Seconds to wait before retrying an unavailable store."""


MOST_FAULTS = 100
"""How many faults of a request are told at once: to put one into the caller's language takes some time."""
LATER = 5
"""Seconds to wait before retrying a full queue."""


class Problem(Struct, frozen=True, kw_only=True):
    """An error as an answer. more: further members of a problem+json, and of a GraphQL error's extensions.

    faults: all that is wrong with the request, where it is more than one thing.
    """

    status: int
    code: str
    title: str
    detail: str
    rule: str = ""
    field: str = ""
    more: dict[str, Any] = {}
    faults: tuple[answers.Fault, ...] = ()

    @property
    def ours(self) -> bool:
        """Whether it is an internal fault, which is logged in full."""
        return self.status == 500 and self.code != DAMAGED

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the HTTP answer."""
        said = {"cache-control": "no-store"}
        if self.status == 408:
            said["connection"] = "close"  # else the rest would be read as the next request
        if self.status == 401:
            said["www-authenticate"] = "Bearer"
        if self.status == 503:
            said["retry-after"] = str(RETRY_AFTER)
        if "retryAfter" in self.more:
            said["retry-after"] = str(self.more["retryAfter"])
        return said


class Row(Struct, frozen=True):
    """The answer to a class of errors."""

    error: type[Exception]
    status: int
    code: str
    title: str


class Worded(Protocol):
    """Translates an English text. refusal: the refusal whose reason it is, if any."""

    def __call__(self, text: str, refusal: RuleRefusal | None = None) -> str: ...


def _in_english(text: str, refusal: RuleRefusal | None = None) -> str:
    return text


TABLE: tuple[Row, ...] = (
    Row(UnknownEncounter, 404, "UNKNOWN", "There is no such encounter, or not for you"),
    Row(UnknownItem, 404, "UNKNOWN", "There is no such thing, or not for you"),
    Row(UnknownPicture, 404, "UNKNOWN", "There is no such thing, or not for you"),
    Row(UnknownSystem, 404, "UNKNOWN", "There is no such thing, or not for you"),
    Row(RuleRefusal, 422, "", "Not allowed now"),
    Row(KeyReused, 422, "KEY_REUSED", "The idempotency key stands for another request"),
    Row(ExpectedVersionConflict, 412, "CONFLICT", "The fight has moved on"),
    Row(ShelfConflict, 412, "CONFLICT", "The item on the shelf has changed"),
    Row(BadRequest, 400, "BAD_USER_INPUT", "The request cannot be read"),
    Row(msgspec.MsgspecError, 400, "BAD_USER_INPUT", "The request cannot be read"),
    Row(Unauthenticated, 401, "UNAUTHENTICATED", "We do not know who you are"),
    Row(Revoked, 401, "UNAUTHENTICATED", "We do not know who you are"),
    Row(Forbidden, 403, "NOT_YOURS", "This is not for you"),
    Row(Ahead, 409, "AHEAD", "You know events that the fight does not have"),
    Row(StoreUnavailable, 503, "UNAVAILABLE", "The store is away; repeat with the same key"),
    Row(TooLarge, 413, "TOO_LARGE", "The body is too large"),
    Row(TooSlow, 408, "TIMEOUT", "The request came too slowly"),
    Row(QueueFull, 429, "RATE_LIMITED", "Too much at once, or too often"),
    Row(TookTooLong, 503, "TIMEOUT", "This took too long"),
    Row(WorkerLost, 503, "UNAVAILABLE", "The work was broken off; repeat it"),
    Row(RateLimited, 429, "RATE_LIMITED", "Too much at once, or too often"),
    Row(Stopping, 503, "STOPPING", "The server stops; the fight goes on"),
    Row(ClientDisconnect, 400, "BAD_USER_INPUT", "The request did not come in whole"),
    Row(ReplayDiverged, 500, "DIVERGED", "The rules no longer play this order as recorded"),
    Row(Damaged, 500, DAMAGED, "The fight is damaged in the database"),
    Row(Fault, 500, "INTERNAL", "The rules failed; nothing has happened"),
    Row(Exception, 500, "INTERNAL", "Something failed"),
)
"""The first matching row applies."""

_REFUSAL_STATUS = {"NOT_YOURS": 403}
_REFUSAL_TITLE = {"NOT_YOURS": "This is not for you", "UNKNOWN": "There is no such thing, or not for you"}
_WAY_OUT = "the GM can cancel the open order, or go back before it"


def problem_of(error: Exception, *, gm: bool = False, worded: Worded = _in_english) -> Problem:
    """The answer to an error, with quoted parts of the request shortened.

    gm: the caller may read how a rule failed. worded: translates into the caller's language.
    """
    problem = _problem_of(error, gm=gm)
    refusal = error if isinstance(error, RuleRefusal) else None
    detail = shortened(worded(shortened(problem.detail))) if refusal is None else _said(refusal, problem.detail, worded)
    field = shortened(problem.field, LONGEST_FIELD)
    faults = faults_of(refusal.all, worded) if refusal is not None and refusal.others else ()
    return structs.replace(problem, title=worded(problem.title), detail=detail, field=field, faults=faults)


def faults_of(refusals: Iterable[RuleRefusal], worded: Worded) -> tuple[answers.Fault, ...]:
    """What is wrong, in the caller's language; the first `MOST_FAULTS`."""
    return tuple(_fault(refusal, worded) for refusal in islice(refusals, MOST_FAULTS))


def _said(refusal: RuleRefusal, reason: str, worded: Worded) -> str:
    """A reason for people: `field` has the way to what is at fault beside it, and they read `it reaches off the board`.

    A field of the game has a word in the sentences of some languages: there it stays.
    """
    way, colon, told = reason.partition(": ")
    plain = told if colon and "." in way and refusal.field.endswith(way) else reason
    text = worded(shortened(plain), refusal)
    way, colon, told = text.partition(": ")
    return shortened(told if colon and f".{refusal.field}".endswith(f".{way}") else text)


def _fault(refusal: RuleRefusal, worded: Worded) -> answers.Fault:
    """One of several faults, in the caller's language."""
    return answers.Fault(
        field=shortened(refusal.field, LONGEST_FIELD) or None,
        message=_said(refusal, refusal.reason, worded),
        rule=refusal.rule or None,
    )


def _problem_of(error: Exception, *, gm: bool) -> Problem:
    row = next(row for row in TABLE if isinstance(error, row.error))
    match error:
        case RuleRefusal():
            return Problem(
                status=_REFUSAL_STATUS.get(error.code, row.status),
                code=error.code,
                title=_REFUSAL_TITLE.get(error.code, row.title),
                detail=error.reason,
                rule=error.rule,
                field=error.field,
                more={"ways": msgspec.to_builtins(error.ways)} if error.ways else {},
            )
        case ExpectedVersionConflict():
            more = {"expected": error.expected.version, "actual": error.actual.version}
            detail = f"you expected version {more['expected']}, the fight stands at {more['actual']}: look at it again"
            return Problem(status=row.status, code=row.code, title=row.title, detail=detail, more=more)
        case ShelfConflict():
            more = {"expected": error.expected, "actual": error.actual}
            return Problem(status=row.status, code=row.code, title=row.title, detail=_changed(error), more=more)
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
        case QueueFull():
            more = {"retryAfter": LATER}
            return Problem(status=row.status, code=row.code, title=row.title, detail=str(error), more=more)
        case BadRequest():
            return Problem(status=error.status, code=row.code, title=row.title, detail=str(error), field=error.field)
        case StoreUnavailable():
            detail = "the store cannot be reached, the outcome is unknown: repeat with the same idempotency key"
            return Problem(status=row.status, code=row.code, title=row.title, detail=detail)
        case Damaged():
            return Problem(status=row.status, code=row.code, title=row.title, detail=str(error))
        case Fault():
            detail = f"{error}; {_WAY_OUT}" if gm else f"the rules failed here: {_WAY_OUT}"
            return Problem(status=row.status, code=row.code, title=row.title, detail=detail)
    known = row.error is not Exception
    return Problem(status=row.status, code=row.code, title=row.title, detail=str(error) if known else MASKED)


def _changed(error: ShelfConflict) -> str:
    """What has become of an item that somebody else changed."""
    if not error.actual:
        return f"{error.kind} {error.key!r} is on your shelf no more"
    if not error.expected:
        return f"there is a {error.kind} {error.key!r} on your shelf already"
    return (
        f"you expected version {error.expected} of {error.kind} {error.key!r}, and it has {error.actual}: read it again"
    )


def member(error: Exception, *, gm: bool = False, worded: Worded = _in_english) -> Refused | Conflict | None:
    """The union member for an error; None if it is a top-level GraphQL error."""
    if isinstance(error, (ExpectedVersionConflict, ShelfConflict)):
        problem = problem_of(error, worded=worded)
        return Conflict(code=problem.code, message=problem.detail, **problem.more)
    if isinstance(error, (RuleRefusal, KeyReused, Fault, Forbidden)) and not isinstance(error, Damaged):
        problem = problem_of(error, gm=gm, worded=worded)
        return Refused(
            code=problem.code,
            message=problem.detail,
            reason=problem.detail,
            rule=problem.rule or None,
            field=problem.field or None,
            faults=problem.faults or (_only(problem),),
            ways=error.ways if isinstance(error, RuleRefusal) else (),
        )
    return None


def _only(problem: Problem) -> answers.Fault:
    """What is wrong, where it is one thing."""
    return answers.Fault(field=problem.field or None, message=problem.detail, rule=problem.rule or None)
