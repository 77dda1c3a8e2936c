"""Answers of REST: JSON of structs, problem+json, and the headers that belong to a version."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.arriving import read_json
from api.auth import NOBODY, bearer
from api.errors import BadRequest, Unauthenticated
from api.graphql.negotiation import accepted
from api.logs import REQUEST_ID
from api.misread import read
from api.problems import problem_of
from api.session import House, Session, address_of
from api.words import parse_locale
from engine.kernel.misread import close

log = logging.getLogger(__name__)

S = TypeVar("S")
Handler = Callable[[Session, Request], Awaitable[Response]]

PRIVATE = {"cache-control": "private", "vary": "Authorization, Accept, Accept-Language"}
"""One version looks different to each seat, in each language."""

_encoder = msgspec.json.Encoder()
_ETAG = re.compile(r'(?:W/)?"?(\d{1,9})"?\Z')


def json_answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A struct, or any JSON value."""
    return Response(
        _encoder.encode(body), status_code=status, media_type="application/json", headers={**PRIVATE, **(headers or {})}
    )


def etag(version: int) -> dict[str, str]:
    """The header of a representation of this version."""
    return {"etag": f'"{version}"'}


def expected_version(request: Request) -> int | None:
    """The version of If-Match; None without one, or for "*"."""
    header = request.headers.get("if-match", "").strip()
    if header in ("", "*"):
        return None
    found = _ETAG.match(header)
    if found is None:
        raise BadRequest('If-Match is the ETag you last saw, as in "17"', "If-Match")
    return int(found[1])


def same_version(request: Request, version: int) -> bool:
    """Whether If-None-Match names this version."""
    header = request.headers.get("if-none-match", "")
    return any((found := _ETAG.match(part.strip())) and int(found[1]) == version for part in header.split(","))


def idempotency_key(request: Request) -> str | None:
    """The Idempotency-Key header: a quoted word, or a bare one."""
    given = request.headers.get("idempotency-key")
    if given is None:
        return None
    header = given.strip()
    key = header[1:-1] if len(header) > 1 and header[0] == header[-1] == '"' else header
    if len(key) > 200:
        raise BadRequest("an idempotency key has at most 200 characters", "Idempotency-Key")
    if not key:
        raise BadRequest("the header is empty: give every request a key of its own, or leave it out", "Idempotency-Key")
    return key


async def json_of(request: Request) -> dict[str, Any]:
    """The body: one JSON object."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if media != "application/json":
        raise BadRequest(f"send a body of Content-Type: application/json{_also_wrong(body)}", "Content-Type")
    raw = read_json(body or b"{}")
    if not isinstance(raw, dict):
        raise BadRequest("the body is one JSON object")
    return raw


def _also_wrong(body: bytes) -> str:
    """What is wrong with a body beside its type; "" for one that can be read."""
    try:
        read_json(body or b"{}")
    except msgspec.DecodeError as error:
        return f"; nor is it JSON: {error}"
    return ""


def body_of(raw: dict[str, Any], cls: type[S], **given: Any) -> S:
    """The body as a request's struct. given: what path and headers say; the body may repeat it, not contradict it."""
    for name, value in given.items():
        if value is None:
            continue
        if raw.get(name) not in (None, value):
            raise BadRequest(f"{name} is {raw[name]!r} here and {value!r} in path or headers", name)
        raw[name] = value
    return read(_whole(raw), cls)


