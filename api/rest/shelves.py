"""Handlers of a host's shelves."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from api.errors.request_errors import BadRequest
from api.operations import shelving
from api.operations.session import Session
from api.reading.pagination import MOST
from api.reading.validators import PRIVATE, holds, tag_of, tagged
from api.rest.respond import json_answer, number
from schemas import shelf


async def list_shelf(session: Session, request: Request) -> Response:
    """The items of your shelves, by kind and key, without their contents. Hosts and the operator."""
    await session.host()
    asked = request.query_params
    page = await shelving.page(
        session,
        first=number(request, "first", most=MOST),
        after=asked.get("after"),
        kind=shelving.parse_kind(asked.get("kind")),
        system=asked.get("system"),
        text=asked.get("text"),
    )
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return json_answer(shelf.ShelfPage(items=tuple(page.nodes), after=more))


async def read_shelf_item(session: Session, request: Request) -> Response:
    """An item of your shelves with its content. Hosts and the operator."""
    kind, key = await _name(session, request)
    found = await shelving.item(session, kind, key)
    tag = await _tag(session, found)
    if holds(request, tag):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(found, headers=tagged(tag))


async def export_shelf(session: Session, request: Request) -> Response:
    """Items of your shelves as a file: those that are named, else all. Hosts and the operator."""
    await session.host()
    owner, items = await shelving.chosen(session, shelving.parse_names(request.query_params.get("items")))
    await session.count_cost(shelving.size_of(items))
    headers = {**PRIVATE, "content-disposition": 'attachment; filename="shelf.json"'}
    return StreamingResponse(shelving.written(session, owner, items), media_type="application/json", headers=headers)


async def import_shelf(session: Session, request: Request) -> Response:
    """Put the items of a file on your shelves, all or none. Hosts and the operator.

    The body is the file. `existing`: what happens to items whose kind and key are there already: KEEP them (the
    default), REPLACE them, or keep BOTH, the new one under another key.
    """
    await session.host()
    existing: Any = request.query_params.get("existing", "KEEP")
    if existing not in ("KEEP", "REPLACE", "BOTH"):
        raise BadRequest("existing is KEEP, REPLACE or BOTH", "existing")
    return json_answer(await shelving.take_in_file(session, await request.body(), existing))


async def _name(session: Session, request: Request) -> tuple[str, str]:
    """Kind and key of the address, for who has shelves: others are not told what is wrong with it."""
    await session.host()
    kind = shelving.parse_kind(request.path_params["kind"])
    assert kind is not None
    return kind, request.path_params["key"]


async def _tag(session: Session, item: shelf.ShelfSummary) -> str:
    """The ETag of an item of the caller's shelves."""
    return tag_of(item.version, await session.host(), item.kind, item.key)
