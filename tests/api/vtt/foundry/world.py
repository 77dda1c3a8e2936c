"""The server of the stand-in: it orders what its clients do, and gives everything to every one of them."""

from __future__ import annotations

import io
import json
import queue
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection

from tests.support.browsers.browser import Tab

HERE = Path(__file__).parent
_MEDIA = {"html": "text/html", "js": "text/javascript", "json": "application/json", "css": "text/css"}


def media_of(path: str) -> str:
    """The media type of a file."""
    return _MEDIA.get(path.rpartition(".")[2], "text/plain")


class World:
    """Its users: `gm` and `second`, game masters, and `ana`. said: all that its clients have written."""

    def __init__(self, module: bytes) -> None:
        """module: the zip that the manifest names, installed as Foundry does."""
        self.files = {f"/{name}": (HERE / name).read_bytes() for name in ("standin.html", "standin.js")}
        self.install(module)
        self.said: list[dict[str, Any]] = []
        self._listening: list[queue.SimpleQueue[dict[str, Any] | None]] = []
        self._lock = threading.Lock()
        self.address = ""
        for user, master, actors in (("gm", True, []), ("second", True, []), ("ana", False, ["actor-of-ana"])):
            self.do(do="user", data={"id": user, "name": user, "isGM": master, "actors": actors, "active": False})

    def install(self, module: bytes) -> None:
        """Unpack a module's zip, as Foundry does."""
        with zipfile.ZipFile(io.BytesIO(module)) as file:
            self.files.update({f"/modules/skald/{name}": file.read(name) for name in file.namelist()})

    def do(self, **op: Any) -> None:
        """Append an operation, and tell it to all clients."""
        with self._lock:
            self.said.append(op)
            for one in self._listening:
                one.put(op)

    def client(self, user: str, version: int = 13, language: str = "en", site: str = "") -> str:
        """The address of a user's page. site: where the world is found besides: a `SecureTab` shows it there."""
        more = f"&world={self.address}" if site else ""
        return f"{site or self.address}/standin.html?user={user}&v={version}&lang={language}{more}"

    def hear(self) -> tuple[list[dict[str, Any]], queue.SimpleQueue[dict[str, Any] | None]]:
        """All so far, and a queue of what comes."""
        with self._lock:
            one: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
            self._listening.append(one)
            return list(self.said), one

    def close(self) -> None:
        """End all streams."""
        with self._lock:
            for one in self._listening:
                one.put(None)


SECURE = "https://foundry.example"


class SecureTab(Tab):
    """A page in a browser that finds the world at an address of https."""

    def __init__(self, socket: ClientConnection, world: World) -> None:
        self._world = world
        super().__init__(socket)
        self.call("Fetch.enable", patterns=[{"urlPattern": f"{SECURE}/*"}])

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Fetch.requestPaused":
            said = message["params"]
            path = urlsplit(said["request"]["url"]).path
            self.fulfil(said["requestId"], self._world.files.get(path, b""), media_of(path))
        super()._hear(message)


@contextmanager
def served(module: bytes) -> Iterator[World]:
    """A world on an origin of its own, until the block ends."""
    world = World(module)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/ops":
                self._stream()
                return
            content = world.files.get(path)
            self.send_response(200 if content is not None else 404)
            self.send_header("content-type", media_of(path))
            self.end_headers()
            self.wfile.write(content or b"")

        def do_POST(self) -> None:
            world.do(**json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.send_header("access-control-allow-origin", "*")
            self.end_headers()

        def _stream(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("access-control-allow-origin", "*")
            self.end_headers()
            earlier, coming = world.hear()
            try:
                for op in [*earlier, {"do": "begin"}]:
                    self._send(op)
                while (told := coming.get()) is not None:
                    self._send(told)
            except OSError:
                return

        def _send(self, op: dict[str, Any]) -> None:
            self.wfile.write(f"data: {json.dumps(op)}\n\n".encode())
            self.wfile.flush()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    world.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield world
    finally:
        world.close()
        server.shutdown()
        thread.join()
        server.server_close()
