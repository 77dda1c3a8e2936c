"""What stands between a client and the server: writes down what is asked, and plays one trouble at a time."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.conformance.asked import Asked, code_of, of_operation, of_request

MOST = 2 * 1024 * 1024
"""Bytes of a body that are read before it goes to the server, which judges it."""
GRACE = 5.0
"""Seconds for what runs to end, when the server goes away."""
REST = 8 * 1024 * 1024
"""Bytes of an answer that are looked into."""
STREAMS = ("text/event-stream", "application/x-ndjson")
"""Answers whose parts are whole messages."""
_VERSION = re.compile(rb'"version"\s*:\s*(\d+)')


class Refusal(Exception):
    """This request is refused by the kit, in the form of the real server: too much at once. seconds: to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many requests: come again in {seconds} s")
        self.seconds = seconds


class Cut(Exception):
    """The connection breaks here."""


class Trouble:
    """One trouble, while it is played. Each kind overrides what it is about. happened: what it was done to."""

    def __init__(self) -> None:
        self.happened: Asked | None = None

    async def before(self, asked: Asked) -> None:
        """Before the server gets it. Refusal, Cut."""

    def answered(self, asked: Asked, body: bytes) -> bytes:
        """An answer, or a part of a stream, on its way to the client, after the server has done it. Cut."""
        return body

    def halved(self, asked: Asked) -> bool:
        """Whether only the first half of this answer arrives."""
        return False

    def sent(self, asked: Asked, text: str) -> str:
        """A message of a subscription on its way to the client. Cut."""
        return text

    def repeated(self, asked: Asked, text: bytes) -> bool:
        """Whether this message of a subscription, or part of a stream of events, arrives twice."""
        return False

    def asked_for(self, asked: Asked, query: str) -> str:
        """What a request really asks the server for: its query string."""
        return query


