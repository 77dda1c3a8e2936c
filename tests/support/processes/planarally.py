"""A real PlanarAlly server from a source checkout, and clients of it that are no bridge."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from tests.conformance.environment import BUILD, Environment
from tests.conformance.once import once
from tests.support.amounts import PATIENCE
from tests.support.processes.serving import free_port

CHECKOUT = "SKALD_PLANARALLY"
"""Names the folder of a checkout of PlanarAlly."""
PYTHON = "SKALD_PLANARALLY_PYTHON"
"""Names a Python of 3.13 or newer; without it python3.14 or python3.13 of the PATH."""
CLIENT = "python-socketio[asyncio-client]>=5.16,<6"


@cache  # once: a client in this process imports from that folder, and would be found afterwards
def client_packages() -> str:
    """A folder with the client of its protocol, for PYTHONPATH; "" if our own environment has it."""
    if importlib.util.find_spec("socketio") is not None:
        return ""
    environment = Environment("planarally-client", CLIENT)
    return str(next((environment.programs.parent / "lib").glob("python*/site-packages")))


class PlanarAlly:
    """A PlanarAlly server on a copy of a checkout, on loopback, that sends no statistics anywhere."""

    def __init__(self, folder: Path) -> None:
        source = Path(os.environ.get(CHECKOUT) or "/nowhere") / "server"
        if not (source / "planarally.py").is_file():
            pytest.skip(f"{CHECKOUT} names no checkout of PlanarAlly: no real server to try the bridge on")
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._python = _with_packages(source)
        self.folder = folder / "planarally"
        shutil.copytree(source, self.folder, ignore=shutil.ignore_patterns("data", "*.sqlite", "node_modules"))
        for name in ("data", "static/assets", "static/temp", "static/mods"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "data" / "config.toml").write_text(
            "[general]\nenable_export = false\n"
            f'[webserver.connection]\ntype = "hostport"\nhost = "127.0.0.1"\nport = {self.port}\n'
            "[stats]\nenabled = false\nenable_export = false\n"
        )
        self._log = folder / "planarally.log"
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = self._begun()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                await asyncio.to_thread(urllib.request.urlopen, f"{self.base}/api/server/upload_limit", None, 2)
                return
            except OSError:
                await asyncio.sleep(0.1)
        raise AssertionError(f"PlanarAlly did not come up:\n{self.log()[-3000:]}")

    def _begun(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            command = [self._python, "planarally.py", "serve"]
            return subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)

    async def kill(self) -> None:
        """SIGKILL."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(process.wait, PATIENCE)

    def log(self) -> str:
        """Its output so far."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""


def _with_packages(source: Path) -> str:
    """A Python with the packages that its pyproject asks for; skips where there is none."""
    found = os.environ.get(PYTHON) or shutil.which("python3.14") or shutil.which("python3.13")
    asked = [found or "", "-c", "import sys; sys.exit(sys.version_info < (3, 13))"]
    if not found or subprocess.run(asked, capture_output=True).returncode:
        pytest.skip(f"PlanarAlly wants Python 3.13: name one in {PYTHON}")
    packages = tomllib.loads((source / "pyproject.toml").read_text())["project"]["dependencies"]
    folder = BUILD / "planarally-server"

    def install() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        for command in ([found, "-m", "venv", str(folder)], [*pip, *packages]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=900)
            if done.returncode:
                pytest.skip(f"pip cannot install what PlanarAlly wants: {done.stderr.strip()[-300:]}")

    once(folder, f"{found}\n{folder}\n" + "\n".join(packages), install)
    return str(folder / "bin" / "python")


class Client:
    """A person's PlanarAlly, as far as a test looks at it: what the server sent, and sending as its own client does."""

    def __init__(self, server: PlanarAlly, user: str) -> None:
        self.user, self._server, self._cookie = user, server, ""
        self.heard: list[tuple[str, Any]] = []
        self.socket: Any = None

    async def sign_up(self) -> None:
        """A new account with the password `secret`."""
        body = {"username": self.user, "password": "secret"}
        self._cookie = (await self.post("/api/register", body))[1]

    async def post(self, path: str, body: object) -> tuple[str, str]:
        """(text, cookie) of an answer of its web routes."""
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        asked = urllib.request.Request(self._server.base + path, json.dumps(body).encode(), headers)

        def send() -> tuple[str, str]:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return answer.read().decode(), (answer.headers.get("Set-Cookie") or "").partition(";")[0]

        return await asyncio.to_thread(send)

    async def enter(self, owner: str, room: str) -> None:
        """Connect to a room, and load its location."""
        packages = client_packages()
        if packages and packages not in sys.path:
            sys.path.append(packages)
        socketio = importlib.import_module("socketio")
        await self.leave()
        self.heard.clear()
        self.socket = socketio.AsyncClient(reconnection=False, handle_sigint=False)
        self.socket.on("*", self._hear, namespace="/planarally")
        await self.socket.connect(
            f"{self._server.base}?user={quote(owner)}&room={quote(room)}",
            headers={"Cookie": self._cookie},
            transports=["websocket"],
            namespaces=["/planarally"],
        )
        await self.send("Location.Load")
        await self.until(lambda: self.last("Location.Loaded", none=True))

    async def leave(self) -> None:
        """Disconnect."""
        if self.socket is not None:
            await self.socket.disconnect()
            self.socket = None

    def _hear(self, event: str, *told: Any) -> None:
        self.heard.append((event, told[0] if told else None))

    async def send(self, event: str, data: Any = None) -> Any:
        """Send what a client sends, and wait for the acknowledgement."""
        return await self.socket.call(event, data, namespace="/planarally", timeout=10)

    def last(self, event: str, *, none: bool = False) -> Any:
        """What the newest event of this name told; None if there is none. none: True where it tells nothing."""
        return next((told if not none else True for name, told in reversed(self.heard) if name == event), None)

    def chat(self) -> list[str]:
        """What has been said by others in the chat, as written."""
        return ["".join(told["data"]) for name, told in self.heard if name == "Chat.Add"]

    async def say(self, text: str) -> None:
        """Write into the chat, as this user."""
        await self.send("Chat.Add", {"id": str(uuid4()), "author": self.user, "data": [text]})

    async def shape(self, id: str) -> dict[str, Any]:
        """A shape as the server has stored it."""
        told: dict[str, Any] = (await self.send("Shape.Get", id))["shape"]
        return told

    async def drag(self, id: str, *way: tuple[float, float]) -> None:
        """Drag a shape by some positions, and put it down at the last."""
        for at in way:
            await self._position(id, at, temporary=True)
            await asyncio.sleep(0.02)
        await self._position(id, way[-1], temporary=False)

    async def _position(self, id: str, at: tuple[float, float], *, temporary: bool) -> None:
        moved = [{"uuid": id, "position": {"angle": 0, "points": [list(at)]}}]
        await self.send("Shapes.Position.Update", {"shapes": moved, "temporary": temporary})

    async def until(self, what: Callable[[], Any], seconds: float = 40) -> Any:
        """Wait until something is true, and return it."""
        end = time.monotonic() + seconds
        while not (found := what()):
            if time.monotonic() > end:
                raise AssertionError(f"it did not come to pass; last: {self.heard[-12:]}")
            await asyncio.sleep(0.05)
        return found
