"""The Discord example, against a stand-in for Discord's documented webhook endpoint that takes nothing else."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.store.server import PrivateServer
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import flush

EXAMPLE = Path(__file__).parents[2] / "schemas" / "examples" / "discord.py"
FIELDS = {
    "content": str,
    "username": str,
    "avatar_url": str,
    "tts": bool,
    "embeds": list,
    "allowed_mentions": dict,
    "components": list,
    "payload_json": str,
    "flags": int,
    "thread_name": str,
}
"""Of Execute Webhook, as Discord's documentation lists them, without files."""


class Discord:
    """messages: what was written into the channel; faults: requests that Discord would not take; slow: answer 429."""

    def __init__(self) -> None:
        self.messages, self.faults, self.slow, self.gone = list[dict[str, Any]](), list[str](), 0, False
        self.came = threading.Event()

    def fault(self, path: str, headers: Any, body: bytes) -> str:
        """What Discord would not take of a request."""
        if path != "/api/webhooks/80351110224678912/a-token":
            return f"404 {path}"
        if headers.get("Content-Type") != "application/json" or not headers.get("User-Agent"):
            return "media type, or no User-Agent"
        message = json.loads(body)
        unknown = {name for name, value in message.items() if not isinstance(value, FIELDS.get(name, ()))}
        if unknown or not 1 <= len(message.get("content", "")) <= 2000 or not 1 <= len(message["username"]) <= 80:
            return f"fields: {unknown or message}"
        allowed = message["allowed_mentions"]
        if set(allowed) - {"parse", "users", "roles", "replied_user"} or set(allowed["parse"]) & {"users"}:
            return f"allowed_mentions: {allowed}"
        return ""


@contextmanager
def serving_on(server: ThreadingHTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


@pytest.fixture
def discord() -> Iterator[tuple[Discord, str]]:
    state = Discord()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            fault = state.fault(self.path, self.headers, body)
            status = 404 if state.gone else 429 if state.slow else 400 if fault else 204
            if status == 429:
                state.slow -= 1
            elif status == 204:
                state.messages.append(json.loads(body))
            if fault:
                state.faults.append(fault)
            self.send_response(status)
            if status == 429:
                self.send_header("Retry-After", "0.2")
            self.send_header("Content-Length", "0")
            self.end_headers()
            state.came.set()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with serving_on(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as url:
        yield state, f"{url}/api/webhooks/80351110224678912/a-token"


def test_a_channel_is_told_whose_turn_it_is(
    server: PrivateServer, tmp_path: Path, discord: tuple[Discord, str]
) -> None:
    """From the fight to the channel: who has the turn is mentioned; nobody else is, whatever a name says."""
    spec = importlib.util.spec_from_file_location("discord_example", EXAMPLE)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    channel, address = discord
    secrets: list[str] = []
    people = [
        {
            "id": "cloud",
            "name": "@everyone",
            "side": "heroes",
            "seat": "ana",
            "sheet": {"fantasia": {"ref": "soldier"}},
        },
        {"id": "wolf", "name": "Wolf", "side": "foes", "seat": "ben", "sheet": {"fantasia": {"ref": "ogre"}}},
    ]
    fight = {
        "system": "fantasia",
        "name": "Letters",
        "seats": [{"id": "gm", "name": "Gil", "role": "GM"}, *({"id": n, "name": n.title()} for n in ("ana", "ben"))],
        "combatants": people,
    }
    flush(server)
    bot = example.serve(0, secrets, address, {"ana": "42", "ben": "42"})
    with serving(server.url, tmp_path, {"webhook_networks": ("127.0.0.1/32",)}) as table, serving_on(bot) as url:
        made = table.post("/v1/encounters", ADMIN, fight).json()
        here, gm = f"/v1/encounters/{made['encounter']['id']}", made["tokens"][0]["token"]
        hook = table.post(f"{here}/webhooks", gm, {"address": url, "everybody": True}).json()
        test = f"{here}/webhooks/{hook['webhook']['key']}/test"
        assert table.post(test, gm, {}).status_code == 202
        assert _until(table, here, gm)["last"]["status"] == 401, "a message that is signed by nobody it knows"
        secrets.append(hook["secret"])
        channel.slow = 1
        assert table.post(f"{here}/commands", gm, {"command": {"fantasia": {"begin": {}}}}).status_code == 200
        assert channel.came.wait(PATIENCE)
        for _ in range(200):
            if channel.messages:
                break
            threading.Event().wait(0.05)
        [message] = channel.messages
        assert message["content"].startswith("<@42> **Letters**: Your turn, ")
        assert message["allowed_mentions"] == {"parse": [], "users": ["42"]}
        assert channel.faults == []
        channel.gone = True
        assert table.post(test, gm, {}).status_code == 202
        for _ in range(200):
            last = _until(table, here, gm)["last"]
            if last["status"] == 410:
                break
            threading.Event().wait(0.05)
        assert last["status"] == 410


def _until(table: Table, here: str, token: str) -> dict[str, Any]:
    """The webhook, as soon as something was tried."""
    for _ in range(200):
        [found] = table.get(f"{here}/webhooks", token).json()
        if found["last"] is not None:
            return dict(found)
        threading.Event().wait(0.05)
    raise AssertionError("nothing was tried")