class Stage:
    """The application that a client talks to. inner: the server's; None while it is away.

    fight: what is played now. journal: all that was asked of it, oldest first. streamed: the last version that a stream
    has sent. tries: how many times somebody came while the server was away. pages: what it answers itself, by path.
    trouble: the one that is played.
    """

    def __init__(self) -> None:
        self.inner: ASGIApp | None = None
        self.server: uvicorn.Server | None = None
        self.journal: list[Asked] = []
        self.fight = ""
        self.streamed = 0
        self.tries: list[float] = []
        self.pages: dict[str, Callable[[], tuple[str, bytes]]] = {}
        self.trouble = Trouble()
        self._running: set[asyncio.Task[Any]] = set()
        self._own: set[asyncio.Future[None]] = set()
        self._news = asyncio.Event()

    # -- for the judge
    @contextmanager
    def playing(self, trouble: Trouble) -> Iterator[Trouble]:
        """Play a trouble until the block ends."""
        self.trouble = trouble
        try:
            yield trouble
        finally:
            self.trouble = Trouble()

    async def news(self, seconds: float) -> None:
        """Wait until something is asked, answered or sent, at most so many seconds."""
        self._news.clear()
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._news.wait()
        except TimeoutError:
            return

    def is_past(self, asked: Asked) -> bool:
        """Whether it is about a fight before, which somebody has still open."""
        return asked.fight not in ("", self.fight)

    def since(self, number: int) -> Iterable[Asked]:
        """All that was asked after the request of this number."""
        return self.journal[number:]

    def cut_all(self) -> None:
        """Break every connection."""
        for connection in self._connections():
            connection.transport.abort()

    async def leave(self) -> None:
        """The server goes away: connections break, and what runs for them ends."""
        self.inner = None
        self.cut_all()
        if self._running:
            _, late = await asyncio.wait(tuple(self._running), timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if self._own:
            await asyncio.wait(tuple(self._own), timeout=GRACE)

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        """A request of the kit's own, past the stage. RuntimeError where it is refused, or the server is away."""
        if self.inner is None:
            raise RuntimeError("the server is away")
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._own.add(over)
        try:
            return await _asked(self.inner, method, path, token, body)
        finally:
            self._own.discard(over)
            over.set_result(None)

    # -- for the client
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
            return
        if scope["type"] == "http" and scope["path"] in self.pages:
            kind, content = self.pages[scope["path"]]()
            await _answer(send, 200, [("content-type", kind), ("access-control-allow-origin", "*")], content)
            return
        if self.inner is None:
            self.tries.append(asyncio.get_running_loop().time())
            self._news.set()
            self._cut(scope)
            return
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            await (self._http if scope["type"] == "http" else self._socket)(scope, receive, send)
        except Cut:
            self._cut(scope)
        finally:
            self._running.discard(task)

    def _write_down(self, asked: Asked) -> Asked:
        if self.is_past(asked):
            return asked
        asked.number, asked.at = len(self.journal) + 1, asyncio.get_running_loop().time()
        self.journal.append(asked)
        self._news.set()
        return asked

    def note_streamed(self, versions: Iterable[int]) -> None:
        """Versions were sent by a stream; none where only its end was."""
        self.streamed = max(self.streamed, *versions, 0)
        self._news.set()

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.inner is not None
        body, whole = b"", False
        while not whole and len(body) <= MOST:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, whole = body + message.get("body", b""), not message.get("more_body", False)
        headers = Headers(scope=scope)
        query = scope["query_string"].decode("latin-1")
        asked = of_request(scope["method"], scope["path"], query, headers, body)
        if scope["method"] != "OPTIONS":
            self._write_down(asked)
        try:
            await self.trouble.before(asked)
        except Refusal as refusal:
            asked.code = "RATE_LIMITED"
            await _refuse(send, scope["path"] == "/graphql", refusal)
            return
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": not whole}]

        async def receive_again() -> Message:
            return given.pop() if given else await receive()

        answer = _Answer(self, asked, send, lambda: self._cut(scope))
        # Answers are read here: unpacked ones.
        bare = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        given_query = self.trouble.asked_for(asked, query).encode("latin-1")
        await self.inner({**scope, "headers": bare, "query_string": given_query}, receive_again, answer.send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.inner is not None
        running: dict[str, Asked] = {}
        cut = asyncio.Event()

        async def receive_traced() -> Message:
            while True:
                if cut.is_set():
                    return {"type": "websocket.disconnect", "code": 1006}
                message = await receive()
                said = _read(message.get("text")) if message["type"] == "websocket.receive" else {}
                if said.get("type") != "subscribe":
                    return message
                asked = self._write_down(of_operation(said.get("payload")))
                asked.socket = True
                running[str(said.get("id"))] = asked
                try:
                    await self.trouble.before(asked)
                except Refusal as refusal:
                    asked.code = "RATE_LIMITED"
                    refused = {"id": said.get("id"), "type": "error", "payload": [_error(refusal)]}
                    await send({"type": "websocket.send", "text": json.dumps(refused)})
                    continue
                except Cut:
                    cut.set()
                    self._cut(scope)
                    continue
                return message

        async def send_traced(message: Message) -> None:
            if cut.is_set():
                return
            if message["type"] == "websocket.send" and message.get("text"):
                said = _read(message["text"])
                asked = running.get(str(said.get("id")))
                if asked is not None:
                    self._note(asked, said)
                    try:
                        text = self.trouble.sent(asked, message["text"])
                    except Cut:
                        cut.set()
                        self._cut(scope)
                        return
                    await send({**message, "text": text})
                    if self.trouble.repeated(asked, text.encode()):
                        await send({**message, "text": text})
                    if asked.kind == "watch" and not self.is_past(asked):
                        self.note_streamed(_versions(said))
                        self._note_brought(asked, said)
                    return
            await send(message)

        await self.inner(scope, receive_traced, send_traced)

    def _note_brought(self, asked: Asked, body: dict[str, Any]) -> None:
        """A client whom a stream tells what changed in the fight has looked at it without asking."""
        changes = _data(body).get("changes")
        if isinstance(changes, dict) and (changes.get("whole") or changes.get("patch")):
            brought = self._write_down(Asked(kind="look", name="changes", fight=asked.fight, socket=True))
            brought.answered, brought.code = asyncio.get_running_loop().time(), ""

    def _note(self, asked: Asked, body: dict[str, Any]) -> None:
        if asked.code is None and body.get("type") in ("next", "error"):
            payload = body.get("payload")
            whole = {"errors": payload} if body["type"] == "error" else payload
            asked.answered = asyncio.get_running_loop().time()
            asked.code = code_of(asked, 200, json.dumps(whole).encode())
            self._news.set()

    def _connections(self) -> list[Any]:
        return [] if self.server is None else list(self.server.server_state.connections)

    def _cut(self, scope: Scope) -> None:
        """Break the connection of a request or a socket, without a word."""
        where = tuple(scope["client"]) if scope.get("client") else None
        for connection in self._connections():
            peer = connection.transport.get_extra_info("peername")
            if where is not None and peer is not None and tuple(peer[:2]) == where:
                connection.transport.abort()


class _Answer:
    """An answer by HTTP on its way to the client."""

    def __init__(self, stage: Stage, asked: Asked, send: Send, break_off: Callable[[], None]) -> None:
        self._stage, self._asked, self._send = stage, asked, send
        self._break_off, self._broken = break_off, False
        self._start: Message | None = None
        self._read = b""
        self._status = 200
        self._streams = False

    async def send(self, message: Message) -> None:
        """Pass a message of the server on, unless a trouble takes it. The server itself learns nothing of a trouble."""
        if self._broken:
            return
        if message["type"] == "http.response.start":
            self._start, self._status = message, message["status"]
            self._streams = Headers(raw=message["headers"]).get("content-type", "").startswith(STREAMS)
            return  # nothing goes out before it is known whether anything shall
        if message["type"] != "http.response.body":
            await self._send(message)
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if len(self._read) < REST:
            self._read += body
        if not more:
            self._asked.answered = asyncio.get_running_loop().time()
            self._asked.code = code_of(self._asked, self._status, self._read)
        try:
            body = self._stage.trouble.answered(self._asked, body)
        except Cut:
            self._cut()
            return
        half = self._stage.trouble.halved(self._asked)
        if self._start is not None:
            start, self._start = self._start, None
            await self._send(start)
        if half:
            await self._send({**message, "body": body[: len(body) // 2], "more_body": True})
            self._cut()
            return
        await self._send({**message, "body": body})
        if self._streams and more and self._stage.trouble.repeated(self._asked, body):
            await self._send({**message, "body": body})
        if self._asked.kind == "watch" and not self._stage.is_past(self._asked):
            self._stage.note_streamed(int(found) for found in _VERSION.findall(body))
        else:
            self._stage.note_streamed(())

    def _cut(self) -> None:
        self._broken = True
        self._break_off()


def _read(text: object) -> dict[str, Any]:
    """A message of a socket; {} for one that is no object."""
    try:
        said = json.loads(text) if isinstance(text, str) else {}
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _data(body: dict[str, Any]) -> dict[str, Any]:
    """What a message of a subscription brings; {} for an error, and for the end."""
    payload = body.get("payload")
    data = payload.get("data") if isinstance(payload, dict) else None
    return data if isinstance(data, dict) else {}


def _versions(body: dict[str, Any]) -> list[int]:
    """The versions that a message of a subscription names."""
    data = _data(body)
    state = data.get("encounter") or data.get("changes")
    found = [state] if isinstance(state, dict) else data.get("events") or []
    return [item["version"] for item in found if isinstance(item, dict) and isinstance(item.get("version"), int)]


def _error(refusal: Refusal) -> dict[str, Any]:
    return {"message": str(refusal), "extensions": {"code": "RATE_LIMITED", "retryAfter": refusal.seconds}}


async def _refuse(send: Send, graphql: bool, refusal: Refusal) -> None:
    """As the server itself answers who asks too much."""
    body: dict[str, Any]
    if graphql:
        kind, body = "application/json", {"errors": [_error(refusal)]}
    else:
        kind = "application/problem+json"
        body = {
            "type": "urn:skald:problem:rate-limited",
            "title": "Too much at once, or too often",
            "status": 429,
            "detail": str(refusal),
            "code": "RATE_LIMITED",
            "retryAfter": refusal.seconds,
        }
    headers = [
        ("content-type", kind),
        ("retry-after", str(refusal.seconds)),
        ("access-control-allow-origin", "*"),
        ("access-control-expose-headers", "retry-after"),
    ]
    await _answer(send, 429, headers, json.dumps(body).encode())


async def _answer(send: Send, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
    sent = [*headers, ("content-length", str(len(content))), ("cache-control", "no-store")]
    raw = [(name.encode(), value.encode()) for name, value in sent]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": content})


async def _lifespan(receive: Receive, send: Send) -> None:
    """The server behind it is started and stopped by the kit: it goes away and comes back."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _asked(app: ASGIApp, method: str, path: str, token: str, body: Any = None) -> Any:
    content = b"" if body is None else json.dumps(body).encode()
    given: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]
    status, read, gone = 0, b"", asyncio.Event()

    async def receive() -> Message:
        if given:
            return given.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status, read
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            read += message.get("body", b"")

    route, _, query = path.partition("?")
    headers = [(b"authorization", f"Bearer {token}".encode()), (b"host", b"127.0.0.1")]
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": route,
        "raw_path": route.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [*headers, (b"content-type", b"application/json")] if content else headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    await app(scope, receive, send)
    answer = json.loads(read) if read else None
    if status >= 400:
        raise RuntimeError(f"{method} {path}: {status} {answer}")
    return answer
