"""Handlers for hosts that have a chat and nothing else: everything is plain text, also what is refused."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import BadRequest
from api.operations import chat
from api.operations.chat import ChatReply
from api.operations.session import Session
from api.reading.validators import expected_version, holds, plain_tag, tagged
from api.rest.respond import idempotency_key

TEXT = "text/plain"


async def listen(session: Session, request: Request) -> Response:
    """What you are asked and what you may do, numbered, as plain text in your language.

    A number belongs to the version it was shown at: `14.3` is the third choice at version 14.
    """
    reply = await chat.listing(session, request.path_params["id"])
    if reply.tag and holds(request, reply.tag):
        return Response(status_code=304, headers=tagged(reply.tag))
    return _text(reply)


async def say(session: Session, request: Request) -> Response:
    """Do what a line of words says, and get what happened as plain text. `help` tells what may be said.

    A number (`14.3`), words (`attack wolf`), a place (`5,3`), dice (`dice 4 6`), `yes`, `no`, `undo`, `status`, `log`.
    A number without its version (`3`) needs If-Match. 412: the number is of an older version; 422: the line fits
    nothing, or several things, or the rules forbid it.
    """
    line = await _line(request)
    expected, key = expected_version(request), idempotency_key(request)
    return _text(await chat.say(session, request.path_params["id"], line, expected=expected, key=key))


async def _line(request: Request) -> str:
    media = request.headers.get("content-type", TEXT).partition(";")[0].strip().lower()
    body = await request.body()
    if media != TEXT:
        raise BadRequest(f"send a line of words of Content-Type: {TEXT}", "Content-Type")
    try:
        line = body.decode()
    except UnicodeDecodeError:
        raise BadRequest("the line is not UTF-8") from None
    if not line:
        raise BadRequest("the line is empty: say `help` to learn what may be said")
    return line


def _text(reply: ChatReply) -> Response:
    headers = dict(tagged(reply.tag or plain_tag(reply.version)))
    if reply.key.isascii() and reply.key.isprintable() and reply.key:
        headers["idempotency-key"] = reply.key
    return Response(reply.text, status_code=reply.status, media_type=TEXT, headers=headers)
