"""`skald bridge planarally` between a real Skald and a real PlanarAlly from a checkout that a variable names.

The clients beside it send what PlanarAlly's own page sends.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import browser, chromium, tab
from tests.support.processes.planarally import Client, PlanarAlly, client_packages
from tests.support.processes.serving import ADMIN, Service

ROOT = Path(__file__).resolve().parents[2]
CELL = 50.0

SEATS = [
    {"id": "gm", "name": "Gil", "role": "GM"},
    {"id": "ana", "name": "Ana", "role": "PLAYER"},
    {"id": "eve", "name": "Everybody", "role": "SPECTATOR"},
]
COMBATANTS = [
    {
        "id": "cloud",
        "name": "Cloud",
        "side": "heroes",
        "seat": "ana",
        "place": {"cell": {"x": 2, "y": 2}},
        "sheet": {"fantasia": {"ref": "soldier", "initiativeBonus": 20}},
    },
    {
        "id": "ogre",
        "name": "![](http://evil.example/a.png) Ogre",
        "side": "foes",
        "place": {"cell": {"x": 9, "y": 3}},
        "sheet": {"fantasia": {"ref": "ogre"}},
    },
]


class Table:
    """A fight, a room, and the bridge between them."""

    def __init__(self, folder: Path, skald: Service, planarally: PlanarAlly) -> None:
        self.folder, self.skald, self.planarally = folder, skald, planarally
        self.gil, self.ana = Client(planarally, "gil"), Client(planarally, "ana")
        self.tokens: dict[str, str] = {}
        self.fight = ""
        self._bridge: subprocess.Popen[bytes] | None = None
        self.log = folder / "bridge.log"

    async def call(self, method: str, path: str, token: str, body: object = None) -> Any:
        """The JSON of an answer of Skald."""
        async with httpx.AsyncClient(base_url=self.skald.base, timeout=PATIENCE) as client:
            headers = {"Authorization": f"Bearer {token}"}
            answer = await client.request(method, path, json=body, headers=headers)
            assert answer.status_code < 300, answer.text
            return answer.json()

    async def look(self, seat: str = "gm") -> Any:
        return await self.call("GET", f"/v1/encounters/{self.fight}", self.tokens[seat])

    async def order(self, seat: str, command: object) -> Any:
        return await self.call("POST", f"/v1/encounters/{self.fight}/commands", self.tokens[seat], {"command": command})

    async def cell(self, combatant: str) -> tuple[int, int]:
        """Where a combatant stands in the fight."""
        found = next(one for one in (await self.look())["combatants"] if one["key"] == combatant)
        return found["place"]["cell"]["x"], found["place"]["cell"]["y"]

    async def prepare(self) -> None:
        """A fight that has begun; a room of Gil's, with Ana, and the bridge's own user as a second game master."""
        made = await self.call(
            "POST",
            "/v1/encounters",
            ADMIN,
            {
                "system": "fantasia",
                "name": "At the bridge",
                "seats": SEATS,
                "combatants": COMBATANTS,
                "ground": {"space": {"kind": "GRID", "width": 16, "height": 10}},
            },
        )
        self.fight = made["encounter"]["id"]
        self.tokens = {one["seat"]: one["token"] for one in made["tokens"]}
        for seat, token in self.tokens.items():
            file = self.folder / f"{seat}.token"
            file.write_text(token + "\n")
            file.chmod(0o600)
        bot = Client(self.planarally, "skald")
        for one in (self.gil, self.ana, bot):
            await one.sign_up()
        await self.gil.post("/api/rooms", {"name": "The bridge & more", "logo": -1})
        await self.enter()
        code = self.gil.last("Room.Info.Set")["invitationCode"]
        for one in (self.ana, bot):
            await one.post("/api/invite", {"code": code})
        id = (await self.gil.until(lambda: self._player("skald")))["id"]
        await self.gil.send("Player.Role.Set", {"player": id, "role": 1})

    def _player(self, name: str) -> Any:
        added = [told for event, told in self.gil.heard if event == "Room.Info.Players.Add"]
        return next((one for one in added if one["name"] == name), None)

    async def enter(self, *others: Client) -> None:
        for one in (self.gil, *others):
            await one.enter("gil", "The bridge & more")

    def begin(self, *more: str) -> None:
        """Start the bridge, as a person does."""
        paths = [str(ROOT), client_packages(), os.environ.get("PYTHONPATH", "")]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SKALD_")}
        environment |= {
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "SKALD_TOKEN": self.tokens["eve"],
            "SKALD_PLANARALLY_PASSWORD": "secret",
        }
        command = [sys.executable, "-m", "api.cli", "bridge", "planarally", "--url", self.planarally.base]
        command += ["--room", "gil/The bridge & more", "--user", "skald", "--skald", self.skald.base]
        command += ["--play", f"ana={self.folder / 'ana.token'}", "--play", f"gil={self.folder / 'gm.token'}"]
        with self.log.open("ab") as log:
            self._bridge = subprocess.Popen([*command, *more], cwd=ROOT, env=environment, stdout=log, stderr=log)

    async def end(self) -> int:
        """Stop the bridge as Ctrl-C does; its exit code."""
        process, self._bridge = self._bridge, None
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        return await asyncio.to_thread(process.wait, PATIENCE)

    def shape(self, combatant: str) -> str:
        """The id of a combatant's shape: made from fight and combatant, so that a restart finds it again."""
        from api.bridge.shapes import own_id

        return own_id(self.fight, 1, combatant)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Both servers, a fight and a room; the bridge does not run yet."""
    planarally = PlanarAlly(tmp_path)
    skald = Service(tmp_path / "data")
    table = Table(tmp_path, skald, planarally)
    try:
        await asyncio.gather(planarally.start(), skald.start(patience=120))
        await table.prepare()
        yield table
    finally:
        await table.end()
        await table.gil.leave()
        await table.ana.leave()
        await planarally.kill()
        await skald.stop()


async def test_from_nothing_to_the_end_of_a_fight(table: Table) -> None:
    """Figures, moves both ways, the order, questions and answers, both servers killed on the way, and the end."""
    gil, ana = table.gil, table.ana
    await table.enter(ana)
    state = table.folder / "told.json"
    table.begin("--state", str(state))

    # Figures stand where they stand in the fight; Ana may move her own and no other.
    cloud, ogre = table.shape("cloud"), table.shape("ogre")
    await gil.until(lambda: {cloud, ogre} <= _added(gil))
    await ana.until(lambda: {cloud, ogre} <= _added(ana))
    shown = await gil.shape(cloud)
    assert (shown["x"], shown["y"]) == (2.5 * CELL, 2.5 * CELL)
    assert [(one["user"], one["movement_access"]) for one in shown["owners"]] == [("ana", True)]
    assert (await gil.shape(ogre))["owners"] == []
    await gil.until(lambda: any("At the bridge" in line for line in gil.chat()))

    # The order of play, and whose turn it is, from the beginning on.
    await table.order("gm", {"fantasia": {"begin": {"note": ""}}})
    order = await gil.until(lambda: _order(gil, 2))
    assert [row["shape"] for row in order["data"]] == [cloud, ogre]
    await gil.until(lambda: gil.last("Initiative.Active.Set") is True)

    # A figure that Ana drags goes there by an order of hers; the steps of the drag are none.
    await ana.drag(cloud, *[(2.5 * CELL + n * 10, 2.5 * CELL) for n in range(1, 11)])
    await _until_cell(table, "cloud", (4, 2))
    moves = [event for event in await _events(table) if event["type"] == "Moved"]
    assert len(moves) == 1
    assert moves[0]["seat"] == "ana"

    # What is not legal goes back, with a word: it is not the turn of the ogre, which covers two squares by two.
    await gil.drag(ogre, (2 * CELL, 2 * CELL))
    await gil.until(lambda: _position(gil, ogre) == (10 * CELL, 4 * CELL))
    await gil.until(lambda: any("Ogre" in line and "cannot" in line for line in gil.chat()))
    assert await table.cell("ogre") == (9, 3)

    # A name shows as it is, and fetches nothing.
    said = "\n".join(gil.chat())
    assert "\\!\\[\\]\\(http\\:\\/\\/evil" in said
    assert "![](" not in said

    # What moves in the fight moves on the map.
    corrected = {"path": "combatants.ogre.place", "value": {"cell": {"x": 6, "y": 2}}, "reason": "He jumps"}
    await table.order("gm", {"gm": {"correct": corrected}})
    await gil.until(lambda: _position(gil, ogre) == (7 * CELL, 3 * CELL))

    # The list stays the fight's, whoever changes it.
    await gil.send("Initiative.Value.Set", {"shape": ogre, "value": 99})
    await gil.until(lambda: [row["shape"] for row in gil.last("Initiative.Set")["data"]] == [cloud, ogre])

    # Orders by words, each by its author's seat; a number means nothing any more once the fight has gone on.
    await ana.say("!skald")
    listed = await gil.until(lambda: next((one for one in gil.chat() if "**Ana**" in one), None))
    number = next(line.split()[0] for line in listed.splitlines() if "ends the turn" in line).replace("\\", "")
    await ana.say(f"!skald {number}")
    await gil.until(lambda: (gil.last("Initiative.Turn.Update") or {}).get("turn") == 1)
    await ana.say(f"!skald {number}")
    await gil.until(lambda: any("was said of version" in one for one in gil.chat()))

    # Both servers are killed; meanwhile the fight goes on, and nothing is told twice or not at all.
    await gil.leave()
    await ana.leave()
    await table.planarally.kill()
    told = json.loads(state.read_text())["version"]
    noted = [f"note {n} {uuid.uuid4().hex}" for n in range(3)]
    await table.order("gm", {"gm": {"note": {"note": noted[0], "to": ["ana", "eve"]}}})
    await table.skald.kill()
    await table.planarally.start()
    await table.enter(ana)
    await table.skald.start()
    for note in noted[1:]:
        await table.order("gm", {"gm": {"note": {"note": note, "to": ["ana", "eve"]}}})
    await gil.until(lambda: any(noted[2] in one for one in gil.chat()), 40)
    assert [sum(note in one for one in gil.chat()) for note in noted] == [1, 1, 1]
    await gil.until(lambda: json.loads(state.read_text())["version"] >= told + 3)

    # The bridge is stopped and started: it goes on where it was, with the same shapes.
    assert await table.end() == 130
    await table.order("gm", {"gm": {"note": {"note": "while away", "to": ["eve"]}}})
    table.begin("--state", str(state))
    await gil.until(lambda: any("while away" in one for one in gil.chat()))
    assert len([one for one in await _stored(gil) if one["type_"] == "circulartoken"]) == 2

    # Whom nobody sees has no shape; the dead are marked; and the end is told.
    await table.order("gm", {"gm": {"hide": {"combatants": ["ogre"], "seats": ["ana", "eve"], "reason": "Mist"}}})
    await gil.until(lambda: ogre in (gil.last("Shapes.Remove") or []))
    await table.order("gm", {"gm": {"reveal": {"combatants": ["ogre"]}}})
    await gil.until(lambda: ogre in _added(gil))
    await table.order("gm", {"gm": {"end": {"reason": "They talk", "outcome": "peace"}}})
    await gil.until(lambda: any("has ended" in one for one in gil.chat()))
    await gil.until(lambda: gil.last("Initiative.Active.Set") is False)
    assert await asyncio.to_thread(table._bridge.wait, 10) == 0  # type: ignore[union-attr]


async def test_a_person_drags_a_figure_in_planarallys_own_page(table: Table, tmp_path: Path) -> None:
    """In a real browser: the mouse takes Cloud to another square, and he goes there; the chat shows no picture."""
    program, built = chromium(), table.planarally.folder / "templates" / "index.html"
    if program is None or not built.is_file():
        pytest.skip("there is no Chromium, or the checkout has no built page (templates/index.html, static/vite)")
    table.begin("--aloud")
    await table.gil.until(lambda: {table.shape("cloud"), table.shape("ogre")} <= _added(table.gil))
    await table.order("gm", {"fantasia": {"begin": {"note": ""}}})
    await table.gil.until(lambda: _order(table.gil, 2))

    def drag() -> int:
        with browser(program, tmp_path) as devtools, tab(devtools) as page:
            page.emulate(1300, 850)
            page.open(f"{table.planarally.base}/auth/login")
            signed = json.dumps({"method": "POST", "body": json.dumps({"username": "ana", "password": "secret"})})
            page.js(f"fetch('/api/login', {signed}).then((answer) => answer.status)")
            page.open(f"{table.planarally.base}/game/gil/The%20bridge%20%26%20more")
            page.until(_NEWS, 30)
            for _ in range(10):  # it moves into its place at first
                if not (cross := page.js(_NEWS)):
                    break
                page.mouse(*cross)
                time.sleep(0.7)
            page.click("#chat-title")
            # The map shows 16 squares in the first 781 pixels: its zoom when it is opened first.
            side = 48.78
            start, end = 2.5 * side, 3.5 * side
            for kind, x, y in (
                ("mouseMoved", start, start), ("mousePressed", start, start), ("mouseMoved", start + 9, start + 9),
                ("mouseMoved", end - 9, end - 9), ("mouseMoved", end, end), ("mouseReleased", end, end),
            ):  # fmt: skip
                held = {"button": "left", "buttons": int(kind != "mouseReleased"), "clickCount": 1}
                page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **held)
                time.sleep(0.15)
            page.until("document.querySelector('#chat-container').innerText.includes('Cloud moved to (3, 3)')", 15)
            return int(page.js("document.querySelectorAll('#chat-container img').length"))

    assert await asyncio.to_thread(drag) == 0
    await _until_cell(table, "cloud", (3, 3))


_NEWS = """(() => {
  const news = (one) => one.innerText?.trim() === 'There is a new version!';
  const heads = [...document.querySelectorAll('*')].filter(news);
  const icon = heads.map((one) => one.querySelector('svg') ?? one.parentElement.querySelector('svg')).find(Boolean);
  const box = icon?.getBoundingClientRect();
  return box?.width && [box.x + box.width / 2, box.y + box.height / 2];
})()"""
"""The middle of the cross that closes PlanarAlly's news; 0 or undefined if they are not shown."""


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (("--user", "nobody"), "does not accept the password of nobody"),
        (("--room", "gil/Nowhere"), "there is no such room"),
        (("--user", "ana"), "is no game master"),
        (("--url", "SKALD"), "there is no PlanarAlly"),
    ],
)
async def test_what_cannot_work_ends_with_a_word(table: Table, changed: tuple[str, str], words: str) -> None:
    """And leaves nothing behind in the room."""
    option, value = changed
    table.begin(option, table.skald.base if value == "SKALD" else value)
    assert await asyncio.to_thread(table._bridge.wait, 20) == 1  # type: ignore[union-attr]
    assert words in table.log.read_text()
    assert "secret" not in table.log.read_text()
    assert not _added(table.gil)


