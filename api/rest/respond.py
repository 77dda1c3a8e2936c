"""Responses of REST: JSON of structs, problem+json, and the headers of a version."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.access.at_home import at_home
from api.access.auth import NOBODY, bearer
from api.access.request_limits import read_json
from api.errors.decoding import read, whole_numbers
from api.errors.problems import Worded, problem_of
from api.errors.request_errors import BadRequest, Unauthenticated
from api.logs import REQUEST_ID
from api.negotiation import accepted
from api.operations.session import BYTE, Services, Session, address_of
from api.reading.validators import PRIVATE, plain_tag
from api.words import parse_locale
from api.words.refusals import worded
from api.words.talk import one_line, unnumbered
from engine.kernel.structs.decode_errors import did_you_mean, quoted
from engine.kernel.structs.errors import RuleRefusal

log = logging.getLogger(__name__)

S = TypeVar("S")
Handler = Callable[[Session, Request], Awaitable[Response]]

_encoder = msgspec.json.Encoder()


def json_answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The response of a struct, or of any JSON value."""
    return Response(
        _encoder.encode(body), status_code=status, media_type="application/json", headers={**PRIVATE, **(headers or {})}
    )


def idempotency_key(request: Request) -> str | None:
    """The Idempotency-Key header, quoted or bare."""
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
    """What is wrong with a body besides its media type; "" for a readable one."""
    try:
        read_json(body or b"{}")
    except msgspec.DecodeError as error:
        return f"; nor is it JSON: {error}"
    return ""


def body_of(raw: dict[str, Any], cls: type[S], **given: Any) -> S:
    """The body as a request's struct. given: values of path and headers; the body may repeat but not contradict
    them."""
    for name, value in given.items():
        if value is None:
            continue
        if raw.get(name) not in (None, value):
            raise BadRequest(f"{name} is {quoted(raw[name])} here and {quoted(value)} in path or headers", name)
        raw[name] = value
    return read(whole_numbers(raw), cls)


LARGEST = 999_999_999
"""The largest whole number in a query string, far above any version."""


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


def _acceptable(request: Request, media: tuple[str, ...], *, plain: bool) -> None:
    """BadRequest if the caller accepts none of this address's media types."""
    there = media if plain else ("application/json", *media)
    wanted = accepted(request.headers.get("accept") or "*/*")
    ranges = {"*/*", *(name.partition("/")[0] + "/*" for name in there), "application/problem+json", *there}
    if not any(weight and name in ranges for name, weight in wanted.items()):
        raise BadRequest(f"this address answers with {', '.join(there)}", "Accept", status=406)


# -- errors -------------------------------------------------------------------------------------------------------
def problem_answer(
    error: Exception, request: Request, session: Session | None = None, *, plain: bool = False
) -> Response:
    """The problem+json (RFC 9457) of an error. plain: in words alone, for who shows it as it is."""
    gm, said = (session.gm, session.worded) if session else (False, _in_language_of(request))
    problem = problem_of(error, gm=gm, worded=said)
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
        **({"faults": problem.faults} if problem.faults else {}),
    }
    headers = problem.headers
    if "actual" in problem.more:
        headers["etag"] = plain_tag(problem.more["actual"])
    if plain:
        rule = f" [{problem.rule}]" if problem.rule else ""
        words = f"{unnumbered(one_line(problem.detail))}{rule}\n"
        return Response(words, status_code=problem.status, media_type="text/plain", headers=headers)
    return Response(
        _encoder.encode(body), status_code=problem.status, media_type="application/problem+json", headers=headers
    )


def _in_language_of(request: Request) -> Worded:
    """The texts for a request whose sender is not known yet."""

    def said(text: str, refusal: RuleRefusal | None = None) -> str:
        return worded(text, locale_of(request), ())

    return said


def locale_of(request: Request) -> str:
    """The language of the request's sender."""
    return parse_locale(request.query_params.get("locale") or request.headers.get("accept-language"))


async def session_of(request: Request, *, in_query: bool = False) -> Session:
    """The caller's session; counts the request towards its rate. An invalid token counts for the address that tried it.

    in_query: `token` may be in the query string, since a browser's EventSource cannot send headers.
    """
    services = cast(Services, request.app.state.services)
    address = address_of(request)
    locale = locale_of(request)
    try:
        token = bearer(request.headers.get("authorization"))
        if token is None and in_query:
            token = request.query_params.get("token")
        session = Session(services, locale, services.authority.read(token), address, at_home=at_home(request))
    except Unauthenticated:
        await services.rates.count(NOBODY, address)
        raise
    if request.url.path.startswith("/v1/"):
        await session.count()
    return session


def _known(request: Request, session: Session, names: Collection[str]) -> None:
    """BadRequest for an unknown parameter of the query string, which would otherwise be ignored silently.

    A token sent there, and nowhere else, gets 401 with a hint where it belongs.
    """
    for name in request.query_params:
        if name not in names and not (name == "token" and session.who == NOBODY):
            there = ", ".join(names)
            raise BadRequest(
                f"there is no parameter {name[:80]!r} here, but {there}{did_you_mean(name, names)}", name[:80]
            )


def answered(
    handler: Handler,
    *,
    in_query: bool = False,
    media: tuple[str, ...] = (),
    query: Collection[str] | None = None,
    cost: int = 0,
    byte: int = BYTE,
    plain: bool = False,
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint: calls the handler with its session, and answers every error as a problem+json.

    plain: errors in plain text, and no JSON. media: its media types besides JSON; query: the allowed parameters of its
    query string, None: any. cost: as `api.graphql.cost` measures it; byte: the cost of each byte of a body.
    """

    @wraps(handler)
    async def endpoint(request: Request) -> Response:
        session: Session | None = None
        try:
            session = await session_of(request, in_query=in_query)
            if query is not None:
                _known(request, session, query)
            _acceptable(request, media, plain=plain)
            size = len(await request.body()) if request.method in ("POST", "PUT") else 0
            await session.count_cost(cost + size * byte)
            return await handler(session, request)
        except Exception as error:
            return problem_answer(error, request, session, plain=plain)

    return endpoint


class Health(Struct, frozen=True):
    """The health of the process."""

    status: str
    reason: str = ""
