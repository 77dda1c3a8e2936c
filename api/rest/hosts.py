"""Handlers of hosts and their tokens."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.operations import hosting
from api.operations.session import Session
from api.reading.pagination import MOST
from api.rest.respond import body_of, json_answer, json_of, number
from schemas import answers, requests


async def issue_host_token(session: Session, request: Request) -> Response:
    """Issue a token for a host, who may have fights of his own: the operator for anybody, a host for himself.

    Where the server lets anybody host, whoever has no token gets one for a new host.
    """
    wish = body_of(await json_of(request), requests.HostTokenRequest)
    return json_answer(await hosting.issue(session, wish), 201, {"cache-control": "no-store"})


async def list_hosts(session: Session, request: Request) -> Response:
    """All hosts, by their ids. The operator only."""
    page = await hosting.page(session, number(request, "first", most=MOST), request.query_params.get("after"))
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return json_answer(answers.HostPage(hosts=tuple(page.nodes), after=more))


async def revoke_host_tokens(session: Session, request: Request) -> Response:
    """Revoke all tokens of a host; his open streams close, his fights stay. The operator, and a host his own."""
    return json_answer(await hosting.revoke(session, request.path_params["host"]))
