"""Handlers of hosts and their tokens."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.operations import hosting
from api.operations.session import Session
from api.reading.pagination import MOST
from api.rest.respond import json_answer, number
from schemas import answers


async def list_hosts(session: Session, request: Request) -> Response:
    """All hosts, by their ids. The operator only."""
    page = await hosting.page(session, number(request, "first", most=MOST), request.query_params.get("after"))
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return json_answer(answers.HostPage(hosts=tuple(page.nodes), after=more))
