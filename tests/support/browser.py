"""Chromium without a screen, driven by its own DevTools protocol; every host but this machine is out of its reach."""

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

import httpx
from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1280,900",
    "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
PATIENCE = 30.0
"""Seconds for the browser to start, and for anything it is asked."""


def chromium() -> str | None:
    """Where the machine's Chromium is."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class _Line:
    """A line to the browser, or to a page of it: commands of the protocol, and what it says meanwhile."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command, and its result. AssertionError if the browser refuses it."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == number:
                assert "error" not in message, f"{method}: {message['error']}"
                result: dict[str, Any] = message["result"]
                return result
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        """Something that was not asked for."""


class Tab(_Line):
    """A page. complaints: what its console, its policy and the network had to say against it; asked: all addresses."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self.complaints: list[str] = []
        self.asked: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def _hear(self, message: dict[str, Any]) -> None:
        said: dict[str, Any] = message.get("params", {})
        match message.get("method"):
            case "Runtime.consoleAPICalled" if said["type"] in ("error", "warning", "assert"):
                words = [str(one.get("value", one.get("description"))) for one in said["args"]]
                self.complaints.append(f"console: {' '.join(words)}")
            case "Runtime.exceptionThrown":
                details = said["exceptionDetails"]
                thrown = details.get("exception", {}).get("description", "")
                self.complaints.append(f"exception: {details['text']} {thrown}")
            case "Log.entryAdded" if said["entry"]["level"] in ("error", "warning"):
                entry = said["entry"]
                self.complaints.append(f"{entry['source']}: {entry['text']} ({entry.get('url', '')})")
            case "Network.requestWillBeSent":
                self.asked.append(said["request"]["url"])

    def js(self, expression: str) -> Any:
        """The value of an expression in the page; of a promise, what it becomes. AssertionError with what it throws."""
        done = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"].get("exception", done)
        return done["result"].get("value")

    def until(self, expression: str, seconds: float = 20) -> Any:
        """The expression's value as soon as it is true. AssertionError with the page's text if it never is."""
        watching = f"""new Promise((found) => {{
            const end = performance.now() + {seconds * 1000};
            (function look() {{
                let value; try {{ value = {expression}; }} catch {{ }}
                value || performance.now() > end ? found(value instanceof Node || value || null) : setTimeout(look, 20);
            }})();
        }})"""
        value = self.js(watching)
        if not value:
            page = self.js("document.body.innerText.slice(0, 3000)")
            raise AssertionError(f"never true: {expression}\n{page}\n{self.complaints}")
        return value

    def open(self, url: str) -> None:
        """Go there, and wait until everything the page names is loaded."""
        self.call("Page.navigate", url=url)
        self.until(f"location.href.startsWith({json.dumps(url)}) && document.readyState === 'complete'")

    def type(self, selector: str, text: str) -> None:
        """Write into a field and leave it, as a person does."""
        self.js(f"document.querySelector({json.dumps(selector)}).select()")
        self.call("Input.insertText", text=text)
        self.js("document.activeElement.blur()")

    def click(self, selector: str) -> None:
        """Press what the selector names, once it is there."""
        self.until(f"document.querySelector({json.dumps(selector)})")
        self.js(f"document.querySelector({json.dumps(selector)}).click()")

    def text(self, selector: str = "body") -> str:
        """What a reader sees of an element."""
        return str(self.js(f"document.querySelector({json.dumps(selector)}).innerText"))

    def picture(self, path: Path) -> None:
        """The page as it looks, as PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browser(program: str, folder: Path) -> Iterator[str]:
    """Chromium on a new profile in this folder, till the block ends; the address of its DevTools."""
    profile = folder / "profile"
    command = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    with (folder / "chromium.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        note, end = profile / "DevToolsActivePort", time.monotonic() + PATIENCE
        while not (note.exists() and "\n" in note.read_text()):
            assert process.poll() is None, "Chromium ended at once: see chromium.log"
            assert time.monotonic() < end, "Chromium did not start in time"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{note.read_text().splitlines()[0]}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


@contextmanager
def tab(devtools: str) -> Iterator[Tab]:
    """A new page, with nothing in its memory, closed at the end of the block."""
    version = httpx.get(f"{devtools}/json/version", timeout=PATIENCE).json()
    with connect(version["webSocketDebuggerUrl"], max_size=None) as whole:
        chief = _Line(whole)
        context = chief.call("Target.createBrowserContext")["browserContextId"]
        target = chief.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        address = devtools.replace("http:", "ws:") + f"/devtools/page/{target}"
        try:
            with connect(address, max_size=None) as socket:
                yield Tab(socket)
        finally:
            chief.call("Target.disposeBrowserContext", browserContextId=context)
