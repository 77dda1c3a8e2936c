"""A PlanarAlly room of our own for the bridge, where no real one runs. It knows exactly what the bridge sends.

An event that it does not know fails the test, and so does one whose members are not those of the real server's models.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from api.bridge.room import Away, Room
from api.bridge.shapes import own_id

MEMBERS: Mapping[str, frozenset[str]] = {
    "Shape.Add": frozenset({"shape", "floor", "layer", "temporary"}),
    "Shapes.Position.Update": frozenset({"shapes", "temporary"}),
    "Shapes.Remove": frozenset({"uuids", "temporary"}),
    "Shapes.Layer.Change": frozenset({"uuids", "floor", "layer"}),
    "Shape.Options.Defeated.Set": frozenset({"shape", "value"}),
    "Initiative.Add": frozenset({"shape", "initiative", "isVisible", "isGroup", "effects"}),
    "Initiative.Round.Update": frozenset({"round", "direction", "processEffects"}),
    "Initiative.Turn.Update": frozenset({"turn", "direction", "processEffects"}),
    "Chat.Add": frozenset({"id", "author", "data"}),
}
BARE = ("Initiative.Wipe", "Initiative.Active.Set", "Shape.Get")
"""Events that carry no object."""


class ImitatedRoom(Room):
    """One room with one location and two people in it, Gil and Ana. away: connections break while it is set."""

    def __init__(self, *shapes: dict[str, Any]) -> None:
        super().__init__("http://127.0.0.1:9", "gil/Room", "skald", "secret")
        self.stored = {shape["uuid"]: dict(shape) for shape in shapes}
        self.layers = {shape["uuid"]: "tokens" for shape in shapes}
        self.rows: list[dict[str, Any]] = []
        self.turn = self.round = 0
        self.active = False
        self.said: list[str] = []
        self.sent: list[tuple[str, Any]] = []
        self.away = False

    async def run(self) -> None:
        """Connected from the beginning on, until cancelled."""
        await self.load()
        await asyncio.Event().wait()

    async def load(self, location: int = 1) -> None:
        """A location, as the real server sends it after a connection; any but the first is empty."""
        names = ("map", "tokens", "dm") if location == 1 else ()
        layers = [
            {"name": name, "shapes": [one for id, one in self.stored.items() if self.layers[id] == name]}
            for name in names
        ]
        people = [("gil", 1), ("ana", 0), ("skald", 1)]
        told = [{"core": {"name": name, "role": role, "id": n}} for n, (name, role) in enumerate(people)]
        for event, data in (
            ("CLEAR" if location == 1 else "PARTIAL-CLEAR", None),
            ("Room.Info.Set", {"features": {"chat": True}}),
            ("Players.Info.Set", told),
            ("Location.Set", {"id": location}),
            ("Board.Floor.Set", {"name": "ground", "layers": layers}),
            *((("Initiative.Set", self._order()),) if self.rows else ()),
            ("Location.Loaded", None),
        ):
            await self._hear(event, data)

    def _order(self) -> dict[str, Any]:
        return {"data": list(self.rows), "turn": self.turn, "round": self.round, "isActive": self.active}

    async def call(self, event: str, data: Any = None) -> Any:
        """What the real server does with an event of the bridge."""
        await asyncio.sleep(0)
        if self.away:
            raise Away("gone")
        self.check(event)
        assert event in MEMBERS or event in BARE, f"PlanarAlly is sent something unknown: {event}"
        if event in MEMBERS:
            assert set(data) == MEMBERS[event], (event, data)
        self.sent.append((event, data))
        if event == "Shape.Get":
            return {"shape": self.stored[data]}
        if event == "Shape.Add":
            shape = data["shape"]
            assert shape["uuid"] not in self.stored
            self.stored[shape["uuid"]], self.layers[shape["uuid"]] = dict(shape), data["layer"]
        elif event == "Shapes.Position.Update":
            for one in data["shapes"]:
                self.stored[one["uuid"]]["x"], self.stored[one["uuid"]]["y"] = one["position"]["points"][0]
        elif event == "Shapes.Remove":
            for id in data["uuids"]:
                del self.stored[id], self.layers[id]
        elif event == "Shapes.Layer.Change":
            self.layers |= dict.fromkeys(data["uuids"], data["layer"])
        elif event == "Shape.Options.Defeated.Set":
            self.stored[data["shape"]]["is_defeated"] = data["value"]
        elif event == "Chat.Add":
            assert not any(part.startswith("http") for part in data["data"]), "the server would fetch that"
            self.said.append("".join(data["data"]))
        else:
            await self._ordered(event, data)
        return None

    async def _ordered(self, event: str, data: Any) -> None:
        if event == "Initiative.Wipe":
            self.rows, self.turn = [], 0
        elif event == "Initiative.Add":
            assert data["shape"] in self.stored
            self.rows.append(data)
            await self._hear("Initiative.Set", self._order())  # to the sender as well, unlike all else
        elif event == "Initiative.Turn.Update":
            assert 0 <= data["turn"] < len(self.rows)
            self.turn = data["turn"]
        elif event == "Initiative.Round.Update":
            self.round = data["round"]
        else:
            self.active = data

    # -- what people do
    async def drag(self, id: str, *way: tuple[float, float], drop: bool = True) -> None:
        """Somebody drags a shape by some spots; unless it is dropped, the server stores none of them."""
        for n, at in enumerate(way):
            if drop and n == len(way) - 1:
                self.stored[id]["x"], self.stored[id]["y"] = at
            await self._hear("Shapes.Position.Update", [{"uuid": id, "position": {"angle": 0, "points": [list(at)]}}])
            await asyncio.sleep(0.01)

    async def write(self, author: str, text: str) -> None:
        """Somebody writes into the chat."""
        await self._hear("Chat.Add", {"id": "1", "author": author, "data": [text]})

    def spot(self, id: str) -> tuple[float, float]:
        """Where a shape is stored."""
        return self.stored[id]["x"], self.stored[id]["y"]

    async def until(self, what: Callable[[], Any], seconds: float = 8) -> Any:
        """Wait until something is true, and return it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not (found := what()):
            assert loop.time() < end, f"it did not come to pass: {self.said[-6:]} {self.sent[-6:]}"
            await asyncio.sleep(0.02)
        return found


def asset(id: str, name: str, x: float, y: float) -> dict[str, Any]:
    """A picture of a figure that somebody has put on the map, as the server sends it."""
    return {
        "uuid": id, "type_": "assetrect", "x": x, "y": y, "angle": 0, "width": 50, "height": 50, "name": name,
        "name_visible": True, "is_defeated": False, "options": "[]",
    }  # fmt: skip


__all__ = ["ImitatedRoom", "asset", "own_id"]
