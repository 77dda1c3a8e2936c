"""People at the stand-in: a game master and a player, each in a browser of his own, and the service that both ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from api.vtt.foundry import archive
from tests.api.vtt.foundry.world import World, served
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.processes.serving import ADMIN, Service

SHEETS: dict[str, Any] = {"cloud": {"ref": "soldier", "initiativeBonus": 20}, "goblin": {"ref": "goblin"}}
FORD: dict[str, Any] = {
    "system": "fantasia",
    "name": "At the ford",
    "seats": [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana", "role": "PLAYER"}],
    "typedBy": {"seats": ["ana"], "sides": []},
    "figuresOpen": True,
    "singleAnswers": {"pace": 0},
    "ground": {
        "space": {"kind": "GRID", "width": 10, "height": 6},
        "rows": ["..........", "....#.....", "....#.....", "..........", "..........", ".........."],
        "legend": [
            {"key": "wall", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
            {"key": "floor", "sign": ".", "look": "FLOOR"},
        ],
    },
    "combatants": [
        {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "place": {"cell": {"x": 2, "y": 2}},
         "sheet": {"fantasia": SHEETS["cloud"]}},
        {"id": "goblin", "name": "Goblin", "side": "foes", "place": {"cell": {"x": 6, "y": 2}},
         "sheet": {"fantasia": SHEETS["goblin"]}},
        {"id": "lurker", "name": "Zq7 the Unseen", "side": "heroes", "seat": "gm", "seenBy": ["gm"],
         "place": {"cell": {"x": 9, "y": 5}}, "sheet": {"fantasia": SHEETS["goblin"]}},
    ],
}  # fmt: skip

EYES: dict[str, Any] = {
    **FORD,
    "name": "Two pairs of eyes",
    "dice": "OPEN",
    "seed": "two pairs of eyes",
    "seats": [*FORD["seats"], {"id": "bob", "name": "Bob", "role": "PLAYER"}],
    "typedBy": {"seats": [], "sides": []},
    "ground": {
        **FORD["ground"],
        "legend": [*FORD["ground"]["legend"],
                   {"key": "door", "look": "DOOR", "step": "NEVER", "sight": "NEVER", "state": "SHUT"}],
        "edges": [
            {"key": "hatch", "entry": "door", "line": [{"x": 700, "y": 300}, {"x": 900, "y": 300}], "state": "LOCKED",
             "seenBy": ["ana"], "shownAs": "wall"},
            {"key": "gate", "entry": "door", "line": [{"x": 700, "y": 400}, {"x": 900, "y": 400}], "state": "OPEN"},
            {"key": "veil", "entry": "wall", "line": [{"x": 700, "y": 500}, {"x": 800, "y": 500}], "seenBy": ["ana"]},
        ],
        "patches": [
            {"key": "panel", "entry": "door", "area": {"runs": [{"x": 4, "y": 1, "length": 1}]}, "seenBy": ["ana"]},
            {"key": "glass", "entry": "wall", "area": {"runs": [{"x": 8, "y": 1, "length": 1}]}, "seenBy": ["bob"]},
        ],
    },
    "combatants": [
        *FORD["combatants"],
        {"id": "scout", "name": "Kq2 the Scout", "side": "heroes", "seat": "ana", "seenBy": ["ana"],
         "place": {"cell": {"x": 0, "y": 0}}, "sheet": {"fantasia": SHEETS["cloud"]}},
        {"id": "spy", "name": "Vb9 the Spy", "side": "heroes", "seat": "bob", "seenBy": ["bob"],
         "place": {"cell": {"x": 0, "y": 5}}, "sheet": {"fantasia": SHEETS["goblin"]}},
    ],
}  # fmt: skip
"""Two players: each has somebody whom only he sees, and knows of a door or a wall that the other does not."""
SEEN_BY_ALL = [
    (0, 0, [400, 100, 400, 300]), (0, 0, [400, 100, 500, 100]), (0, 0, [400, 300, 500, 300]),
    (0, 0, [500, 100, 500, 300]), (0, 0, [700, 300, 900, 300]), (1, 1, [700, 400, 900, 400]),
]  # fmt: skip
"""The walls of `EYES` that may stand in the world, as (door, ds, c): the wall of cells whole, and the hatch a wall."""


class Played:
    """A fight at the service: what the test asks about it beside what people do."""

    def __init__(self, base: str, setup: dict[str, Any]) -> None:
        self.base, self._http = base, httpx.Client(base_url=base, timeout=PATIENCE)
        made = self.ask(ADMIN, "/v1/encounters", setup)
        self.id: str = made["encounter"]["id"]
        self.tokens = {one["seat"]: one["token"] for one in made["tokens"]}

    def ask(self, token: str, path: str, body: Any = None) -> Any:
        """JSON of an answer; AssertionError for a refusal."""
        headers = {"authorization": f"Bearer {token}"}
        answer = (
            self._http.get(path, headers=headers) if body is None else self._http.post(path, json=body, headers=headers)
        )
        assert answer.status_code < 300, answer.text
        return answer.json()

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def look(self, seat: str = "gm", more: str = "?include=offers,scene") -> Any:
        """The fight as a seat sees it."""
        return self.ask(self.tokens[seat], f"/v1/encounters/{self.id}{more}")

    def invitation(self, seat: str) -> str:
        """The link that the game master passes on."""
        made = self.ask(self.tokens["gm"], f"/v1/encounters/{self.id}/invitations", {"seat": seat})
        return f"{self.base}/play#invitation={made['code']}"

    def order(self, seat: str, command: Any) -> None:
        """An order that comes from elsewhere than Foundry."""
        self.ask(self.tokens[seat], f"/v1/encounters/{self.id}/commands", {"command": command})

    def revoke(self, seat: str) -> int:
        """Take a seat's tokens away; the status of the answer."""
        headers = {"authorization": f"Bearer {self.tokens['gm']}"}
        return self._http.delete(f"/v1/encounters/{self.id}/tokens/{seat}", headers=headers).status_code

    def link(self, seat: str) -> str:
        """A link that holds a token."""
        return f"{self.base}/play#fight={self.id}&token={self.tokens[seat]}"

    def cell(self, combatant: str) -> tuple[int, int]:
        """Where a figure stands."""
        token = next(one for one in self.look()["scene"]["tokens"] if one["combatant"] == combatant)
        return token["place"]["cell"]["x"], token["place"]["cell"]["y"]


