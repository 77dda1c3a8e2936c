"""A server that webhooks are sent to: it keeps what comes, and answers as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from msgspec import Struct

from tests.support.amounts import PATIENCE


class Received(Struct, frozen=True):
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        """Its body, as JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def data(self) -> dict[str, Any]:
        """What its CloudEvent tells."""
        found: dict[str, Any] = self.event["data"]
        return found


Answer = tuple[int, dict[str, str]]


class Receiver:
    """What came so far. answer: status and headers of each answer, by request; url: where it listens."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.came: list[Received] = []
        self.answer: Callable[[Received], Answer] = lambda request: (204, {})
        self._changed = threading.Condition()

    def take(self, request: Received) -> Answer:
        """Keep a request."""
        with self._changed:
            self.came.append(request)
            self._changed.notify_all()
        return self.answer(request)

    def until(self, enough: Callable[[list[Received]], Any], patience: float = PATIENCE) -> list[Received]:
        """What came, as soon as it is enough. AssertionError after so many seconds."""
        end = time.monotonic() + patience
        with self._changed:
            while not enough(self.came):
                left = end - time.monotonic()
                assert left > 0, [(one.path, one.event["type"], one.data.get("version")) for one in self.came]
                self._changed.wait(left)
            return list(self.came)

    def of(self, kind: str) -> list[Received]:
        """What came of one type."""
        return [one for one in self.came if one.event["type"] == kind]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status, headers = receiver.take(Received("POST", self.path, dict(self.headers.items()), body))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            receiver.take(Received("GET", self.path, dict(self.headers.items()), b"{}"))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
