"""Calls an ASGI application without a network, in the caller's loop and thread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette

Headers = Sequence[tuple[bytes, bytes]]


@asynccontextmanager
async def started(app: Starlette) -> AsyncGenerator[None, None]:
    """Run the application's lifespan around the block."""
    async with app.router.lifespan_context(app):
        yield


def _scope(app: Starlette, kind: str, path: str, query: str, headers: Headers) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": list(headers),
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "subprotocols": ["graphql-transport-ws"],
        "app": app,
        "state": {},
    }


async def ask(
    app: Starlette, method: str, path: str, query: str = "", headers: Headers = (), body: bytes = b""
) -> tuple[int, bytes]:
    """One request: its status and body. A stream is closed after its first chunk."""
    status, answer, left = 0, b"", asyncio.Event()
    come = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if come:
            return come.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, answer
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            answer += message.get("body", b"")
            left.set()

    await app({**_scope(app, "http", path, query, headers), "method": method}, receive, send)
    return status, answer


async def talk(app: Starlette, frames: Sequence[str | bytes], headers: Headers = ()) -> list[dict[str, Any]]:
    """Send these frames and a ping over a socket; the messages received until the pong or the close."""
    heard: list[dict[str, Any]] = []
    done = asyncio.Event()
    ping = json.dumps({"type": "ping"})
    sent: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    sent += [{"type": "websocket.receive", "text" if isinstance(one, str) else "bytes": one} for one in (*frames, ping)]

    async def receive() -> dict[str, Any]:
        if sent:
            return sent.pop(0)
        await done.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Any) -> None:
        heard.append(message)
        if message["type"] == "websocket.close" or '"pong"' in message.get("text", ""):
            done.set()

    await app(_scope(app, "websocket", "/graphql", "", headers), receive, send)
    return heard