@contextmanager
def running(folder: Path) -> Iterator[tuple[World, Service]]:
    """A world, whose origin nobody has allowed, and the service."""
    with served(archive("http://127.0.0.1:1/")) as world:
        service = Service(folder / "data")
        asyncio.run(service.start())
        try:
            told = httpx.get(f"{service.base}/vtt/foundry/module.json").json()
            world.install(httpx.get(told["download"]).content)
            yield world, service
        finally:
            asyncio.run(service.stop())


@contextmanager
def played(base: str, setup: dict[str, Any]) -> Iterator[Played]:
    """A new fight, whose connections are closed after the block."""
    fight = Played(base, setup)
    try:
        yield fight
    finally:
        fight.close()


class Client:
    """One user's Foundry."""

    def __init__(
        self, page: Tab, world: World, user: str, version: int = 13, language: str = "en", site: str = ""
    ) -> None:
        self.page = page
        page.open(world.client(user, version, language, site))
        page.until("document.body.dataset.ready")
        page.click("#open")
        page.until("document.querySelector('.skald')")

    def enter(self, link: str) -> None:
        """Paste an invitation, and take the seat."""
        self.page.until("document.querySelector('.skald-entrance')")
        self.page.type(".skald-entrance input", link)
        self.page.click(".skald-entrance button")

    def sit(self, link: str, name: str) -> None:
        """`enter`, and wait until the fight is there."""
        self.enter(link)
        self.page.until(f"document.querySelector('.skald-state').textContent.includes({json.dumps(name)})")

    def desk(self, name: str) -> None:
        """A tool of the game master's desk."""
        self.page.js("document.querySelector('.skald-desk').open = true")
        self.page.click(f"[data-desk={name}]")

    def token(self, combatant: str) -> dict[str, Any] | None:
        """The data of a figure's token, as this client has it."""
        found: dict[str, Any] | None = self.page.js(
            f"[...world.scenes.get(world.viewed).tokens.values()].map(({{data}}) => data)"
            f".find((one) => one.flags?.skald?.combatant === {json.dumps(combatant)}) ?? null"
        )
        return found

    def stands(self, combatant: str, cell: tuple[int, int]) -> None:
        """Wait until a figure's token stands on a cell."""
        x, y = cell[0] * 100, cell[1] * 100
        self.page.until(
            f"[...world.scenes.get(world.viewed).tokens.values()].some(({{data}}) => data.flags?.skald?.combatant === "
            f"{json.dumps(combatant)} && data.x === {x} && data.y === {y})"
        )

    def spot(self, pixels: tuple[float, float]) -> tuple[float, float]:
        """A spot of the window, for pixels of the scene."""
        left, top = self.page.js(
            "(({left, top}) => [left, top])(document.getElementById('board').getBoundingClientRect())"
        )
        return left + pixels[0] / 2, top + pixels[1] / 2

    def drag(self, token: dict[str, Any], cell: tuple[int, int]) -> None:
        """Drag a token to a cell, by the mouse."""
        self.page.js(
            "document.querySelectorAll('.window').forEach((one) => Object.assign(one.style, {left: '700px', top: 0}))"
        )
        start = self.spot((token["x"] + 50, token["y"] + 50))
        end = self.spot((cell[0] * 100 + 50, cell[1] * 100 + 50))
        self.page.mouse(*start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)

    def noticed(self, words: str) -> None:
        """Wait until a notification says this."""
        self.page.until(f"notices.some((one) => one.includes({json.dumps(words)}))")

    def unknown(self) -> list[str]:
        """Everything this client asked of Foundry that its published API does not have, and its own exceptions."""
        return [*self.page.js("unknown"), *(one for one in self.page.complaints if one.startswith("exception"))]
