"""Logs: one JSON object per line on standard output; every line of a request carries its id.

They never contain a token, secret, header, body or query string: of a request they hold method, path, status and
duration. Secrets that still get into a path or an error message are masked when lines are written.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any
from weakref import WeakKeyDictionary

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUEST_ID = ContextVar("request_id", default="")
_TASKS: WeakKeyDictionary[asyncio.Task[object], str] = WeakKeyDictionary()
"""The request id of each task: unlike a context variable, it can be read from another thread."""
_FITTING = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_TOKEN = r"eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_.-]+|(?<=\.[0-9a-f]{12}\.)[A-Za-z0-9_-]{43}|whsec_[\w+/=]+"
"""A seat's token, the secret part of an invitation, and the secret of a webhook."""
_STREAMS = ("text/event-stream", "application/x-ndjson", "multipart/mixed")
MASK = "(secret)"
log = logging.getLogger("skald.requests")


class _Hidden:
    """The words that no line has. pattern: of all of them, and of what looks like one."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self.pattern = re.compile(_TOKEN)

    def add(self, words: Iterable[str]) -> None:
        """Hide these too."""
        self._words.update(words)
        # The longest first: one may be the beginning of another.
        known = sorted(self._words, key=lambda word: (-len(word), word))
        self.pattern = re.compile("|".join([*map(re.escape, known), _TOKEN]))


_hidden = _Hidden()


def hide(*secrets: str | None) -> None:
    """Mask these words in all further logs of this process."""
    _hidden.add(secret for secret in secrets if secret)


def masked(text: str) -> str:
    """The text with hidden words, and anything that looks like a seat's token or an invitation's secret, masked."""
    return _hidden.pattern.sub(MASK, text)


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object. worker: the number of this process, if it is one of several."""

    def __init__(self, worker: int | None = None) -> None:
        super().__init__()
        self._who = {} if worker is None else {"worker": worker}
        self._second = (-1, "")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": f"{self._spelled(int(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            **self._who,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if request := REQUEST_ID.get():
            line["request"] = masked(request)
        figures = getattr(record, "figures", {})
        line.update((name, masked(value) if isinstance(value, str) else value) for name, value in figures.items())
        if record.exc_info:
            line["trace"] = masked(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)

    def _spelled(self, second: int) -> str:
        """A second of the clock: most lines are of the same one as the line before."""
        known, text = self._second
        if known != second:
            text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
            self._second = second, text
        return text


def set_up_logs(level: str = "INFO", worker: int | None = None) -> None:
    """Write all logs of this process as JSON. worker: see `JsonFormatter`."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonFormatter(worker))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # No line says them, and finding them out takes as long as writing one.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    # uvicorn logs every socket with its query string, which may contain a token; we log sockets ourselves.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


class RequestLog:
    """Middleware: gives every request an id, in its answer and its logs, and writes one line when it is done.

    The id is the caller's X-Request-Id if that is a plain word. A socket or a stream also has a line when it opens;
    the last line of a socket has the close code.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        line = _Line(scope, given if _FITTING.match(given) else secrets.token_hex(8))
        held = REQUEST_ID.set(line.id)
        task = asyncio.current_task()
        if task is not None:
            _TASKS[task] = line.id

        async def send_logged(message: Message) -> None:
            line.answered(message)
            await send(message)

        async def receive_logged() -> Message:
            message = await receive()
            line.left(message)
            return message

        try:
            await self._app(scope, receive_logged, send_logged)
        finally:
            line.write()
            REQUEST_ID.reset(held)


def request_of(loop: asyncio.AbstractEventLoop) -> str:
    """The id of the request that a loop is executing, from any thread; "" if unknown."""
    try:
        task = asyncio.current_task(loop)
        return _TASKS.get(task, "") if task is not None else ""
    except RuntimeError:
        return ""


class _Line:
    """The log lines of one request or socket."""

    def __init__(self, scope: Scope, id: str) -> None:
        self.id = id
        self._began = time.perf_counter()
        self._what = {"method": scope.get("method", "SOCKET"), "path": scope["path"]}
        self._end: dict[str, int] = {"status": 0} if scope["type"] == "http" else {"code": 0}

    def answered(self, message: Message) -> None:
        """Handle an outgoing message."""
        match message["type"]:
            case "http.response.start":
                self._end["status"] = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = self.id
                if headers.get("content-type", "").startswith(_STREAMS):
                    self._write("opened", {})
            case "websocket.accept":
                MutableHeaders(scope=message)["x-request-id"] = self.id
                self._write("opened", {})
            case "websocket.close":
                self._end["code"] = message.get("code", 1000)

    def left(self, message: Message) -> None:
        """Handle an incoming message: only the close code of a socket that the client closed is noted."""
        if message["type"] == "websocket.disconnect" and not self._end["code"]:
            self._end["code"] = message.get("code", 1005)

    def write(self) -> None:
        """Write the last line."""
        self._write("", {**self._end, "ms": round((time.perf_counter() - self._began) * 1000, 1)})

    def _write(self, event: str, more: dict[str, Any]) -> None:
        figures = {**self._what, **more, **({"event": event} if event else {})}
        if log.isEnabledFor(logging.INFO):
            # As `log.info` does, without looking for who calls it: no line says that.
            told = ("%s %s", (figures["method"], figures["path"]))
            log.handle(log.makeRecord(log.name, logging.INFO, "", 0, *told, None, extra={"figures": figures}))
