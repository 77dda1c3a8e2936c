"""REST's fronts of the operations in the table: a route and its handler are made from the row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from api.graphql.cost import WEIGHTS
from api.operations.operation import READ_ERRORS, WRITE_ERRORS, Operation, RestForm
from api.operations.orders import Accepted, Created
from api.operations.session import Session
from api.reading.parts import Part, parse_parts
from api.reading.validators import expected_version, plain_tag, tag_of, tagged
from api.rest.respond import Handler, body_of, idempotency_key, json_answer, json_of
from api.rest.route import INCLUDE, KEY, MATCH, Route
from engine.kernel.structs.fields import type_hints_of
from schemas import answers, shelf

LEAST: dict[Part, int] = {
    "offers": WEIGHTS["Encounter.offers"],
    "scene": WEIGHTS["Encounter.scene"],
    "unavailable": WEIGHTS["Encounter.unavailable"],
}
"""The least cost of parts, as `api.graphql.cost` measures it; large ones cost more (`EncounterNode`)."""
NO_STORE = {"cache-control": "no-store"}
PARTED = (answers.Accepted, answers.Created)
"""Answers that have the parts of a fight that `include` names."""


def routes_of(operations: Iterable[Operation]) -> Iterator[Route]:
    """The routes of all forms of these operations."""
    for operation in operations:
        for form in operation.rest:
            yield route_of(operation, form)


def route_of(operation: Operation, form: RestForm) -> Route:
    """The route of one form of an operation."""
    answer = type_hints_of(operation.answers)[form.inside] if form.inside else operation.answers
    return Route(
        method=form.method,
        path=form.path,
        handler=handler_of(operation, form),
        body=form.body,
        answer=answer,
        status=form.status,
        parameters=(*_usual_parameters(operation, form), *form.parameters),
        errors=form.errors or (READ_ERRORS if form.method == "GET" else WRITE_ERRORS),
        who=operation.who if form.who is None else form.who,
        cost=operation.cost if form.cost is None else form.cost,
    )


def _usual_parameters(operation: Operation, form: RestForm) -> Iterator[Any]:
    """Those that follow from what the operation takes and answers."""
    fields = _fields(operation)
    if operation.answers in PARTED:
        yield INCLUDE
    if (
        "expectedVersion" in fields
        and not any(parameter.name == "If-Match" for parameter in form.parameters)
        and not form.inside
    ):
        yield MATCH
    if "idempotencyKey" in fields:
        yield KEY


def _fields(operation: Operation) -> tuple[str, ...]:
    takes = operation.takes
    return () if takes is None else takes.__struct_encode_fields__


def handler_of(operation: Operation, form: RestForm) -> Handler:
    """The handler of one form of an operation."""

    async def handle(session: Session, request: Request) -> Response:
        parts = await parts_of(session, request) if operation.answers in PARTED else frozenset()
        if operation.may is not None:
            await operation.may(session, request.path_params.get("id"))
        done = await operation.run(session, await _request_of(operation, form, session, request))
        return await _respond(session, form, done, parts)

    handle.__name__ = form.name or operation.name
    handle.__doc__ = form.description or operation.description
    return handle


async def parts_of(session: Session, request: Request, usual: Collection[Part] = ()) -> frozenset[Part]:
    """The parts of the fight that the answer has: read, and counted with the least that they cost, before anything is
    done."""
    parts = parse_parts(request.query_params.get("include"), usual)
    await session.count_cost(sum(LEAST.get(part, 0) for part in parts.difference(usual)))
    return parts


async def _request_of(operation: Operation, form: RestForm, session: Session, request: Request) -> Any:
    """What the operation takes, from path, query, headers and body; None: it takes nothing."""
    takes, fields = operation.takes, _fields(operation)
    if takes is None:
        return None
    body = {} if form.body is None else await json_of(request)
    if operation.reads is not None:
        operation.reads(session, body)
    given = {"encounter" if name == "id" else name: value for name, value in request.path_params.items()}
    given |= {
        parameter.name: request.query_params.get(parameter.name, "")
        for parameter in form.parameters
        if parameter.where == "query"
    }
    if "expectedVersion" in fields:
        given["expectedVersion"] = _expected(request, form)
    if "idempotencyKey" in fields:
        given["idempotencyKey"] = idempotency_key(request)
    return body_of(body, takes, **given)


def _expected(request: Request, form: RestForm) -> int | None:
    """The version of If-Match; 0 for If-None-Match: *, where that is a parameter: there must be nothing yet."""
    may_be_new = any(parameter.name == "If-None-Match" for parameter in form.parameters)
    if may_be_new and request.headers.get("if-none-match", "").strip() == "*":
        return 0
    return expected_version(request)


async def _respond(session: Session, form: RestForm, done: Any, parts: Collection[Part]) -> Response:
    """The answer of an operation, with the headers that go with it."""
    headers = dict(NO_STORE) if form.no_store else {}
    if isinstance(done, Accepted):
        headers["etag"] = plain_tag(done.fight_version)
        if done.command.isascii() and done.command.isprintable():  # any other key is in the body only
            headers["idempotency-key"] = done.command
        done = await done.answer(parts)
    elif isinstance(done, Created):
        done = await done.answer(parts)
        headers |= {"location": f"/v1/encounters/{done.encounter.id}", "etag": plain_tag(done.encounter.version)}
    elif form.inside:
        done = getattr(done, form.inside)
    if isinstance(done, shelf.ShelfSummary):
        headers |= tagged(tag_of(done.version, await session.host(), done.kind, done.key))
    return json_answer(done, form.status, headers)
