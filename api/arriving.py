"""What arrives from outside: bounded, so that nothing behind the door has to fear how large or how deep it is."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import TooLarge

DEEPEST = 64
"""How many objects and lists may lie inside each other."""


class TooDeep(msgspec.DecodeError):
    """More objects and lists inside each other than anything of ours needs."""

    def __init__(self) -> None:
        super().__init__(f"more than {DEEPEST} objects and lists lie inside each other")


def read_json(data: bytes | str) -> Any:
    """The JSON value. msgspec.DecodeError for what is none, or nested too deeply; UnicodeDecodeError for no UTF-8."""
    try:
        value = msgspec.json.decode(data)
    except RecursionError:
        raise TooDeep from None
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, (dict, list))]
        if not level:
            return value
    raise TooDeep


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