def _added(client: Client) -> set[str]:
    return {told["shape"]["uuid"] for event, told in client.heard if event == "Shape.Add"}


def _order(client: Client, rows: int) -> Any:
    order = client.last("Initiative.Set")
    return order if order is not None and len(order["data"]) == rows else None


def _position(client: Client, id: str) -> tuple[float, float] | None:
    """Where the server last told the client that a shape lies."""
    for event, told in reversed(client.heard):
        if event == "Shapes.Position.Update":
            for one in told:
                if one["uuid"] == id:
                    return tuple(one["position"]["points"][0])
    return None


async def _until_cell(table: Table, combatant: str, cell: tuple[int, int]) -> None:
    for _ in range(150):
        if await table.cell(combatant) == cell:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{combatant} stands at {await table.cell(combatant)}:\n{table.log.read_text()[-2000:]}")


async def _events(table: Table) -> list[Any]:
    page = await table.call("GET", f"/v1/encounters/{table.fight}/events?first=500", table.tokens["gm"])
    return list(page["events"])


async def _stored(client: Client) -> list[Any]:
    """All shapes of the location, loaded anew."""
    client.heard.clear()
    await client.send("Location.Load")
    await client.until(lambda: client.last("Location.Loaded", none=True))
    return [shape for layer in client.last("Board.Floor.Set")["layers"] for shape in layer["shapes"]]
