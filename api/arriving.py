"""What arrives from outside: bounded, so that nothing behind the door has to fear how large or how deep it is."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import TooLarge

DEEPEST = 64
"""How many objects and lists may lie inside each other."""


class Unfit(msgspec.DecodeError):
    """JSON that we do not take, though it is JSON."""


class TooDeep(Unfit):
    """More objects and lists inside each other than anything of ours needs."""

    def __init__(self) -> None:
        super().__init__(f"more than {DEEPEST} objects and lists lie inside each other")


class Twice(Unfit):
    """A key that an object has twice: one of the two would be a wish that nobody heard."""

    def __init__(self, key: str) -> None:
        super().__init__(f"an object has the key {key[:80]!r} twice")


def parse_json(data: bytes | str) -> Any:
    """The JSON value. msgspec.DecodeError for what is none."""
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise TooDeep from None
    except UnicodeError as error:
        raise msgspec.DecodeError(f"this is no UTF-8: {error}") from None


def read_json(data: bytes | str) -> Any:
    """The JSON value. msgspec.DecodeError for what is none; Unfit for what is nested too deeply or has a key twice."""
    value = parse_json(data)
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, (dict, list))]
        if not level:
            break
    else:
        raise TooDeep
    json.loads(data, object_pairs_hook=_once)
    return value


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise Twice(key)
        seen.add(key)


def _inside(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


class BodyLimit:
    """Middleware: whoever reads a body of more than `most` bytes meets TooLarge, be its length declared or not."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        size = int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 19 else 0
        come = 0

        async def bounded() -> Message:
            nonlocal come
            if size <= self._most:
                message = await receive()
                come += len(message.get("body", b""))
                if come <= self._most:
                    return message
            raise TooLarge(self._most)

        await self._app(scope, bounded, send)
