"""The example page in a real browser: both games and the toys of all five spaces, drawn and played by the same code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.ground.ground import SpaceKind
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.server import PrivateServer
from tests.api.contract.test_picks import begun, offered, places
from tests.api.fights import Bridge, bridge_input, fill, sheet
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import groups
from tests.support.browsers.browser import Tab
from tests.support.browsers.pages import EXAMPLE, hosted
from tests.support.toys.drill import drill
from tests.support.toys.skirmish import KINDS, people, skirmish

DRILLS: tuple[SpaceKind, ...] = ("GRID", "PLANE")
KEPT = Path(__file__).resolve().parents[2] / "build" / "page"
"""Where the pictures are kept."""

GAMES = {
    "fantasia": {
        "setup": {"fantasia": {"grid": {}}},
        "sheets": [sheet(initiativeBonus=20), {"fantasia": {"ref": "ogre"}}],
        "legend": [
            {"key": "open", "sign": "."},
            {"key": "rock", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
            {"key": "stream", "sign": "~", "look": "WATER"},
        ],
    },
    "dozen_die": {
        "setup": {"dozenDie": {}},
        "sheets": [{"dozenDie": {"ref": "gnoll_archer"}}, {"dozenDie": {"ref": "ogre"}}],
        "legend": [
            {"key": "open", "sign": ".", "terrain": "open"},
            {"key": "rock", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
            {"key": "stream", "sign": "~", "terrain": "river"},
        ],
    },
}
ROWS = ["....#.....", "....#..~~.", ".......~~.", "....#..~~.", "....#.....", "....#....."]
EDGES = [
    {"key": "fence", "entry": "wall", "line": [{"x": 0, "y": 400}, {"x": 200, "y": 400}]},
    {"key": "gate", "entry": "door", "state": "SHUT", "line": [{"x": 200, "y": 400}, {"x": 300, "y": 400}]},
]
SIDES = [
    {"key": "wall", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
    {"key": "door", "look": "DOOR", "state": "SHUT"},
]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The page on an origin of its own, as it is: it needs no packages and no build."""
    with hosted(EXAMPLE) as address:
        yield address


