"""Bounds on the size, depth and duration of incoming requests."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access.rates import network
from api.errors.request_errors import RateLimited, TooLarge, TooSlow

DEEPEST = 64
"""Most levels of nested objects and lists."""


MOST_VALUES = 10_000
"""Most values of one JSON text, counting each entry of a list or an object.

Each value costs some microseconds of uninterrupted work, so this bounds the time to read a request much better than its
bytes do.
"""


class UnacceptableJson(msgspec.DecodeError):
    """Valid JSON that we do not accept."""


class TooDeep(UnacceptableJson):
    """Objects and lists nested deeper than any valid request."""

    def __init__(self) -> None:
        super().__init__(f"more than {DEEPEST} objects and lists lie inside each other")


class TooMany(UnacceptableJson):
    """More values than any valid request has."""

    def __init__(self) -> None:
        super().__init__(f"more than {MOST_VALUES} values: send less at once")


class DuplicateKey(UnacceptableJson):
    """A key that an object has twice: one of the two would be ignored silently."""

    def __init__(self, key: str) -> None:
        super().__init__(f"an object has the key {key[:80]!r} twice")


def parse_json(data: bytes | str) -> Any:
    """The JSON value. msgspec.DecodeError for invalid JSON."""
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise TooDeep from None
    except UnicodeError as error:
        raise msgspec.DecodeError(f"this is no UTF-8: {error}") from None


def read_json(data: bytes | str) -> Any:
    """The JSON value. msgspec.DecodeError for invalid JSON.

    UnacceptableJson if it is nested too deeply, holds too many values, or has a key twice.
    """
    value = parse_json(data)
    level, count = [value], 1
    for _ in range(DEEPEST):
        inside: list[Any] = []
        for outer in level:
            count += len(_inside(outer))
            if count > MOST_VALUES:
                raise TooMany
            inside += [inner for inner in _inside(outer) if isinstance(inner, (dict, list))]
        level = inside
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
            raise DuplicateKey(key)
        seen.add(key)


def _inside(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


MOST_FILES, OF_ONE = 16, 4
"""Files that a process holds at once, and those of one address: each is held whole until it is answered."""


class BodyLimit:
    """Middleware: reading a body of more than `most` bytes raises TooLarge, whether its length is declared or not.

    A body that is incomplete after `seconds` raises TooSlow. files: path -> bytes, where a body is a file; of those
    that are larger than `most` a process holds so many at once, and RateLimited is raised for one more.
    """

    def __init__(self, app: ASGIApp, *, most: int, seconds: float, files: Mapping[str, int] | None = None) -> None:
        self._app, self._most, self._seconds, self._files = app, most, seconds, files or {}
        self._held: Counter[str] = Counter()

    def _hold(self, address: str) -> None:
        """Count one more file of an address. RateLimited if that is too many."""
        if self._held[address] >= OF_ONE or self._held.total() >= MOST_FILES:
            raise RateLimited("too many large files are read at once: send this again when others are done", 1)
        self._held[address] += 1

    def _let_go(self, address: str) -> None:
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "")
        size = int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 19 else 0
        end: float | None = asyncio.get_running_loop().time() + self._seconds
        most = max(self._most, self._files.get(scope["path"], 0))
        come, whole, holds = 0, False, False
        address = network(scope["client"][0]) if scope.get("client") else ""
        # Without a body nothing can be late, however late the application looks for one: it may have worked till then.
        if not size and "transfer-encoding" not in headers:
            end = None

        async def bounded() -> Message:
            nonlocal come, whole, holds
            if whole:  # after the body only a disconnect can come
                return await receive()
            if size > most:
                raise TooLarge(most)
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise TooSlow(self._seconds) from None
            come, whole = come + len(message.get("body", b"")), not message.get("more_body", False)
            if come > most:
                raise TooLarge(most)
            if come > self._most and not holds:
                self._hold(address)
                holds = True
            return message

        try:
            await self._app(scope, bounded, send)
        finally:
            if holds:
                self._let_go(address)
