"""OpenAPI 3.1, generated from the route table and the wire structs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from api.rest.components import components_of
from api.rest.route import Route
from api.rest.routes import IN_PATHS
from api.rest.tags import TAGS, tag_of
from engine.kernel.scene.preview import PreviewWay
from schemas.answers import Fault

_REF = "#/components/schemas/{name}"

_ERRORS = {
    400: "The request cannot be read.",
    401: "No token, or one that is forged, expired or revoked.",
    403: "Forbidden.",
    404: "Not found, or hidden from you.",
    406: "No acceptable media type.",
    409: "You know events that the fight does not have.",
    412: "The fight has moved on.",
    413: "The body is too large.",
    429: "Too much at once, or too often; Retry-After says when to retry.",
    422: "Not allowed now: the rules, or the table, forbid it.",
    500: "Something failed on our side; nothing has happened.",
    503: "Store unavailable; repeat with the same key.",
}


class ProblemDetails(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """An error (RFC 9457). code: stable; rule, field: what forbids it, and what is at fault.

    expected, actual: versions of a CONFLICT; head: of AHEAD, the fight's version; after: of STOPPING, the version to
    resume from; retry_after: seconds, of RATE_LIMITED; request: the id by which the operator finds it in the log;
    faults: all that is wrong, where it is more than this; ways: of a preview of a way that is blocked, the way up to
    the block.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    expected: int | UnsetType = UNSET
    actual: int | UnsetType = UNSET
    head: int | UnsetType = UNSET
    after: int | UnsetType = UNSET
    retry_after: int | UnsetType = UNSET
    faults: tuple[Fault, ...] | UnsetType = UNSET
    ways: tuple[PreviewWay, ...] | UnsetType = UNSET


def openapi(routes: Iterable[Route]) -> dict[str, Any]:
    """The document. Its paths stand in the order of the tags, whatever that of the routes."""
    order = [tag.name for tag in TAGS]
    routes = sorted(routes, key=lambda route: (order.index(tag_of(route.path)), route.path, route.method))
    types: list[Any] = [ProblemDetails]
    for route in routes:
        types += [t for t in (route.body, route.answer) if t is not None and t not in types]
    shapes, components = components_of(types, _REF)
    shape_of = dict(zip(map(repr, types), shapes, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, shape_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Skald",
            "version": version("skald"),
            "description": "Tabletop fights as streams of events: command, watch, replay and audit them.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server that this document is read from."}],
        "tags": [{"name": tag.name, "description": tag.said} for tag in TAGS],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A seat's token, or the operator's."},
                "tokenInQuery": {
                    "type": "apiKey",
                    "in": "query",
                    "name": "token",
                    "description": "The same, for a browser's EventSource, which can send no header.",
                },
            },
        },
        "security": [{"token": []}],
    }


def _operation(route: Route, shape_of: dict[str, Any]) -> dict[str, Any]:
    summary, _, rest = inspect.cleandoc(route.handler.__doc__ or "").partition("\n\n")
    made: dict[str, Any] = {
        "operationId": re.sub(r"_(.)", lambda m: m[1].upper(), route.handler.__name__),
        "summary": summary.replace("\n", " "),
        "tags": [tag_of(route.path)],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", **IN_PATHS.get(name, {})}}
            for name in re.findall(r"{(\w+)}", route.path)
        ]
        + [
            {
                "name": p.name,
                "in": p.where,
                **({"required": True} if p.required else {}),
                "description": p.description,
                "schema": {"type": p.type, **p.limits},
            }
            for p in route.parameters
        ],
        "responses": {str(route.status): _answer(route, shape_of)},
    }
    if rest.strip():
        made["description"] = rest.strip()
    if route.body is not None:
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": shape_of[repr(route.body)]}},
        }
    if route.file:
        content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        made["requestBody"] = {"required": True, "content": content}
    if route.line:
        line = {"type": "string", "minLength": 1, "maxLength": route.line}
        made["requestBody"] = {"required": True, "content": {"text/plain": {"schema": line}}}
    if route.method == "GET" and any(p.name == "If-None-Match" for p in route.parameters):
        made["responses"]["304"] = {"description": "Not modified."}
    problem: dict[str, Any] = {"application/problem+json": {"schema": shape_of[repr(ProblemDetails)]}}
    if route.plain:
        problem = {"text/plain": {"schema": {"type": "string"}}}
    for status in route.statuses:
        content = {"application/json": {"schema": shape_of[repr(route.answer)]}} if route.path == "/readyz" else problem
        made["responses"][str(status)] = {"description": _ERRORS[status], "content": content}
    if route.token_in_query:
        made["security"] = [{"token": []}, {"tokenInQuery": []}]
    if route.open:
        made["security"] = []
    return made


def _answer(route: Route, shape_of: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if route.answer is not None:  # first: generators take the first type that they support
        content["application/json"] = {"schema": shape_of[repr(route.answer)]}
    content.update({media: {"schema": {"type": "string"}} for media in route.media})
    return {"description": "Done.", **({"content": content} if content else {})}
