"""A running service for tests: a real uvicorn on a free port, in a thread of its own, on a real store."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.types import ASGIApp

from api.config import Settings
from api.hosting.app import create_app
from api.hosting.server import Server, server_config
from api.pages.site import Folders
from engine.service.encounters import Encounters
from tests.support.amounts import PATIENCE
from tests.support.contract.schemas import shared

ADMIN = "the-operators-own-token"
SECRET = "a-secret-of-at-least-thirty-two-characters"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Table:
    """The service at an address, and a client's ways in."""

    def __init__(self, app: Any, port: int, server: Server) -> None:
        self.app, self.port, self.server = app, port, server
        self.url = f"http://127.0.0.1:{port}"
        # Certificates, which nobody shows here, would be read anew for each client.
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, verify=False)

    @staticmethod
    def headers(token: str | None, **more: str) -> dict[str, str]:
        return {**({"authorization": f"Bearer {token}"} if token else {}), **more}

    def gql(self, query: str, token: str | None = None, /, **variables: Any) -> dict[str, Any]:
        """The whole answer of a query."""
        body = {"query": query, "variables": variables}
        answer: dict[str, Any] = self.http.post("/graphql", json=body, headers=self.headers(token)).json()
        return answer

    def data(self, query: str, token: str | None = None, /, **variables: Any) -> Any:
        """The data of a query that must not fail."""
        answer = self.gql(query, token, **variables)
        assert "errors" not in answer, answer["errors"]
        return answer["data"]

    def get(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=self.headers(token, **headers))

    def post(self, path: str, token: str | None, body: Any, **headers: str) -> httpx.Response:
        return self.http.post(path, json=body, headers=self.headers(token, **headers))


@contextmanager
def serving(
    redis_url: str,
    folder: Path,
    settings: Mapping[str, Any] | None = None,
    folders: Folders | None = None,
    around: Callable[[ASGIApp], ASGIApp] = lambda app: app,
    service: Encounters | None = None,
) -> Iterator[Table]:
    """The service on this store, till the block ends. folders: of its pages' files; around: what stands before it.

    service: one with its own store and systems, in place of the installed systems on the store.
    """
    port = free_port()
    own: dict[str, Any] = {
        "data": folder,
        "redis_url": redis_url,
        "durability": "relaxed",
        "secret": SECRET,
        "admin_token": ADMIN,
    }
    own["max_seconds"] = int(PATIENCE)  # a process of the pool may take long to start beside others
    chosen = Settings(**{**own, **(settings or {})})
    with shared():
        app = create_app(chosen, service=service, folders=folders)
    gc.collect()
    gc.freeze()  # what a schema consists of stays, and is not looked through again and again
    server = Server(server_config(around(app), chosen, host="127.0.0.1", port=port), app)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    table = Table(app, port, server)
    try:
        end = time.monotonic() + PATIENCE
        while not server.started and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.02)
        assert server.started, "the service did not start"
        yield table
    finally:
        table.http.close()
        server.should_exit = True
        thread.join(10)
