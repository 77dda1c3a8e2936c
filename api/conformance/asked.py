"""What a client asks, whichever way it asks: read from its requests and from the messages of its sockets."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import parse_qs

from graphql import DocumentNode, FieldNode, GraphQLError, OperationDefinitionNode, parse
from graphql.utilities import value_from_ast_untyped
from msgspec import Struct

Kind = Literal["look", "order", "answer", "watch", "join", "other"]
ACTS = ("order", "answer")

_FIELDS: dict[str, Kind] = {
    "encounter": "look",
    "submit": "order",
    "answer": "answer",
    "events": "watch",
    "changes": "watch",
    "join": "join",
}
_FIGHT = re.compile(r"/v1/encounters/([^/]+)(?:/(.*))?")
_WHOLE = re.compile(r'(?:W/)?"?(\d+)"?')
_NUMBERED = re.compile(r"(\d{1,9})\.\d+(?:\s|$)")
_READING = frozenset({"help", "status", "log", "more"})
"""Lines of a chat that do nothing begin so."""
_PLAIN = {401: "UNAUTHENTICATED", 403: "NOT_YOURS", 404: "UNKNOWN", 409: "AHEAD", 412: "CONFLICT", 429: "RATE_LIMITED"}
"""What a refusal in plain words means, by its status."""
LONGEST = 256
"""Documents that are kept parsed."""


class Asked(Struct, kw_only=True):
    """A request, or an operation on a socket.

    at: seconds of the loop's clock. name: the GraphQL field, or method and path. fight: that it names. key: its
    idempotency key. version: that the fight has to be at (`expectedVersion`, If-Match). after: the last version that a
    watcher has. what: the order or answer itself. socket: whether it came over one. answered: when its answer was
    there; code: "" for an answer that was as wished, else of the refusal.
    """

    number: int = 0
    at: float = 0.0
    kind: Kind
    name: str
    fight: str = ""
    key: str | None = None
    version: int | None = None
    after: int | None = None
    what: Any = None
    socket: bool = False
    answered: float | None = None
    code: str | None = None

    @property
    def is_act(self) -> bool:
        """Whether it is an order or an answer."""
        return self.kind in ACTS

    @property
    def accepted(self) -> bool:
        """Whether it is an order or an answer that the server has accepted."""
        return self.is_act and self.code == ""

    @property
    def in_words(self) -> bool:
        """Whether it is a line of words: an order, or the answer to what is asked."""
        return self.kind == "order" and "line" in self.what

    def repeats(self, other: Asked) -> bool:
        """Whether it asks for the same thing."""
        return (self.kind, self.name, self.what) == (other.kind, other.name, other.what)


@lru_cache(LONGEST)
def _parsed(query: str) -> DocumentNode | None:
    try:
        return parse(query)
    except (GraphQLError, RecursionError):
        return None


def of_operation(payload: Any) -> Asked:
    """A GraphQL operation, by its first field that says what it is for."""
    query = payload.get("query") if isinstance(payload, dict) else None
    document = _parsed(query) if isinstance(query, str) else None
    if document is None:
        return Asked(kind="other", name="unreadable")
    variables = payload.get("variables") or {}
    named = payload.get("operationName")
    found = Asked(kind="other", name="")
    for operation in document.definitions:
        if not isinstance(operation, OperationDefinitionNode):
            continue
        if named and (operation.name is None or operation.name.value != named):
            continue
        for field in operation.selection_set.selections:
            if isinstance(field, FieldNode):
                asked = _of_field(field, variables, operation.operation.value)
                if found.kind == "other":
                    found = asked
    return found


def _of_field(field: FieldNode, variables: Mapping[str, Any], operation: str) -> Asked:
    name = field.name.value
    try:
        given = {
            argument.name.value: value_from_ast_untyped(argument.value, dict(variables))
            for argument in field.arguments or ()
        }
    except GraphQLError:
        given = {}
    kind: Kind = _FIELDS.get(name, "other")
    wish = given.get("input")
    if not isinstance(wish, dict):
        wish = given
    if kind == "look" and operation == "subscription":
        kind = "watch"  # the state at each step, whichever came before
    fight = given.get("id") or wish.get("encounter") or given.get("encounter")
    return _asked(kind, name, wish, given.get("after"), fight)


def _asked(kind: Kind, name: str, wish: Mapping[str, Any], after: object = None, fight: object = "") -> Asked:
    what = None
    if kind in ACTS:
        what = {part: wish.get(part) for part in ("decision", "command", "choice", "faces", "line") if wish.get(part)}
    key, version = wish.get("idempotencyKey"), wish.get("expectedVersion")
    return Asked(
        kind=kind,
        name=name,
        fight=fight if isinstance(fight, str) else "",
        key=key if isinstance(key, str) else None,
        version=version if isinstance(version, int) else None,
        after=after if isinstance(after, int) else None,
        what=what,
    )


def of_request(method: str, path: str, query: str, headers: Mapping[str, str], body: bytes) -> Asked:
    """A request by HTTP."""
    try:
        content = json.loads(body) if body else {}
    except ValueError:
        content = {}
    if path == "/graphql":
        return of_operation(content)
    fight = _FIGHT.fullmatch(path)
    name = f"{method} {path}"
    if fight is None:
        return Asked(kind="join" if path == "/v1/join" else "other", name=name)
    part = fight[2] or ""
    if method == "POST" and (part == "commands" or part.startswith("decisions/")):
        wish = dict(content) if isinstance(content, dict) else {}
        wish["idempotencyKey"] = headers.get("idempotency-key", "").strip('"') or wish.get("idempotencyKey")
        if (found := _WHOLE.fullmatch(headers.get("if-match", ""))) is not None:
            wish["expectedVersion"] = int(found[1])
        if part == "commands":
            return _asked("order", name, wish, fight=fight[1])
        return _asked("answer", name, {**wish, "decision": part.removeprefix("decisions/")}, fight=fight[1])
    if method == "GET" and part == "events":
        given = parse_qs(query)
        last = headers.get("last-event-id") or (given.get("after") or ["0"])[0]
        return _asked("watch", name, {}, int(last) if last.isdecimal() else None, fight[1])
    if method == "POST" and part == "say":
        line = body.decode("utf-8", "replace").strip()
        numbered = _NUMBERED.match(line) or _WHOLE.fullmatch(headers.get("if-match", ""))
        wish = {
            "line": line,
            "idempotencyKey": headers.get("idempotency-key", "").strip('"') or None,
            "expectedVersion": int(numbered[1]) if numbered else None,
        }
        reads = line.partition(" ")[0].lower() in _READING
        return Asked(kind="look", name=name, fight=fight[1]) if reads else _asked("order", name, wish, fight=fight[1])
    if method == "GET" and part == "say":
        return Asked(kind="look", name=name, fight=fight[1])
    if method == "GET" and part == "":
        return Asked(kind="look", name=name, fight=fight[1])
    return Asked(kind="other", name=name, fight=fight[1])


def code_of(asked: Asked, status: int, body: bytes) -> str:
    """ "" for an answer that is as wished, else the code of the refusal."""
    try:
        answer = json.loads(body) if body else None
    except ValueError:
        return "" if status < 400 else _PLAIN.get(status, str(status))
    if not isinstance(answer, dict):
        return "" if status < 400 else str(status)
    if isinstance(answer.get("errors"), list) and answer["errors"]:
        error = answer["errors"][0]
        code = error.get("extensions", {}).get("code", "ERROR") if isinstance(error, dict) else "ERROR"
        return str(code)
    data = answer.get("data")
    if isinstance(data, dict):
        return next((str(item["code"]) for item in data.values() if isinstance(item, dict) and item.get("code")), "")
    return "" if status < 400 else str(answer.get("code", status))
