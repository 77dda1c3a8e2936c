"""Headless Firefox driven by WebDriver BiDi; it can reach no host but this machine."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.support.amounts import PATIENCE

NAMES = ("firefox-esr", "firefox")

PREFERENCES = {
    "network.proxy.type": 1,  # through a proxy that does not exist
    **{f"network.proxy.{scheme}": "127.0.0.1" for scheme in ("http", "ssl")},
    **{f"network.proxy.{scheme}_port": 9 for scheme in ("http", "ssl")},
    "network.proxy.no_proxies_on": "127.0.0.1",
    "security.fileuri.strict_origin_policy": True,
}


def firefox() -> str | None:
    """The path of the machine's Firefox."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Window:
    """A page. complaints: errors and warnings of its console."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self.complaints: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self._context = self.call("browsingContext.create", type="tab")["context"]

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command, and its result. AssertionError if the browser refuses it."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                # The browser's own pages have consoles, too.
                if message["params"]["source"].get("context") == self._context:
                    self.complaints.append(str(message["params"]["text"]))
            elif message.get("id") == number:
                assert message["type"] == "success", f"{method}: {message}"
                result: dict[str, Any] = message["result"]
                return result

    def size(self, width: int, height: int) -> None:
        """Set the size of the page, in CSS pixels."""
        self.call("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def open(self, url: str) -> None:
        """Navigate, and wait until everything the page names is loaded."""
        self.call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def js(self, expression: str) -> Any:
        """The JSON value of an expression in the page; a promise is awaited. AssertionError with what it throws."""
        asked = f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))"
        done = self.call("script.evaluate", expression=asked, target={"context": self._context}, awaitPromise=True)
        assert done["type"] == "success", done
        return json.loads(done["result"]["value"])

    def until(self, expression: str, seconds: float = 30) -> Any:
        """The expression's value once it is true. AssertionError with the page's text if it never is."""
        value = self.js(f"""new Promise((found) => {{
            const end = performance.now() + {seconds * 1000};
            (function look() {{
                const value = {expression};
                value || performance.now() > end ? found(value) : setTimeout(look, 20);
            }})();
        }})""")
        assert value, f"never true: {expression}\n{self.js('document.body.innerText')[:3000]}\n{self.complaints}"
        return value

    def picture(self) -> bytes:
        """A screenshot, as PNG."""
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self._context)["data"])


@contextmanager
def window(program: str, folder: Path) -> Iterator[Window]:
    """A page of a Firefox with a new profile in this folder; both are closed after the block."""
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with (folder / "firefox.log").open("wb") as log:
        process = subprocess.Popen([*command, "about:blank"], stdout=log, stderr=log)
    try:
        with connect(_address(process, profile / "WebDriverBiDiServer.json"), max_size=None) as socket:
            yield Window(socket)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def _address(process: subprocess.Popen[bytes], note: Path) -> str:
    """The address of a new session, which Firefox writes into its profile."""
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "Firefox ended at once: see firefox.log"
        assert time.monotonic() < end, "Firefox did not start in time"
        try:
            found = json.loads(note.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.05)  # not written, or not wholly
            continue
        return f"ws://{found['ws_host']}:{found['ws_port']}/session"
