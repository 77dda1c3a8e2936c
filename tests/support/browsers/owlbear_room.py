"""A room of Owlbear Rodeo as the extension finds it: a stand-in at Owlbear's own address, in a real browser.

The real SDK runs in frames, each person's from an address of his own, so that nobody shares his storage. The page of
the room answers the SDK's messages; what it does not know is a fault (`owlbear_room.js`). It is no part of Owlbear
Rodeo.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.support.browsers.browser import PATIENCE, Tab, browser

HERE = Path(__file__)
ADDRESS = "https://www.owlbear.rodeo/room/"
FLAGS = (
    # All frames in one process, so that one connection sees what each of them says.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,LocalNetworkAccessChecks",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost , EXCLUDE *.localhost",
)
HOSTS = {"gm": "localhost", "ana": "127.0.0.1", "hal": "hal.localhost", "eve": "eve.localhost"}
"""Where each person's browser finds the server: each name is an origin of its own, with its own storage."""


class Room(Tab):
    """The page of the room."""

    _contexts: dict[int, tuple[str, str]]

    def _hear(self, message: dict[str, Any]) -> None:
        said: dict[str, Any] = message.get("params", {})
        match message.get("method"):
            case "Fetch.requestPaused":
                self._show(said["requestId"])
            case "Runtime.executionContextCreated":
                context = said["context"]
                self._contexts[context["id"]] = (context["auxData"]["frameId"], context["origin"])
            case "Runtime.executionContextDestroyed":
                self._contexts.pop(said["executionContextId"], None)
            case "Runtime.executionContextsCleared":
                self._contexts.clear()
        super()._hear(message)

    def _show(self, request: str) -> None:
        """Owlbear's site is this page."""
        script = HERE.with_suffix(".js").read_text(encoding="utf-8")
        html = HERE.with_suffix(".html").read_text(encoding="utf-8").replace("ROOM", script)
        self.fulfil(request, html.encode(), "text/html; charset=utf-8")

    _rooms: int

    def enter(self) -> None:
        """Open a new room: nobody has a seat in it."""
        self._contexts = {}
        self._rooms += 1
        self.call("Fetch.enable", patterns=[{"urlPattern": "https://www.owlbear.rodeo/*"}])
        self.open(f"{ADDRESS}{self._rooms}")
        self.until("globalThis.room")

    def join(self, name: str, role: str, port: int) -> None:
        """Somebody comes in with the extension installed."""
        self.js(f"room.join('{name}', '{role}', 'http://{HOSTS[name]}:{port}/vtt/owlbear/manifest.json')")
        self.frame(name, "background").until("document.documentElement.dataset.ready")

    def frame(self, name: str, kind: str) -> Frame:
        """A page of somebody's extension."""
        return Frame(self, f"{kind}-{name}")

    def popover(self, name: str) -> Frame:
        """Somebody's popover, open."""
        self.js(f"room.open('{name}')")
        return self.frame(name, "popover")

    def context_of(self, frame: str) -> int | None:
        """The newest script context of a frame."""
        tree = self.call("Page.getFrameTree")["frameTree"]
        found = [one["frame"]["id"] for one in tree.get("childFrames", []) if one["frame"].get("name") == frame]
        contexts = [number for number, (of, _) in self._contexts.items() if of in found]
        return max(contexts, default=None)

    def faults(self) -> list[str]:
        """What the room was asked that it does not know, or that was not shaped as it has to be."""
        found: list[str] = self.js("room.faults")
        return found

    def shared(self) -> str:
        """All that everybody in the room can read, as text."""
        text: str = self.js(
            "JSON.stringify([room.metadata, room.scene.metadata, [...room.items.values()], "
            "[...room.people.values()].map((one) => one.metadata)])"
        )
        return text

    def items(self, of: str = "") -> list[dict[str, Any]]:
        """The items of the scene, or those of somebody alone."""
        source = f"room.people.get('{of}').local" if of else "room.items"
        found: list[dict[str, Any]] = self.js(f"[...{source}.values()]")
        return found

    def token(self, name: str) -> dict[str, Any]:
        """The token of that name."""
        (found,) = [one for one in self.items() if one["name"] == name]
        return found

    def drag(self, who: str, item: str, x: float, y: float) -> None:
        """Somebody drags a token, and lets it go with its middle there."""
        self.js(f"room.drag('{who}', '{item}', {{x: {x}, y: {y}}})")

    def notes(self, name: str) -> list[str]:
        """What somebody was notified of."""
        found: list[str] = self.js(f"room.people.get('{name}').notifications")
        return found


class Frame(Tab):
    """A page in a frame of the room: evaluated there, and used by the room's mouse and keys."""

    def __init__(self, room: Room, name: str) -> None:
        # No super().__init__: the connection is the room's.
        self._page, self._name = room, name

    def call(self, method: str, patience: float = PATIENCE, **parameters: Any) -> dict[str, Any]:
        """A command to the whole page."""
        return self._page.call(method, patience, **parameters)

    @property
    def complaints(self) -> list[str]:  # type: ignore[override]
        """Those of the whole page."""
        return self._page.complaints

    def js(self, expression: str, patience: float = PATIENCE) -> Any:
        """The value of an expression in the frame, once there is one."""
        given = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        for _ in range(3):
            context = None
            while context is None:
                context = self._page.context_of(self._name)
            try:
                done = self.call("Runtime.evaluate", patience, **given, contextId=context)
            except AssertionError as error:
                if "context" not in str(error) and "Promise was collected" not in str(error):
                    raise
                continue  # it was loaded anew meanwhile
            assert "exceptionDetails" not in done, done["exceptionDetails"].get("exception", done)
            return done["result"].get("value")
        raise AssertionError(f"{self._name} is loaded again and again")

    def mouse(self, x: float, y: float, *way: tuple[float, float]) -> None:
        """As in a window of its own."""
        box = self._page.js(
            f"(({{ x, y }}) => ({{ x, y }}))(document.getElementsByName('{self._name}')[0].getBoundingClientRect())"
        )
        self._page.mouse(x + box["x"], y + box["y"], *((a + box["x"], b + box["y"]) for a, b in way))


@contextmanager
def owlbear(program: str, folder: Path) -> Iterator[Room]:
    """A room in a browser of its own, closed after the block."""
    with browser(program, folder, *FLAGS) as devtools:
        version = httpx.get(f"{devtools}/json", timeout=PATIENCE).json()
        (page, *_) = [one for one in version if one["type"] == "page"]
        with connect(page["webSocketDebuggerUrl"], max_size=None) as socket:
            room = Room.__new__(Room)
            room._contexts, room._rooms = {}, 0
            room.__init__(socket)  # type: ignore[misc]
            room.call("Emulation.setDeviceMetricsOverride", width=1700, height=890, deviceScaleFactor=1, mobile=False)
            yield room