def _whole(value: Any) -> Any:
    """588.0 is the whole number 588: JSON has one kind of numbers, and many clients write them so."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole(item) for key, item in value.items()}
        case list():
            return [_whole(item) for item in value]
        case _:
            return value


LARGEST = 999_999_999
"""The largest whole number of a query string; no version comes near it."""


def number(request: Request, name: str, default: int | None = None, *, most: int = LARGEST) -> int | None:
    """A whole number of the query string."""
    text = request.query_params.get(name)
    if text is None or text == "":
        return default
    if not text.isascii() or not text.isdigit() or int(text[:12]) > most:
        raise BadRequest(f"{name} is a whole number from 0 to {most}", name)
    return int(text)


def yes_or_no(request: Request, name: str) -> bool:
    """`true` or `false` of the query string; absent is no."""
    text = request.query_params.get(name, "")
    if text not in ("", "true", "false"):
        raise BadRequest(f"{name} is true or false", name)
    return text == "true"


def _acceptable(request: Request, media: tuple[str, ...]) -> None:
    """BadRequest where nothing that this address answers with is wanted."""
    there = ("application/json", *media)
    wanted = accepted(request.headers.get("accept") or "*/*")
    ranges = {"*/*", *(one.partition("/")[0] + "/*" for one in there), "application/problem+json", *there}
    if not any(weight and one in ranges for one, weight in wanted.items()):
        raise BadRequest(f"this address answers with {', '.join(there)}", "Accept", status=406)


# -- errors -------------------------------------------------------------------------------------------------------
def problem_answer(error: Exception, request: Request, session: Session | None = None) -> Response:
    """A problem+json (RFC 9457) of an error."""
    problem = problem_of(error, gm=session.gm, worded=session.worded) if session else problem_of(error)
    if problem.ours:
        log.error("a request failed: %s", error, exc_info=error)
    body = {
        "type": "about:blank" if not problem.code else f"urn:skald:problem:{problem.code.lower().replace('_', '-')}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": request.url.path,
        "code": problem.code,
        "request": REQUEST_ID.get(),
        **({"rule": problem.rule} if problem.rule else {}),
        **({"field": problem.field} if problem.field else {}),
        **problem.more,
    }
    headers = problem.headers
    if "actual" in problem.more:
        headers.update(etag(problem.more["actual"]))
    return Response(
        _encoder.encode(body), status_code=problem.status, media_type="application/problem+json", headers=headers
    )


async def session_of(request: Request, *, in_query: bool = False) -> Session:
    """Who asks, and that he asks once more. A token that is none counts for the address that tried it.

    in_query: a browser's EventSource can send no header, so `token` may stand in the query string.
    """
    house = cast(House, request.app.state.house)
    address = address_of(request)
    locale = parse_locale(request.query_params.get("locale") or request.headers.get("accept-language"))
    try:
        token = bearer(request.headers.get("authorization"))
        if token is None and in_query:
            token = request.query_params.get("token")
        session = Session(house, locale, house.authority.read(token), address)
    except Unauthenticated:
        await house.rates.count(NOBODY, address)
        raise
    if request.url.path.startswith("/v1/"):
        await session.count()
    return session


def _known(request: Request, session: Session, names: Collection[str]) -> None:
    """BadRequest for a parameter of the query string that nobody reads: it would be a wish that nobody heard.

    Who sends his token there, and nowhere else, is told where it belongs instead (401).
    """
    for name in request.query_params:
        if name not in names and not (name == "token" and session.who == NOBODY):
            there = ", ".join(names)
            raise BadRequest(f"there is no parameter {name[:80]!r} here, but {there}{close(name, names)}", name[:80])


def answered(
    handler: Handler,
    *,
    in_query: bool = False,
    media: tuple[str, ...] = (),
    query: Collection[str] | None = None,
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint: the handler with its session, and every error as a problem+json.

    media: what it answers with beside JSON; query: the parameters that its query string may have, None: any.
    """

    @wraps(handler)
    async def endpoint(request: Request) -> Response:
        session: Session | None = None
        try:
            session = await session_of(request, in_query=in_query)
            if query is not None:
                _known(request, session, query)
            _acceptable(request, media)
            return await handler(session, request)
        except Exception as error:
            return problem_answer(error, request, session)

    return endpoint


class Health(Struct, frozen=True):
    """How the process is."""

    status: str
    reason: str = ""
