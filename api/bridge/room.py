"""A PlanarAlly room over its socket: signed in as one of its users, its location kept in mind, changes sent to it.

Every change waits for the server's acknowledgement, so that none is lost when a connection breaks: then it is `Away`,
and after the next `connected` the whole is compared again. Needs the extra `planarally`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from http.client import HTTPException
from typing import Any
from urllib.parse import quote, urlsplit

from msgspec import structs

from api.bridge.initiative import EMPTY, Order, Row, read_order
from api.bridge.shapes import Shape, pixels, read_shape
from api.bridge.skald import FIRST_PAUSE, LONGEST_PAUSE, Unusable, in_thread, request

log = logging.getLogger(__name__)

NAMESPACE = "/planarally"
PATIENCE = 20.0
"""Seconds for PlanarAlly to acknowledge a change, and to send a whole location."""
DM = 1
"""The role of a game master."""

Heard = Callable[[str, Any], Awaitable[None]]


class Away(Exception):
    """The connection to PlanarAlly broke before it acknowledged a change."""


class Unacknowledged(Away):
    """PlanarAlly is there, and did not acknowledge a change: it may have failed at it."""


class Room:
    """One room, as one of its users. heard: told of what others do, as (event, data), after the room minds it.

    Besides PlanarAlly's own events there is `connected`: its location is loaded anew.
    """

    def __init__(self, address: str, room: str, user: str, password: str) -> None:
        owner, slash, name = room.partition("/")
        if not slash or not owner or not name:
            raise Unusable("--room is a room's address in PlanarAlly: its creator, a slash and its name")
        self._address, self._owner, self._name = address.rstrip("/"), owner, name
        self._user, self._password = user, password
        self._socket: Any = None
        self._session: Any = None
        self._refused: str | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._loaded = asyncio.Event()
        self._answered = asyncio.Event()
        self._loads = self._visited = 0
        self._first_location: int | None = None
        self.heard: Heard | None = None
        self.shapes: dict[str, Shape] = {}
        self.order: Order | None = None
        self.users: frozenset[str] = frozenset()
        self.floor = ""
        self.location: int | None = None
        self.elsewhere = False
        self.chat = True
        self._role: int | None = None

    @property
    def loaded(self) -> bool:
        """Whether it is connected, and knows the location."""
        return self._loaded.is_set()

    async def wait(self) -> None:
        """Wait until it is."""
        await self._loaded.wait()

    # -- the connection
    async def run(self) -> None:
        """Stay connected until cancelled. Unusable if PlanarAlly refuses user, password or room."""
        pause, told = FIRST_PAUSE, False
        while True:
            try:
                await self._connect()
                pause, told = FIRST_PAUSE, False
                await self._socket.wait()
            except (OSError, HTTPException, Away) as error:
                if not told and self._refused is None:
                    log.warning("PlanarAlly at %s cannot be reached (%s): trying again", self._address, error)
                    told = True
            finally:
                self._loaded.clear()
                self._answered.clear()
                await self._leave()
            if self._refused is not None:
                raise Unusable(self._refused)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _leave(self) -> None:
        socket, self._socket = self._socket, None
        session, self._session = self._session, None
        try:
            if socket is not None:
                await socket.disconnect()
        finally:
            if session is not None:
                await session.close()

    async def _connect(self) -> None:
        from aiohttp import ClientSession
        from socketio import AsyncClient  # its import takes as long as all of `skald --help`
        from socketio.exceptions import ConnectionError as NotConnected

        cookie = await in_thread(self._sign_in)
        session = self._session = ClientSession()
        socket = self._socket = AsyncClient(reconnection=False, handle_sigint=False, http_session=session)
        rejected: list[object] = []
        socket.on("*", self._hear, namespace=NAMESPACE)
        socket.on("connect_error", rejected.append, namespace=NAMESPACE)
        base = urlsplit(self._address)
        asked = f"{base.scheme}://{base.netloc}?user={quote(self._owner, safe='')}&room={quote(self._name, safe='')}"
        try:
            await socket.connect(
                asked,
                headers={"Cookie": cookie},
                transports=["websocket"],
                namespaces=[NAMESPACE],
                socketio_path=f"{base.path.strip('/')}/socket.io".lstrip("/"),
                wait_timeout=PATIENCE,
            )
        except NotConnected as error:
            if "rejected by server" in str(rejected):
                self._refused = (
                    f"PlanarAlly lets {self._user} not into the room {self._owner}/{self._name}: there is no such "
                    "room, it is locked, or he has not been invited"
                )
            raise Away(str(error)) from error
        self._first_location = self.location if self._first_location is None else self._first_location
        await self.call("Location.Load")
        try:
            await asyncio.wait_for(self._answered.wait(), PATIENCE)
        except TimeoutError as error:
            raise Away("its location did not come") from error
        if self._refused is not None:
            raise Away(self._refused)

    def _sign_in(self) -> str:
        """The session cookie of the user. Unusable if the password is wrong."""
        body = json.dumps({"username": self._user, "password": self._password}).encode()
        answer = request(self._address, "POST", "/api/login", body, {"Content-Type": "application/json"})
        if answer.status == 401:
            raise Unusable(f"PlanarAlly does not accept the password of {self._user}")
        cookie = (answer.headers.get("Set-Cookie") or "").partition(";")[0]
        if answer.status in (502, 503, 504):
            raise OSError(f"status {answer.status}")
        if answer.status != 200 or not cookie:
            raise Unusable(f"at {self._address} there is no PlanarAlly: signing in was answered with {answer.status}")
        return cookie

    def visit(self) -> None:
        """What is done from now on is meant for the location as it is loaded now."""
        self._visited = self._loads

    def check(self, event: str) -> None:
        """Away if a change was meant for a location that has been loaded anew meanwhile, or is another by now."""
        if event == "Location.Load" or (event == "Chat.Add" and self.loaded):
            return
        if not self.loaded or self._visited != self._loads:
            raise Away("the location is loaded anew")

    async def call(self, event: str, data: Any = None) -> Any:
        """Send something, and wait until the server has done it; its answer. Away if it does not say so."""
        self.check(event)
        socket = self._socket
        if socket is None:
            raise Away("not connected")
        try:
            return await socket.call(event, data, namespace=NAMESPACE, timeout=PATIENCE)
        except Exception as error:  # the library's errors have no common base: of its client, its engine and its socket
            kind = Unacknowledged if socket.connected else Away
            raise kind(f"{event} was not acknowledged") from error

    # -- what the server tells
    async def _hear(self, event: str, *values: Any) -> None:
        data = values[0] if values else None
        try:
            self.mind(event, data)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # The server hands on what other clients send, and does not look into all of it.
            log.warning("PlanarAlly sent a %s that cannot be read: %s", event, error)
            return
        if event == "redirect":
            self._refuse(f"PlanarAlly does not accept the session of {self._user}")
        if event == "Location.Loaded":
            if self._role != DM:
                self._refuse(
                    f"{self._user} is no game master of the room {self._owner}/{self._name}: a bridge places figures "
                    "and keeps the initiative, which PlanarAlly allows its game masters only"
                )
                return
            self._loaded.set()
            self._answered.set()
            event = "connected"
        if self.heard is not None:
            await self.heard(event, data)

    def _refuse(self, reason: str) -> None:
        """It will never work: whoever waits for the location, or for the connection's end, need not go on."""
        self._refused = reason
        self._answered.set()
        if self._loaded.is_set():
            self._leaving = asyncio.create_task(self._leave())

    def mind(self, event: str, data: Any) -> None:
        """Keep what an event changes of shapes and initiative. Unknown events change nothing."""
        if event in ("CLEAR", "PARTIAL-CLEAR"):
            self._loaded.clear()
            self._loads += 1
            self.shapes, self.order, self.floor = {}, None, ""
        elif event == "Room.Info.Set":
            self.chat = bool(data["features"]["chat"])
        elif event == "Players.Info.Set":
            self.users = frozenset(item["core"]["name"] for item in data)
            self._role = next((item["core"]["role"] for item in data if item["core"]["name"] == self._user), None)
        elif event == "Room.Info.Players.Add":
            self.users |= {data["name"]}
        elif event == "Location.Set":
            self.location = data["id"]
            self._first_location = self.location if self._first_location is None else self._first_location
            self.elsewhere = self.location != self._first_location
        elif event == "Board.Floor.Set":
            self.floor = self.floor or data["name"]
            for layer in data["layers"]:
                for shape in layer["shapes"]:
                    self._put(shape, data["name"], layer["name"])
        elif event == "Shape.Add":
            self._put(data["shape"], data.get("floor", ""), data.get("layer", ""))
        elif event == "Shapes.Add":
            for item in data:
                self._put(item["shape"], item["floor"], item["layer"])
        elif event == "Shapes.Remove":
            for id in data:
                self.shapes.pop(id, None)
        elif event == "Shapes.Position.Update":
            for item in data:
                if (shape := self.shapes.get(item["uuid"])) is not None:
                    x, y = item["position"]["points"][0]
                    shape.x, shape.y, shape.angle = pixels(x), pixels(y), float(item["position"]["angle"])
        elif event in ("Shapes.Layer.Change", "Shapes.Floor.Change"):
            for id in data["uuids"]:
                if (shape := self.shapes.get(id)) is not None:
                    shape.floor, shape.layer = data["floor"], data.get("layer", shape.layer)
        elif event == "Shape.Options.Name.Set" and data["shape"] in self.shapes:
            self.shapes[data["shape"]].name = data["value"]
        elif event == "Shape.Options.Defeated.Set" and data["shape"] in self.shapes:
            self.shapes[data["shape"]].defeated = data["value"]
        elif event == "Shape.Rect.Size.Update" and data["uuid"] in self.shapes:
            self.shapes[data["uuid"]].width, self.shapes[data["uuid"]].height = data["w"], data["h"]
        elif event == "Shape.Circle.Size.Update" and data["uuid"] in self.shapes:
            self.shapes[data["uuid"]].width = self.shapes[data["uuid"]].height = 2 * data["r"]
        else:
            self._mind_order(event, data)

    def _mind_order(self, event: str, data: Any) -> None:
        order = self.order or EMPTY
        if event == "Initiative.Set":
            self.order = read_order(data)
        elif event == "Initiative.Active.Set":
            self.order = structs.replace(order, active=data)
        elif event == "Initiative.Turn.Set":
            self.order = structs.replace(order, turn=data)
        elif event == "Initiative.Turn.Update":
            self.order = structs.replace(order, turn=data["turn"])
        elif event == "Initiative.Round.Update":
            self.order = structs.replace(order, round=data["round"])
        elif event == "Initiative.Wipe":
            self.order = structs.replace(order, rows=(), turn=0)
        elif event == "Initiative.Clear":
            self.order = structs.replace(order, rows=tuple(structs.replace(row, figure=0) for row in order.rows))
        elif event == "Initiative.Remove":
            self.order = structs.replace(order, rows=tuple(row for row in order.rows if row.shape != data))

    def _put(self, options: Mapping[str, Any], floor: str, layer: str) -> None:
        try:
            shape = read_shape(options, floor, layer)
        except (LookupError, TypeError, ValueError) as error:
            log.warning("PlanarAlly has a shape that cannot be read: %s", error)
            return
        self.shapes[shape.uuid] = shape

    # -- changes
    async def _change(self, event: str, data: Any) -> None:
        """Send a change and mind it: the server tells it only to others."""
        await self.call(event, data)
        self.mind(event, data)

    async def add(self, shape: dict[str, Any], layer: str) -> None:
        """Put a new shape on a layer."""
        await self._change("Shape.Add", {"shape": shape, "floor": self.floor, "layer": layer, "temporary": False})

    async def move(self, corners: Mapping[str, tuple[float, float]]) -> None:
        """Move shapes. corners: shape -> its new x and y."""
        moved = [
            {"uuid": id, "position": {"angle": self.shapes[id].angle, "points": [list(at)]}}
            for id, at in corners.items()
            if id in self.shapes
        ]
        await self.call("Shapes.Position.Update", {"shapes": moved, "temporary": False})
        self.mind("Shapes.Position.Update", moved)

    async def remove(self, ids: list[str]) -> None:
        """Take shapes away."""
        await self.call("Shapes.Remove", {"uuids": ids, "temporary": False})
        self.mind("Shapes.Remove", ids)

    async def change_layer(self, ids: list[str], layer: str) -> None:
        """Move shapes to another layer."""
        await self._change("Shapes.Layer.Change", {"uuids": ids, "floor": self.floor, "layer": layer})

    async def set_defeated(self, id: str, defeated: bool) -> None:
        """Mark a shape as defeated, or no longer."""
        await self._change("Shape.Options.Defeated.Set", {"shape": id, "value": defeated})

    async def stored_corner(self, id: str) -> tuple[float, float] | None:
        """x and y of a shape as the server has stored them: while somebody drags it, still where it was before."""
        told = await self.call("Shape.Get", id)
        shape = (told or {}).get("shape")
        return None if shape is None else (float(shape["x"]), float(shape["y"]))

    async def say(self, id: str, author: str, text: str) -> None:
        """Write a message into the room's chat. It begins with a blank: the server fetches what begins with http."""
        await self.call("Chat.Add", {"id": id, "author": author, "data": [" " + text]})

    async def set_order(self, wanted: Order) -> None:
        """Make the initiative list this one, with as few changes as PlanarAlly allows."""
        now = self.order or EMPTY
        if wanted.rows != now.rows:
            if now.rows:
                await self._change("Initiative.Wipe", None)
            for row in wanted.rows:
                await self.call("Initiative.Add", _sent(row))
            self.order = structs.replace(self.order or EMPTY, rows=wanted.rows)
        if not wanted.rows:
            return
        now = self.order or EMPTY
        if wanted.round != now.round:
            changed = {"round": wanted.round, "direction": 0, "processEffects": False}
            await self._change("Initiative.Round.Update", changed)
        if wanted.turn != now.turn:
            changed = {"turn": wanted.turn, "direction": 0, "processEffects": False}
            await self._change("Initiative.Turn.Update", changed)
        if wanted.active != now.active:
            await self._change("Initiative.Active.Set", wanted.active)


def _sent(row: Row) -> dict[str, Any]:
    return {
        "shape": row.shape,
        "initiative": row.figure,
        "isVisible": row.visible,
        "isGroup": False,
        "effects": [],
    }
