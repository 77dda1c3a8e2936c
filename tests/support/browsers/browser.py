"""Headless Chromium driven by its DevTools protocol; it can reach no host but this machine."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.amounts import PATIENCE

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium that makes no windows: a page costs it a third of the processor time. It takes no extensions."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")

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

KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "Backspace": (8, ""),
    "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""),
    "PageUp": (33, ""), "PageDown": (34, ""), "End": (35, ""), "Home": (36, ""),
}  # fmt: skip
"""Keys that have a name: their code, and the text that they type."""


def chromium(*, extensions: bool = False) -> str | None:
    """The path of the machine's Chromium. extensions: of one that takes them."""
    names = WHOLE if extensions else SHELLS + WHOLE
    return next((found for name in names if (found := shutil.which(name))), None)


class _Line:
    """A DevTools connection to the browser or a page: sends commands, collects events."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)

    def call(self, method: str, patience: float = PATIENCE, **parameters: Any) -> dict[str, Any]:
        """A command, and its result, waited for so many seconds. AssertionError if the browser refuses it."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=patience))
            if message.get("id") == number:
                assert "error" not in message, f"{method}: {message['error']}"
                result: dict[str, Any] = message["result"]
                return result
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        """Handle a message that answers no command."""


class Tab(_Line):
    """A page. complaints: errors of its console, content policy and network; asked: all requested addresses."""

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

    def js(self, expression: str, patience: float = PATIENCE) -> Any:
        """The value of an expression in the page; a promise is awaited. AssertionError with what it throws."""
        done = self.call("Runtime.evaluate", patience, expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"].get("exception", done)
        return done["result"].get("value")

    def until(self, expression: str, seconds: float = 60) -> Any:
        """The expression's value once it is true. AssertionError with the page's text if it never is."""
        watching = f"""new Promise((found) => {{
            const end = performance.now() + {seconds * 1000};
            (function look() {{
                let value; try {{ value = {expression}; }} catch {{ }}
                value || performance.now() > end ? found(value instanceof Node || value || null) : setTimeout(look, 20);
            }})();
        }})"""
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.js(watching, seconds + PATIENCE)
                break
            except AssertionError as error:  # the page has gone to another meanwhile: look at that one
                if "navigated" not in str(error) or time.monotonic() > end:
                    raise
        if not value:
            page = self.js("document.body.innerText.slice(0, 3000)")
            raise AssertionError(f"never true: {expression}\n{page}\n{self.complaints}")
        return value

    def open(self, url: str) -> None:
        """Navigate, and wait until everything the page names is loaded."""
        self.call("Page.navigate", url=url)
        self.until(f"location.href.startsWith({json.dumps(url)}) && document.readyState === 'complete'")

    def type(self, selector: str, text: str) -> None:
        """Fill a field and leave it, as a person does."""
        self.js(f"document.querySelector({json.dumps(selector)}).select()")
        self.call("Input.insertText", text=text)
        self.js("document.activeElement.blur()")

    def click(self, selector: str) -> None:
        """Click the element that the selector matches, once it exists."""
        self.until(f"document.querySelector({json.dumps(selector)})")
        self.js(f"document.querySelector({json.dumps(selector)}).click()")

    def key(self, key: str, modifiers: int = 0) -> None:
        """Press a key where the focus is. modifiers: 1 Alt, 2 Control, 4 Meta, 8 Shift."""
        code, text = KEYS.get(key, (ord(key.upper()) if len(key) == 1 else 0, key if len(key) == 1 else ""))
        given = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def mouse(self, x: float, y: float, *way: tuple[float, float]) -> None:
        """Press the left button at a spot of the window, drag it along a way, and let go."""
        given = {"button": "left", "buttons": 1, "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **given)
        for x, y in way:
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, **given)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def touch(self, x: float, y: float, *way: tuple[float, float]) -> None:
        """Put a finger on a spot of the window, drag it along a way, and lift it."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for x, y in way:
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def emulate(
        self, width: int = 1280, height: int = 900, *, dark: bool = False, still: bool = False, touch: bool = False
    ) -> None:
        """A window of this size, in pixels, and what its reader likes. touch: it is a telephone's."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ]
        self.call("Emulation.setEmulatedMedia", features=features)

    def fulfil(self, request: str, body: bytes, media: str) -> None:
        """Answer a request that `Fetch.enable` stopped, as its site would; the browser's word on it is not awaited."""
        headers = [{"name": "content-type", "value": media}]
        said = {"requestId": request, "responseCode": 200, "responseHeaders": headers}
        given = {**said, "body": base64.b64encode(body).decode()}
        self._socket.send(json.dumps({"id": 0, "method": "Fetch.fulfillRequest", "params": given}))

    def lifecycle(self, state: str) -> None:
        """Freeze the page as a browser does with one in the background ("frozen"), or bring it back ("active")."""
        self.call("Page.setWebLifecycleState", state=state)
        # A page that comes back draws no frame, and answers no touch, until it has the focus as in front of a person.
        self.call("Emulation.setFocusEmulationEnabled", enabled=state == "active")

    def text(self, selector: str = "body") -> str:
        """The visible text of an element."""
        return str(self.js(f"document.querySelector({json.dumps(selector)}).innerText"))

    def picture(self, path: Path) -> None:
        """A screenshot, as PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browser(program: str, folder: Path, *more: str) -> Iterator[str]:
    """Chromium on a new profile in this folder, closed after the block; the address of its DevTools.

    more: flags of its own; of two of the same name the later one counts.
    """
    profile = folder / "profile"
    command = [program, *FLAGS, *more, f"--user-data-dir={profile}", "about:blank"]
    with (folder / "chromium.log").open("wb") as log:
        # In a session of its own: the program may be a script that starts the browser, and both are ended.
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    try:
        note, end = profile / "DevToolsActivePort", time.monotonic() + PATIENCE
        while not (note.exists() and "\n" in note.read_text()):
            assert process.poll() is None, "Chromium ended at once: see chromium.log"
            assert time.monotonic() < end, "Chromium did not start in time"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{note.read_text().splitlines()[0]}"
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a browser with all that it has started, and wait until nobody of it is left."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + 20
        while _signalled(process.pid, number) and time.monotonic() < deadline:
            process.poll()
            time.sleep(0.05)
    process.wait(20)


def _signalled(group: int, number: signal.Signals) -> bool:
    """Whether a group of processes is there, and has got a signal."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    return True


Page = TypeVar("Page", bound=Tab)


@contextmanager
def tab(devtools: str, kind: Callable[[ClientConnection], Page] = Tab) -> Iterator[Page]:  # type: ignore[assignment]
    """A new page without stored data, closed after the block. kind: a class of `Tab`, or what makes one."""
    version = httpx.get(f"{devtools}/json/version", timeout=PATIENCE).json()
    with connect(version["webSocketDebuggerUrl"], max_size=None, ping_interval=None) as whole:
        chief = _Line(whole)
        context = chief.call("Target.createBrowserContext")["browserContextId"]
        target = chief.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        address = devtools.replace("http:", "ws:") + f"/devtools/page/{target}"
        try:
            with connect(address, max_size=None, ping_interval=None) as socket:
                yield kind(socket)
        finally:
            chief.call("Target.disposeBrowserContext", browserContextId=context)