@pytest.fixture(scope="module")
def games(server: PrivateServer, site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that lets the page in."""
    with serving(server.url, tmp_path_factory.mktemp("data"), {"origins": [site]}) as running:
        yield running


@pytest.fixture(scope="module")
def toys(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service of the toys alone: a game for each kind of space."""
    store = MemoryStore()
    registry = Registry([Rulebook(skirmish(kind)) for kind in KINDS])
    service = Encounters(store, registry, hub=Hub(store))
    with serving("", tmp_path_factory.mktemp("toys"), {"origins": [site]}, service=service) as running:
        yield running


@pytest.fixture(scope="module")
def drills(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service of the toy that has several places and a free direction."""
    store = MemoryStore()
    service = Encounters(store, Registry([Rulebook(drill(kind)) for kind in DRILLS]), hub=Hub(store))
    with serving("", tmp_path_factory.mktemp("drills"), {"origins": [site]}, service=service) as running:
        yield running


def ford(games: Table, system: str) -> Bridge:
    """Ana's hero and an ogre of four cells, a wall and water in the rows, a fence with a gate along the cells."""
    game: Any = GAMES[system]
    places = [{"cell": {"x": 1, "y": 2}}, {"cell": {"x": 6, "y": 4}}]
    wish = bridge_input(
        system=system,
        name="Ford",
        setup=game["setup"],
        ground={
            "space": {"kind": "GRID", "width": 10, "height": 6},
            "rows": ROWS,
            "legend": [*game["legend"], *SIDES],
            "edges": EDGES,
        },
        combatants=[
            {
                "id": "hero",
                "name": "Hero",
                "side": "heroes",
                "seat": "ana",
                "place": places[0],
                "sheet": game["sheets"][0],
            },
            {
                "id": "ogre",
                "name": "Ogre",
                "side": "foes",
                "seat": "ana",
                "place": places[1],
                "sheet": game["sheets"][1],
            },
        ],
    )
    made = games.post("/v1/encounters", ADMIN, wish)
    assert made.status_code == 201, made.text
    return Bridge(games, made.json())


TOKEN = "[data-part=token][data-combatant={}]"


def sit_down(page: Tab, site: str, fight: Bridge, seat: str = "ana") -> None:
    """Open the page as a seat."""
    page.open(f"{site}/")
    for field, text in (("url", fight.table.url), ("token", fight.tokens[seat])):
        page.type(f"[name={field}]", text)
    page.click("#join button")
    page.until("document.querySelector('#overlay')")


def keep(page: Tab, name: str) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    page.picture(KEPT / f"{name}.png")


def box(page: Tab, selector: str) -> tuple[float, ...]:
    """Left, top, right and bottom of an element, in hundredths of the unit."""
    found = page.js(f"""(() => {{
        const inverse = document.querySelector('#overlay').getScreenCTM().inverse();
        const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
        const spots = [[box.left, box.top], [box.right, box.bottom]];
        return spots.map(([x, y]) => new DOMPoint(x, y).matrixTransform(inverse)).flatMap((at) => [at.x, at.y]);
    }})()""")
    return tuple(found)


def under(page: Tab, x: float, y: float) -> str:
    """The look of what is drawn at a spot, in hundredths of the unit."""
    return str(
        page.js(f"""(() => {{
        const at = new DOMPoint({x}, {y}).matrixTransform(document.querySelector('#overlay').getScreenCTM());
        const looks = document.elementsFromPoint(at.x, at.y).map((one) => one.closest('[data-look]')?.dataset.look);
        return looks.find(Boolean);
    }})()""")
    )


@pytest.mark.parametrize("system", GAMES)
def test_a_game_is_drawn_and_played(games: Table, site: str, page: Tab, system: str) -> None:
    """Walls, water, doors and footprints lie where they are; reach and a drawn way are clicked, and then walked."""
    fight = ford(games, system)
    sit_down(page, site, fight)
    for y, row in enumerate(ROWS):
        for x, sign in enumerate(row):
            assert under(page, 100 * x + 50, 100 * y + 50) == {".": "FLOOR", "#": "WALL", "~": "WATER"}[sign]
    assert under(page, 100, 400) == "WALL"
    assert under(page, 250, 400) == "DOOR"
    assert page.js("document.querySelector('[data-key=gate]').dataset.state") == "SHUT"
    ogre, hero = box(page, TOKEN.format("ogre")), box(page, TOKEN.format("hero"))
    assert ogre == pytest.approx((600, 400, 800, 600), abs=8)
    assert hero == pytest.approx((100, 200, 200, 300), abs=20)
    walked(page, fight, system)
    assert page.complaints == []


def press(page: Tab, x: float, y: float) -> None:
    """A click with the mouse, at a spot in hundredths of the unit."""
    at = page.js(f"""(() => {{
        const spot = new DOMPoint({x}, {y}).matrixTransform(document.querySelector('#overlay').getScreenCTM());
        return [spot.x, spot.y];
    }})()""")
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)


WAY = "(document.querySelector('[data-part=way]')?.points.length || 1) - 1"
"""How many steps of a way are drawn."""


def reach(page: Tab) -> set[tuple[int, int]]:
    """The cells that are marked for a click."""
    marked = page.js(
        "[...document.querySelectorAll('[data-part=reach]')].map((one) => [+one.dataset.x, +one.dataset.y])"
    )
    return {(x, y) for x, y in marked}


def walked(page: Tab, fight: Bridge, system: str) -> None:
    """A way is drawn step by step where the preview says that it may go on, and sent: the figure stands at its end."""
    begin = next(offer for offer in fight.open("gm")["offers"] if offer["key"] == "begin")
    assert fight.act("gm", begin["send"])["__typename"] == "Accepted"
    page.until("document.querySelector('#name').textContent.includes(' · 1')")
    if not page.js("document.querySelector('#offers .path') !== null"):  # a figure is activated first
        page.js("document.querySelector('#offers form').requestSubmit()")
    page.until("document.querySelector('#offers .path')")
    mine = [offer for offer in fight.open("ana")["offers"] for field in offer["fields"] if field["kind"] == "path"]
    who = mine[0]["combatant"]
    start, size = ((1, 2), 1) if who == "hero" else ((6, 4), 2)
    version = fight.open("ana")["version"]
    page.until(f"document.querySelector('#name').title === '{version}'")
    page.click("#offers button.path")
    way: list[tuple[int, int]] = []
    for number in range(2):
        page.until(f"document.querySelectorAll('[data-part=reach]').length && {WAY} === {number}")
        cells = reach(page)
        place = [{"cell": {"x": x, "y": y}} for x, y in way]
        send = fill(mine[0], {n: place for n, field in enumerate(mine[0]["fields"]) if field["kind"] == "path"})
        told = fight.table.post(f"/v1/encounters/{fight.id}/previews", fight.tokens["ana"], {"command": send}).json()
        assert cells == {
            (run["x"] + n, run["y"])
            for one in told["next"]
            for run in one["area"]["runs"]
            for n in range(run["length"])
        }
        plain = next(one["area"]["runs"] for one in told["next"] if not one["by"])
        way.append(min({(run["x"] + n, run["y"]) for run in plain for n in range(run["length"])} - {start, *way}))
        press(page, 100 * way[-1][0] + 50, 100 * way[-1][1] + 50)
    page.until(f"{WAY} === 2")
    note = {"gm": {"note": {"note": "Time flies"}}}
    assert fight.act("gm", note)["__typename"] == "Accepted"
    version = fight.open("ana")["version"]
    page.until(f"document.querySelector('#name').title === '{version}' && {WAY} === 2")
    keep(page, f"{system}-way")
    assert page.js("document.querySelector('[data-part=way]').getAttribute('points')") == " ".join(
        f"{100 * x + 50},{100 * y + 50}" for x, y in (start, *way)
    )
    page.js("document.querySelector('#offers button.path').form.requestSubmit()")
    x, y = way[-1]
    token = f"document.querySelector('{TOKEN.format(who)}')"
    page.until(f"{token}.dataset.x === '{x}' && {token}.dataset.y === '{y}'")
    assert box(page, TOKEN.format(who)) == pytest.approx((100 * x, 100 * y, 100 * (x + size), 100 * (y + size)), abs=20)


def changed(alter: Callable[[Any], None]) -> Callable[[ASGIApp], ASGIApp]:
    """A server that comes later: what it tells of a fight has values that nobody knows today."""

    def around(app: ASGIApp) -> ASGIApp:
        async def later(scope: Scope, receive: Receive, send: Send) -> None:
            if scope.get("method") != "GET" or b"include=offers,scene" not in scope["query_string"]:
                await app(scope, receive, send)
                return
            plain = [
                (name, value) for name, value in scope["headers"] if name not in (b"accept-encoding", b"if-none-match")
            ]
            told: list[Message] = []

            async def keep(message: Message) -> None:
                told.append(message)

            await app({**scope, "headers": plain}, receive, keep)
            start, body = told[0], b"".join(message.get("body", b"") for message in told[1:])
            fight = json.loads(body)
            alter(fight["scene"])
            body = json.dumps(fight).encode()
            headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
            await send({**start, "headers": [*headers, (b"content-length", str(len(body)).encode())]})
            await send({"type": "http.response.body", "body": body})

        return later

    return around


def unknown(scene: Any) -> None:
    """Another way of telling places apart, a new kind of mark, a new turn state, and fields that nobody knows."""
    scene["space"] = {"kind": "HELIX", "turns": 7}
    scene["marks"].append({"key": "m", "kind": "ECHO", "label": "An echo", "glow": 3})
    for token in scene["tokens"]:
        token |= {"place": {"turn": 3}, "footprint": None, "turn": "DREAMING", "aura": 3}


def test_what_is_unknown_takes_nothing_from_the_page(
    server: PrivateServer, site: str, page: Tab, tmp_path: Path
) -> None:
    """Everybody is drawn, and there are buttons."""
    with serving(server.url, tmp_path, {"origins": [site]}, around=changed(unknown)) as later:
        fight = ford(later, "fantasia")
        sit_down(page, site, fight, "gm")
        page.until("document.querySelectorAll('#offers button').length")
        assert page.js("document.querySelectorAll('[data-part=token]').length") == 2
        assert page.complaints == []


@pytest.mark.sampled(groups(2))
@pytest.mark.parametrize("kind", KINDS)
def test_every_space_is_drawn_by_the_same_code(toys: Table, site: str, page: Tab, kind: SpaceKind) -> None:
    """A figure for everybody whom the seat sees, on the board or beside it, and a move by a click."""
    fighters = people(kind, f"skirmish{kind.capitalize()}")
    wish = bridge_input(system=f"skirmish_{kind.lower()}", name=kind, combatants=fighters)
    made = toys.post("/v1/encounters", ADMIN, wish)
    assert made.status_code == 201, made.text
    fight = Bridge(toys, made.json())
    begin = next(offer for offer in fight.open("gm")["offers"] if offer["key"] == "begin")
    assert fight.act("gm", begin["send"])["__typename"] == "Accepted"
    sit_down(page, site, fight, "gm")
    drawn = page.until("document.querySelectorAll('[data-part=token]').length")
    keep(page, kind.lower())
    assert drawn == len(fighters)
    fields = [field["kind"] for offer in fight.open("gm")["offers"] for field in offer["fields"]]
    assert ("place" in fields) == (kind in ("GRID", "PLANE"))  # elsewhere each place is an offer of its own
    if "place" in fields:
        page.click("#offers button.place")
        page.until("document.querySelector('[data-part=reach]')")
        keep(page, f"{kind.lower()}-reach")
        picked(page, fight)
    # A browser tells of each refusal, and a spot of the plane is refused.
    assert [one for one in page.complaints if " 422 " not in one] == []


def stands(fight: Bridge, who: str) -> dict[str, Any]:
    """The place of a combatant; empty where it has none."""
    here = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["combatants"]
    return next((one["place"] for one in here if one["key"] == who), None) or {}


def picked(page: Tab, fight: Bridge) -> None:
    """A place is clicked; on cells the order is sent, and the figure stands there."""
    seen = fight.open("gm")
    offers = [one for one in seen["offers"] if "place" in [field["kind"] for field in one["fields"]]]
    number, offer = next((n, one) for n, one in enumerate(offers) if stands(fight, one["combatant"].rpartition(".")[2]))
    (field,) = (n for n, one in enumerate(offer["fields"]) if one["kind"] == "place")
    who = offer["combatant"].rpartition(".")[2]

    def legal(place: dict[str, Any]) -> bool:
        order = {"command": fill(offer, {field: place})}
        return fight.table.post(f"/v1/encounters/{fight.id}/previews", fight.tokens["gm"], order).status_code == 200

    start = stands(fight, who)
    button = f"document.querySelectorAll('#offers button.place')[{number}]"
    page.js(f"{button}.click()")
    page.until("document.querySelector('[data-part=reach]')")
    page.js("document.querySelector('#said').textContent = 'waits'")
    if start.get("point"):
        # A pixel is some hundredths wide, and this game takes certain spots alone: what comes of a click is said.
        press(page, start["point"]["x"] + 300, start["point"]["y"])
        page.until("!['waits', ''].includes(document.querySelector('#said').textContent)")
        return
    cell, side = start["cell"], fight.table.get(f"/v1/encounters/{fight.id}/scene", ADMIN).json()["space"]["cell"]
    beside = [(cell["x"] + dx, cell["y"] + dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    x, y = next((x, y) for x, y in beside if legal({"cell": {"x": x, "y": y}}))
    press(page, side * x + side / 2, side * y + side / 2)
    page.until("document.querySelector('#said').textContent !== 'waits'")
    page.js(f"{button}.form.requestSubmit()")
    page.until(f"+document.querySelector('#name').title > {seen['version']}")
    assert stands(fight, who)["cell"] == {"x": x, "y": y}


DRAWN = """[...document.querySelectorAll('#overlay > :not([data-part])')].filter((one) => one.tagName !== 'path')
    .map((one) => [one.dataset.x ?? one.getAttribute('cx'), one.dataset.y ?? one.getAttribute('cy')].map(Number))"""
"""The cells, or the points, of the areas that the preview draws."""
SECTOR = "document.querySelector('#overlay > path:not([data-part])')?.getAttribute('d')"


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("kind", DRILLS)
def test_several_places_and_a_direction_are_picked(drills: Table, site: str, page: Tab, kind: SpaceKind) -> None:
    """The area as offered, then of one pick, then of two; a direction; and what was picked is what has happened."""
    fight = begun(drills, kind)
    ana, path = fight.tokens["ana"], f"/v1/encounters/{fight.id}"
    offer = offered(fight, "post")
    cell = 1 if kind == "PLANE" else drills.get(f"{path}/scene", ADMIN).json()["space"]["cell"]
    near = [tuple(spot.values()) for place in places(offer) for spot in place.values()]

    def middle(x: float, y: float) -> tuple[float, float]:
        return (x, y) if kind == "PLANE" else ((x + 0.5) * cell, (y + 0.5) * cell)

    sit_down(page, site, fight)
    page.click("#offers button.places")
    page.until(f"document.querySelectorAll('[data-part=reach]').length === {len(near)}")
    assert page.js(DRAWN) == [list(near[0])]  # as it is offered: nothing is refused
    for count, pick in enumerate(near[1:3], 1):
        press(page, *middle(*pick))
        wanted = json.dumps(sorted(map(list, near[1 : 1 + count])))
        page.until(f"JSON.stringify({DRAWN}.sort(([a, b], [c, d]) => a - c || b - d)) === JSON.stringify({wanted})")
        assert page.text("#said") == ""
    keep(page, f"{kind.lower()}-places")
    page.click("#offers button.facing")
    page.until("document.querySelectorAll('[data-part=reach]').length === 1")
    before = page.js(SECTOR)
    here = middle(*next(spot for spot in stands(fight, "c0").values() if spot).values())
    page.js("document.querySelector('#said').textContent = 'waits'")  # till the preview of the pick is told
    press(page, here[0] + 600, here[1] + 300)
    if kind == "PLANE":
        page.until(f"{SECTOR} !== {json.dumps(before)}")
    else:
        page.until("document.querySelector('#said').textContent === ''")
    page.js("document.querySelector('#offers button.facing').form.requestSubmit()")
    page.until("document.querySelector('#offers h2')?.textContent !== 'C 0'")  # it is asked whether it stays so
    page.js("document.querySelector('#offers form').requestSubmit()")
    turned = f"document.querySelector('{TOKEN.format('c0')}').dataset.towards"
    page.until(f"{turned} !== '1 0'")
    looks = [int(one) for one in page.js(turned).split()]
    assert looks == pytest.approx([600, 300], abs=15)  # a pixel is some hundredths wide
    events = drills.get(f"{path}/events", ana).json()["events"]
    (posted,) = (event["data"] for event in events if event["type"].endswith("Posted"))
    assert posted["towards"] == dict(zip("xy", looks, strict=True))
    posts = [tuple(spot.values()) for place in posted["at"] for spot in place.values() if isinstance(spot, dict)]
    assert posts == near[1:3]
    assert page.complaints == []


def test_the_page_is_small_and_knows_no_word_of_any_game() -> None:
    """Under 150 lines in all; no name of a system, of its orders, its events or anything in its content."""
    text = "\n".join((EXAMPLE / name).read_text(encoding="utf-8").strip() for name in ("index.html", "main.js"))
    assert len(text.splitlines()) < 150
    assert max(map(len, text.splitlines())) <= 120
    words = {word.lower() for word in re.findall(r"\w+", text)}
    for book in Registry.installed().books.values():
        assert not {name.lower() for name in (book.system.id, book.system.name, book.prefix)} & words
        assert not {book.codec.names[event].lower() for event in book.system.events} & words
