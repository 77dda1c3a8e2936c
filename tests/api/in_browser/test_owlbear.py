"""The extension for Owlbear Rodeo, with the real SDK, in a stand-in of a room: two people play by dragging tokens."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.pages.site import Folders
from engine.store.server import PrivateServer
from tests.api.in_browser.test_ids_unseen import codes_in, told_in
from tests.api.table import ADMIN, Table, serving
from tests.end_to_end.games import game
from tests.support.amounts import PATIENCE, long_form
from tests.support.browsers.browser import chromium
from tests.support.browsers.hands import DECIDED, ENDS, NEVER, Person
from tests.support.browsers.owlbear_room import Frame, Room, owlbear
from tests.support.secrecy.disguise import MARK

CELL = 60
"""Pixels of a cell of the room's map."""
READY = "document.getElementById('app').dataset.ready"


@pytest.fixture(scope="module")
def table(server: PrivateServer, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that has the SDK."""
    folders = Folders(vendor=vendor)
    if not any((vendor / "@owlbear-rodeo").glob("sdk@*/sdk.js")):
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    with serving(server.url, tmp_path_factory.mktemp("owlbear"), folders=folders) as running:
        yield running


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A browser with the room."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the extension in a room")
    with owlbear(program, tmp_path_factory.mktemp("room")) as opened:
        yield opened


@pytest.fixture
def room(whole: Room) -> Iterator[Room]:
    """The room, empty; whatever it was asked it knew, and no page of it complained."""
    whole.enter()
    whole.complaints.clear()
    yield whole
    assert whole.faults() == []
    assert whole.complaints == []


class Fight:
    """A fight of a game master and Ana, both in the room."""

    def __init__(self, table: Table, room: Room, wish: dict[str, Any]) -> None:
        self.table, self.room = table, room
        made = self._asked("POST", "/v1/encounters", wish, ADMIN)
        self.id: str = made["encounter"]["id"]
        self.tokens: dict[str, str] = {one["seat"]: one["token"] for one in made["tokens"]}
        self.popovers: dict[str, Frame] = {}

    def _asked(self, method: str, path: str, body: Any, token: str) -> Any:
        answer = self.table.http.request(method, path, json=body, headers=self.table.headers(token))
        assert answer.is_success, answer.text
        return answer.json()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The game master's request."""
        answer = self.table.http.request(method, path, json=body, headers=self.table.headers(self.tokens["gm"]))
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def look(self, seat: str = "gm") -> dict[str, Any]:
        """The fight as a seat sees it."""
        found: dict[str, Any] = self._asked("GET", f"/v1/encounters/{self.id}", None, self.tokens[seat])
        return found

    def places(self) -> dict[str, Any]:
        """Where everybody is, by name."""
        scene = self._asked("GET", f"/v1/encounters/{self.id}/scene", None, self.tokens["gm"])
        return {one["label"]: one["place"] for one in scene["tokens"] if one["place"]}

    def told(self, seat: str) -> dict[int, tuple[str | None, str]]:
        """What a seat reads of it: of each act of which something came who did it, and its headline, oldest first."""
        acts: dict[int, tuple[str | None, str]] = {}
        by: dict[int, str | None] = {}
        after = 0
        while page := self._asked("GET", f"/v1/encounters/{self.id}/events?after={after}", None, self.tokens[seat]):
            for one in page["events"]:
                by.setdefault(one["act"], one["seat"])
                if one["headline"]:
                    acts[one["act"]] = by[one["act"]], one["headline"]["text"]
            if not page["events"]:
                break
            after = page["after"]
        return acts

    def command(self, command: dict[str, Any], seat: str = "gm") -> None:
        """An order by the API, beside the room."""
        self._asked("POST", f"/v1/encounters/{self.id}/commands", {"command": command}, self.tokens[seat])

    def come(self, *seats: str) -> None:
        """They come into the room and take their seats, each by an invitation."""
        for seat in seats:
            self.room.join(seat, "GM" if seat == "gm" else "PLAYER", self.table.port)
            popover = self.popovers[seat] = self.room.popover(seat)
            popover.until("document.querySelector('[name=pasted]')")
            path = f"/v1/encounters/{self.id}/invitations"
            code = self._asked("POST", path, {"seat": seat}, self.tokens["gm"])["code"]
            popover.type("[name=pasted]", code)
            popover.click(".entrance button")
            popover.until(READY)

    def put_tokens(self, number: int) -> None:
        """The game master puts a token for everybody."""
        gm = self.popovers["gm"]
        gm.until("document.querySelector('.map-panel')")
        gm.js("document.querySelector('.map-panel').open = true")
        gm.click("[data-map=place]")
        self.room.until(f"room.items.size === {number}")

    def nothing_is_told_to_all(self) -> None:
        """What everybody in the room can read holds no secret, and of the fight only which it is and how far it is."""
        shared = self.room.shared()
        assert all(token not in shared for token in self.tokens.values())
        assert "eyJ" not in shared
        (kept,) = json.loads(shared)[0].values()
        assert set(kept) == {"fight", "version"}
        assert kept["fight"] == self.id


def middle(place: dict[str, Any]) -> tuple[float, float]:
    """The middle of a cell on the map."""
    return (place["cell"]["x"] + 0.5) * CELL, (place["cell"]["y"] + 0.5) * CELL


def spot(item: dict[str, Any]) -> tuple[float, float]:
    return item["position"]["x"], item["position"]["y"]


def lies(room: Room, name: str, x: float, y: float) -> None:
    """Wait until somebody's token lies there."""
    item = f"[...room.items.values()].find((one) => one.name === '{name}')"
    room.until(f"Math.hypot({item}.position.x - {x}, {item}.position.y - {y}) < 1")


class Dragger(Person):
    """Somebody who uses the popover, and moves by dragging tokens on the map."""

    def __init__(self, fight: Fight, name: str, rng: random.Random, not_mine: list[str]) -> None:
        super().__init__(fight.popovers[name], name, "mouse", rng, not_mine)
        self.fight, self.room = fight, fight.room
        self.moved = self.back = 0
        self._dragged: set[str] = set()
        self._since = 0.0

    def step(self) -> str:
        """Do what is this seat's to do, once its page shows how it is: the game master could answer for Ana too."""
        now = self.fight.look(self.name)
        asked = [one["seats"] for one in now["decisions"]]
        shown = self.page.js("document.querySelector('main.table').dataset.version")
        if shown != str(now["version"]) or (asked and self.name not in asked[0]):
            return ""
        if self._rolled and time.monotonic() > self._since + 5:
            self._rolled = ""  # something moved under the mouse: type again
        done = super().step()
        if done:
            self._since = time.monotonic()
        return done

    def _order(self, offers: list[dict[str, Any]], *, decided: bool) -> str:
        """Drag the token nearer to a foe once a turn, then strike if possible, else end the turn."""
        mine = [one for one in offers if not one["key"].startswith(NEVER)]
        first = [one for one in offers if one["key"].startswith("begin") or (decided and one["key"].startswith("end"))]
        strikes = [one for one in mine if "strike" in one["group"] or "cast" in one["group"]]
        moves = [one for one in mine if "move" in one["group"]]
        ends = [one for one in offers if one["key"].startswith((*ENDS, "hold"))]
        whose = self.see()["whose"]
        turn = f"{whose} {len(self.done)}"
        if not first and moves and whose not in self._dragged:
            self._dragged.add(whose)
            if self._drag(whose):
                return f"drags {whose}"
        self._dragged.discard(whose)
        group = first or strikes or ends or moves
        if not group:
            return ""
        one = self._rng.choice(group)
        self._choose(one, f"document.querySelectorAll('.offer-list button[data-offer]')[{offers.index(one)}]")
        return f"chooses {one['key']}: {one['text']} {turn}"

    def _drag(self, whose: str) -> bool:
        """Drag somebody towards the nearest foe; whether it went. If not, the token is back where it was."""
        places, now = self.fight.places(), self.fight.look()
        sides = {one["name"]: one["side"] for one in now["combatants"] if one["out"] is None}
        if whose not in places or whose not in sides:  # the page has moved on
            return False
        foes = [places[one] for one in sides if one in places and sides[one] != sides[whose]]
        here, version, notes = places[whose], now["version"], len(self.room.notes(self.name))
        target = self._target(here, foes, list(places.values()))
        if target is None:
            return False
        self.room.drag(self.name, self.room.token(whose)["id"], *target)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.fight.look()["version"] > version:
                self.moved += 1
                return True
            if len(self.room.notes(self.name)) > notes:
                self.back += 1
                self.check_back(whose, here)
                return False
            time.sleep(0.05)
        raise AssertionError(f"{whose} was dragged, and nothing came of it")

    def _target(self, here: Any, foes: list[Any], taken: list[Any]) -> tuple[float, float] | None:
        if not foes:
            return None
        if here["cell"] is None:
            zones = [one["zone"] for one in foes if one["zone"] != here["zone"]]
            return {"west": (120.0, 90.0), "east": (480.0, 90.0)}[zones[0]] if zones else None
        x, y = here["cell"]["x"], here["cell"]["y"]
        cells = [(one["cell"]["x"], one["cell"]["y"]) for one in taken]
        foe = min(((one["cell"]["x"], one["cell"]["y"]) for one in foes), key=lambda f: abs(f[0] - x) + abs(f[1] - y))
        near = [(a, b) for a in range(x - 2, x + 3) for b in range(y - 2, y + 3)]
        free = [one for one in near if one not in cells and one[0] >= 0 and one[1] >= 0]
        best = min(free, key=lambda one: (abs(one[0] - foe[0]) + abs(one[1] - foe[1]), self._rng.random()))
        return (best[0] + 0.5) * CELL, (best[1] + 0.5) * CELL

    def check_back(self, whose: str, here: Any) -> None:
        """The token lies where it was."""
        if here["cell"] is not None:
            lies(self.room, whose, *middle(here))


def played(fight: Fight, seed: int) -> dict[str, Dragger]:
    """A fight played to its end in the room, by two people. AssertionError if both are at a loss."""
    rng, now = random.Random(seed), fight.look()
    owners = {one["name"]: one["seat"] for one in now["combatants"]}
    people = {
        seat: Dragger(fight, seat, rng, [name for name, owner in owners.items() if owner not in (None, seat)])
        for seat in ("gm", "ana")
    }
    end, quiet = time.monotonic() + PATIENCE, time.monotonic()
    while time.monotonic() < end:
        if any(one.step() for one in people.values()):
            quiet = time.monotonic()
        elif people["gm"].see()["over"]:
            return people
        else:
            time.sleep(0.05)
        assert time.monotonic() < quiet + PATIENCE, stuck(fight, people)
    raise AssertionError(f"it does not end: {[one.done[-20:] for one in people.values()]}")


def stuck(fight: Fight, people: dict[str, Dragger]) -> list[Any]:
    """What both see who are at a loss, and how it really is."""
    now = fight.look()
    shown = "document.querySelector('main.table').dataset.version"
    pages = [
        (
            one.page.js(shown),
            one.see(),
            one.page.text(".acts"),
            one.page.js("document.querySelector('.dice-pad')?.outerHTML"),
            one.done[-5:],
        )
        for one in people.values()
    ]
    return [now["version"], [(one["key"], one["seats"]) for one in now["decisions"]], *pages]


def wish_of(system: str) -> dict[str, Any]:
    """The small fight of a game, with Ana against the game master."""
    wish = game(system)
    seats = [one for one in wish["seats"] if one["id"] != "ben"]
    people = [{**one, "seat": "gm" if one["seat"] == "ben" else one["seat"]} for one in wish["combatants"]]
    return {**wish, "seats": seats, "combatants": people}


def test_a_fight_on_squares_is_played_to_its_end(table: Table, room: Room) -> None:
    """By dragging tokens and by the popover: every die is typed; tokens stand where the fight has them at the end."""
    wish = {**wish_of("dozen_die"), "name": "At the inn"}
    for number, (x, y) in enumerate(((1, 1), (1, 4), (8, 1), (7, 4))):
        wish["combatants"][number] |= {"id": f"{MARK}{number}_id", "place": {"cell": {"x": x, "y": y}}}
    fight = Fight(table, room, wish)
    fight.come("gm", "ana")
    fight.put_tokens(4)
    room.drag("ana", room.token("Tove")["id"], 150, 90)  # before it has begun
    room.until("room.people.get('ana').notifications.length")
    assert room.notes("ana") == ["Tove cannot be moved now."]
    lies(room, "Tove", 90, 90)
    for popover in fight.popovers.values():
        assert not codes_in(told_in(popover, "body"))
    people = played(fight, 3)
    # How often depends on how soon they meet, and so on the order in which two browsers come to act.
    assert sum(one.moved for one in people.values()) >= 1, [one.done for one in people.values()]
    for name, place in fight.places().items():
        lies(room, name, *middle(place))
    assert fight.look()["status"] == "ENDED"
    # The log of the popover tells what Ana may read: her last act, and how it ended.
    told = list(fight.told("ana").values())
    log = "document.querySelector('skald-log').textContent"
    for line in ([line for by, line in told if by == "ana"][-1], told[-1][1]):
        fight.popovers["ana"].until(f"{log}.includes({json.dumps(line)})")
    fight.nothing_is_told_to_all()
    assert DECIDED[1] in people["ana"].see()["state"] or people["ana"].see()["over"]


@long_form
def test_a_fight_in_zones_is_played_to_its_end(table: Table, room: Room) -> None:
    """A token that is dragged into another zone goes there, and lies within its outline wherever it is put."""
    wish = {**wish_of("saari"), "typedBy": {"seats": ["ana"]}}
    for one in wish["combatants"]:
        if one["id"] == "ilma":
            one["seat"] = "ana"
    fight = Fight(table, room, wish)
    fight.come("gm", "ana")
    fight.put_tokens(4)
    fight.command({"saari": {"begin": {}}})
    room.until("[...room.people.get('ana').local.values()].some((one) => one.name.includes('Gritt'))")
    seen = drawn(room, "ana")
    assert {"zone west", "zone east", "zone-name west", "links", "conditions ada"} <= seen.keys()
    assert [one[1:] for one in seen["zone east"]["commands"][:-1]] == [[360, 0], [600, 0], [600, 180], [360, 180]]
    people = played(fight, 5)
    assert room.js("[...room.drawn].some((key) => key.startsWith('mark engaged'))"), room.js("[...room.drawn]")
    assert sum(one.moved for one in people.values()) >= 1, [one.done for one in people.values()]
    for name, place in fight.places().items():
        x, y = spot(room.token(name))
        left = {"west": 0, "east": 360}[place["zone"]]
        assert left <= x <= left + 240, (name, place, x)
        assert 0 <= y <= 180
    assert fight.look()["status"] == "ENDED"
    fight.nothing_is_told_to_all()


# -- what each of them sees on the map
HALL = {
    "space": {"kind": "GRID"},
    "rows": ["..........", "....##....", "..........", ".........."],
    "legend": [
        {"key": "wall", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
        {"key": "door", "look": "DOOR", "label": "Oak door", "state": "SHUT"},
        {"key": "fire", "look": "FIRE", "label": "Burning oil"},
        {"key": "trap", "look": "HAZARD", "label": "Loose flagstone"},
    ],
    "patches": [
        {"key": "oil", "entry": "fire", "area": {"runs": [{"x": 8, "y": 0, "length": 2}, {"x": 9, "y": 1}]}},
        {"key": "stone", "entry": "trap", "area": {"runs": [{"x": 0, "y": 0}]}, "seenBy": ["gm"]},
    ],
    "edges": [{"key": "gate", "entry": "door", "line": [{"x": 700, "y": 0}, {"x": 700, "y": 100}]}],
}


SPREAD = (("ogre", 0, 0), ("archer", 5, 4), ("archer", 7, 1), ("veteran", 7, 4))
"""What four figures are, and where they begin; the first covers two cells each way."""


def hall() -> dict[str, Any]:
    """Cloud of Ana, Steiner of the game master, and a goblin that lurks where Ana does not see it."""

    def one(name: str, side: str, seat: str, ref: str, x: int, y: int, **own: Any) -> dict[str, Any]:
        sheet = {"fantasia": {"ref": ref, **({"initiativeBonus": 20} if name == "cloud" else {})}}
        place = {"cell": {"x": x, "y": y}}
        return {
            "id": name,
            "name": name.capitalize(),
            "side": side,
            "seat": seat,
            "sheet": sheet,
            "place": place,
            **own,
        }

    people = [
        one("cloud", "heroes", "ana", "soldier", 1, 2),
        one("steiner", "foes", "gm", "soldier", 8, 2),
        one("gnash", "foes", "gm", "goblin", 3, 3, seenBy=["gm"]),
    ]
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana"}]
    return {"system": "fantasia", "name": "The hall", "seats": seats, "combatants": people, "ground": HALL}


def drawn(room: Room, of: str) -> dict[str, dict[str, Any]]:
    """What is drawn for somebody alone, by what it is of."""
    return {one["metadata"]["skald/drawn"]: one for one in room.items(of)}


def turn_of(fight: Fight, name: str) -> None:
    """The fight goes on until somebody is up: all before end their turns; dice fall and questions are answered."""
    for _ in range(40):
        now = fight.look()
        if name in now["acting"] and not now["decisions"]:
            return
        if now["decisions"]:
            asked = now["decisions"][0]
            send = asked["offers"][0]["send"]
            fight._asked(
                "POST", f"/v1/encounters/{fight.id}/decisions/{asked['key']}", {"choice": send}, fight.tokens["gm"]
            )
            continue
        (send, *_) = [one["send"] for one in now["offers"] if one["key"].startswith(("begin", "end-turn", "end_turn"))]
        fight.command(send)
    raise AssertionError(f"{name} is never up")


def test_everybody_has_his_own_map(table: Table, room: Room) -> None:
    """What some do not see is on the map of who sees it alone, and goes there; nothing in the room tells of it."""
    fight = Fight(table, room, hall())
    fight.come("gm", "ana")
    room.until("room.people.get('gm').local.size && room.people.get('ana').local.size")
    room.until("[...room.people.get('gm').local.values()].some((one) => one.name === 'Gnash')")
    for who in ("gm", "ana"):
        walls = [one for one in drawn(room, who).values() if one["type"] == "WALL"]
        # Two cells have an outline of four lines; the shut door stands beside them.
        assert len(walls) == 5, who
        assert {"x": 420, "y": 0} in walls[0]["points"] + walls[-1]["points"]
        fire = drawn(room, who)["mark hazard-oil"]
        assert (fire["name"], fire["type"], fire["layer"]) == ("Burning oil", "PATH", "DRAWING")
        corners = [[(480, 0), (600, 0), (600, 60), (480, 60)], [(540, 60), (600, 60), (600, 120), (540, 120)]]
        assert fire["commands"] == [
            command for ring in corners for command in [*([int(n > 0), *corner] for n, corner in enumerate(ring)), [5]]
        ]
        assert drawn(room, who)["mark-name hazard-oil"]["text"]["plainText"] == "Burning oil"
    assert {"mark hazard-stone", "patch stone"} <= drawn(room, "gm").keys()
    assert "flagstone" not in json.dumps(room.items("ana")).lower()
    assert {"figure cloud", "figure steiner"} <= drawn(room, "ana").keys()  # nobody has a token yet
    assert "figure gnash" in drawn(room, "gm")
    assert "gnash" not in json.dumps(room.items("ana")).lower()
    fight.put_tokens(2)
    room.until(
        "![...room.people.get('ana').local.values()].some((one) => one.metadata['skald/drawn'] === 'figure cloud')"
    )
    label = drawn(room, "ana")["conditions cloud"]
    assert label["attachedTo"] == room.token("Cloud")["id"]
    assert label["text"]["plainText"].startswith("● Cloud ")
    fight.command({"gm": {"setCondition": {"combatant": "cloud", "kind": "poison"}}})
    found = (
        "[...room.people.get('ana').local.values()].find((one) => one.metadata['skald/drawn'] === 'conditions cloud')"
    )
    room.until(f"{found}?.text.plainText.includes('\\n')")

    turn_of(fight, "gnash")
    figure = drawn(room, "gm")["figure gnash"]
    assert spot(figure) == (210, 210)
    room.drag("gm", figure["id"], 270, 210)
    own = "[...room.people.get('gm').local.values()].find((one) => one.metadata['skald/drawn'] === 'figure gnash')"
    room.until(f"{own}?.position.x === 270 && {own}.id !== '{figure['id']}'")
    assert fight.places()["Gnash"]["cell"] == {"x": 4, "y": 3}
    assert "gnash" not in (room.shared() + json.dumps(room.items("ana"))).lower()
    fight.nothing_is_told_to_all()


def test_who_hides_takes_the_token_along(table: Table, room: Room) -> None:
    """It is hidden and stays where it was; where it goes meanwhile nobody in the room learns. Then it shows itself."""
    fight = Fight(table, room, hall())
    fight.come("gm", "ana")
    fight.command({"gm": {"reveal": {"combatants": ["gnash"]}}})
    room.until("[...room.people.get('ana').local.values()].some((one) => one.name === 'Gnash')")
    fight.put_tokens(3)
    token = "[...room.items.values()].find((one) => one.name === 'Gnash')"
    fight.command({"gm": {"hide": {"combatants": ["gnash"]}}})
    room.until(f"{token}.visible === false")
    turn_of(fight, "gnash")
    places = [{"cell": {"x": 4, "y": 3}}]
    fight.command({"fantasia": {"move": {"combatant": "gnash", "path": places}}})
    own = "[...room.people.get('gm').local.values()].find((one) => one.metadata['skald/drawn'] === 'figure gnash')"
    room.until(f"{own}?.position.x === 270")
    assert spot(room.token("Gnash")) == (210, 210)
    assert room.token("Gnash")["visible"] is False
    fight.command({"gm": {"reveal": {"combatants": ["gnash"]}}})
    lies(room, "Gnash", 270, 210)
    room.until(f"{token}.visible === true")
    assert not room.js(own)


def test_one_page_acts_and_strangers_do_not(table: Table, room: Room) -> None:
    """A step moves a token once; what a stranger moves goes back; another fight is not drawn over this one."""
    fight = Fight(table, room, hall())
    fight.come("gm", "ana")
    fight.put_tokens(2)
    # A second page of a game master, who has the same seat.
    room.join("hal", "GM", table.port)
    hal = room.popover("hal")
    hal.until("document.querySelector('[name=pasted]')")
    hal.type("[name=pasted]", fight.tokens["gm"])
    hal.click(".entrance button")
    hal.until(READY)
    turn_of(fight, "cloud")
    room.js("room.writes = []")
    fight.command({"fantasia": {"move": {"combatant": "cloud", "path": [{"cell": {"x": 2, "y": 2}}]}}}, "ana")
    lies(room, "Cloud", 150, 150)
    time.sleep(0.5)
    assert room.js("room.writes") == ["gm"]
    room.js("room.leave('gm')")
    room.js("room.leave('ana')")
    room.join("eve", "PLAYER", table.port)
    room.drag("eve", room.token("Cloud")["id"], 330, 150)
    lies(room, "Cloud", 150, 150)
    assert room.notes("hal")[-1] == "Cloud was moved by somebody without a seat in the fight, and goes back."
    assert fight.places()["Cloud"]["cell"] == {"x": 2, "y": 2}
    # Too far is too far, in the words of the rules; and so is a spot beside the board.
    for x, y in ((570, 210), (-90, 30)):
        told = len(room.notes("hal"))
        room.drag("hal", room.token("Cloud")["id"], x, y)
        room.until(f"room.people.get('hal').notifications.length > {told}")
        assert room.notes("hal")[-1] not in ("", "Cloud cannot be moved now."), room.notes("hal")
        lies(room, "Cloud", 150, 150)
    # The way round the wall is found: a straight one would go through it.
    room.drag("hal", room.token("Cloud")["id"], 270, 30)
    room.until("room.people.get('hal').local.size")
    lies(room, "Cloud", 270, 30)
    deadline = time.monotonic() + PATIENCE
    while fight.places()["Cloud"]["cell"] != {"x": 4, "y": 0}:
        assert time.monotonic() < deadline, room.notes("hal")
        time.sleep(0.05)
    room.js("room.metadata = { 'skald/fight': { fight: 'another', version: 3 } }")
    room.js("room.told('OBR_ROOM_METADATA_EVENT_CHANGE')")
    room.until("room.people.get('hal').local.size === 0")


def test_without_a_game_master_players_move_what_is_theirs(table: Table, room: Room) -> None:
    """Tokens that looks name; a figure of four cells; the grid and the corner of the map change; a scene is closed."""
    wish = wish_of("dozen_die")
    for one, (ref, x, y) in zip(wish["combatants"], SPREAD, strict=True):
        one["place"], one["sheet"] = {"cell": {"x": x, "y": y}}, {"dozenDie": {"ref": ref}}
    refs = ("The rider", "an-item")
    for one, value in zip(wish["combatants"], refs, strict=False):
        one["looks"] = {"refs": [{"program": "roll20", "value": "other"}, {"program": "owlbear", "value": value}]}
    fight = Fight(table, room, wish)
    fight.come("ana")
    room.until("[...room.people.get('ana').local.values()].some((one) => one.name === 'Tove')")
    label = next(one for one in room.items("ana") if one["metadata"]["skald/drawn"] == "figure tove")
    assert (label["width"], label["position"]) == (2 * CELL * 0.9, {"x": 60, "y": 60})
    # A rectangle lies on its corner, and not on its middle.
    room.js("""(() => {
        const item = { ...[...room.people.get('ana').local.values()].find(({ type }) => type === 'SHAPE') };
        Object.assign(item, { id: 'rider', name: 'The rider', shapeType: 'RECTANGLE', width: 120, height: 120 });
        Object.assign(item, { position: { x: 300, y: 0 }, metadata: {}, createdUserId: 'user-ana' });
        room.ownerOnly = true;
        room.items.set('rider', item);
        // One is named by its id, whatever it and others are called.
        const circle = { shapeType: 'CIRCLE', width: 50, height: 50, position: { x: 30, y: 450 } };
        room.items.set('decoy', { ...item, ...circle, id: 'decoy', name: 'an-item' });
        room.items.set('an-item', { ...item, ...circle, id: 'an-item', name: 'By its id' });
        room.items.set('other', { ...item, id: 'other', name: 'Somebody', createdUserId: 'user-else' });
        room.told('OBR_SCENE_ITEMS_EVENT_CHANGE');
    })()""")
    lies(room, "The rider", 0, 0)
    lies(room, "By its id", 330, 270)
    assert spot(room.token("an-item")) == (30, 450)
    room.js("room.scene.metadata = { 'skald/corner': { x: 50, y: 100 } }; room.told('OBR_SCENE_METADATA_EVENT_CHANGE')")
    lies(room, "The rider", 50, 100)
    room.js("room.scene.dpi = 50; room.told('OBR_SCENE_GRID_EVENT_CHANGE')")
    lies(room, "The rider", 40, 90)
    room.js("room.scene.ready = false; room.told('OBR_SCENE_EVENT_READY_CHANGE')")
    room.js("room.people.get('ana').local.clear(); room.scene.ready = true; room.told('OBR_SCENE_EVENT_READY_CHANGE')")
    room.until("room.people.get('ana').local.size")
    assert spot(room.token("Somebody")) == (300, 0)
    assert room.js("[...new Set(room.writes)]") == ["ana"]


def test_a_game_master_matches_tokens_by_hand_and_by_name(table: Table, room: Room) -> None:
    """And lets go of one. What is matched to somebody hidden stands in no item."""
    fight = Fight(table, room, hall())
    fight.come("gm")
    gm = fight.popovers["gm"]
    gm.until("document.querySelector('.map-panel')")
    room.until("[...room.people.get('gm').local.values()].some(({ type }) => type === 'SHAPE')")
    room.js("""(() => {
        const shape = [...room.people.get('gm').local.values()].find(({ type }) => type === 'SHAPE');
        for (const [id, name] of [['a', 'cloud '], ['b', 'A knight'], ['c', 'A thing']])
            room.items.set(id, { ...shape, id, name, metadata: {}, layer: 'CHARACTER', position: { x: 0, y: 0 } });
        room.told('OBR_SCENE_ITEMS_EVENT_CHANGE');
    })()""")
    gm.js("document.querySelector('.map-panel').open = true")
    gm.click("[data-map=by-name]")
    lies(room, "cloud ", 90, 150)
    for item, who in (("b", "steiner"), ("c", "gnash")):
        room.js(f"room.people.get('gm').selection = ['{item}']")
        gm.click(f"[data-match={who}] button")
        gm.until(f"document.querySelector('[data-match={who}]').dataset.item === '{item}'")
    lies(room, "A knight", 510, 150)
    assert "gnash" not in room.shared().lower()
    room.until("room.items.get('c').visible === false")
    assert spot(room.items()[2]) == (0, 0)
    gm.click("[data-match=cloud] button:last-child")
    gm.until("document.querySelector('[data-match=cloud]').dataset.item === ''")
    assert "skald/combatant" not in room.js("room.items.get('a').metadata")
    fight.command({"gm": {"reveal": {"combatants": ["gnash"]}}})
    lies(room, "A thing", 210, 210)
    room.until("room.items.get('c').visible")
    fight.nothing_is_told_to_all()


def test_who_is_asked_is_told(table: Table, room: Room) -> None:
    """By a number at the button, a notification and the popover, which opens; nobody else is. Then it is her turn."""
    fight = Fight(table, room, {**hall(), "dice": "PHYSICAL"})
    fight.come("gm", "ana")
    for name in ("gm", "ana"):
        room.js(f"room.close('{name}')")
    fight.command({"fantasia": {"begin": {}}})
    ana, gm = "room.people.get('ana')", "room.people.get('gm')"
    told: dict[str, list[str]] = {"ana": [], "gm": []}
    for _ in range(12):
        now = fight.look()
        if not now["decisions"]:
            break
        asked = now["decisions"][0]
        for name, person in (("ana", ana), ("gm", gm)):
            own = [one["text"] for one in now["decisions"] if name in one["seats"]]
            room.until(f"{person}.badge === {json.dumps(str(len(own))) if own else 'undefined'}")
            if set(own) - {*told[name]}:  # what was asked before has been told, and is not told again
                room.until(f"!!{person}.popover")
            elif not own:
                assert room.js(f"{person}.popover === null")
            assert set(own) <= {*room.notes(name)}
            told[name] += own
        room.js("room.close('gm'); room.close('ana')")
        dice = asked["question"].get("dice")
        answer = {"faces": [3] * int(dice.split("d")[0])} if dice else {"choice": asked["offers"][0]["send"]}
        fight.ask("POST", f"/v1/encounters/{fight.id}/decisions/{asked['key']}", answer)
    assert "cloud" in fight.look()["acting"]
    room.until(f"{ana}.badge === '!' && {ana}.notifications.at(-1) === 'It is your turn.'")
    assert room.js(f"{ana}.popover === null")


def test_what_the_room_refuses_is_tried_again(table: Table, whole: Room) -> None:
    """A room that is away for a moment: the map is as it has to be soon after."""
    room = whole
    room.enter()
    fight = Fight(table, room, hall())
    fight.come("gm", "ana")
    fight.put_tokens(2)
    turn_of(fight, "cloud")
    room.js("""(() => {
        room.refusing = 1;
        room.may = function (person, item) { return this.refusing-- <= 0; };
    })()""")
    fight.command({"fantasia": {"move": {"combatant": "cloud", "path": [{"cell": {"x": 2, "y": 2}}]}}}, "ana")
    lies(room, "Cloud", 150, 150)
    room.until("[...room.people.get('gm').local.values()].some((one) => one.position.x === 150)")
    ours = [one["metadata"]["skald/drawn"] for one in room.items("gm")]
    assert len(ours) == len(set(ours))
    assert room.faults() == []
    assert all("skald" in one for one in room.complaints), room.complaints
    room.complaints.clear()


def test_a_seat_ends_in_the_room_too(table: Table, room: Room) -> None:
    """A revoked token is forgotten, and said so; who leaves his seat leaves nothing behind."""
    fight = Fight(table, room, hall())
    fight.come("gm", "ana")
    room.until("room.people.get('ana').local.size > 0")
    fight.ask("DELETE", f"/v1/encounters/{fight.id}/tokens/ana")
    room.until("room.people.get('ana').notifications.some((one) => one.includes('not accepted any more'))")
    room.until("room.people.get('ana').local.size === 0")
    fight.popovers["ana"].until("document.querySelector('[name=pasted]')")
    assert room.js("room.people.get('ana').metadata") == {}
    kept = f"localStorage.getItem('skald-owlbear {room.js('location.pathname').rpartition('/')[2]}')"
    assert fight.popovers["ana"].js(kept) is None
    assert fight.popovers["gm"].js(kept) is not None
    # A token of no seat is refused in words.
    ana = fight.popovers["ana"]
    ana.type("[name=pasted]", ADMIN)
    ana.click(".entrance button")
    ana.until("document.querySelector('.refusal')?.textContent.includes('not of a seat')")
    assert ana.js(kept) is None
    # The game master leaves by his settings.
    gm = fight.popovers["gm"]
    gm.js("document.querySelector('.settings').open = true")
    gm.click(".settings button")
    gm.click("dialog .primary")
    room.until("room.people.get('gm').local.size === 0")
    gm.until("document.querySelector('[name=pasted]')")
    assert room.js("room.people.get('gm').metadata") == {}


def test_the_room_is_strict(room: Room) -> None:
    """What it does not know, and what is not shaped as the SDK has it, is a fault: else it would prove nothing."""
    room.js("""(() => {
        const person = { name: 'x', role: 'GM', id: 'x', local: new Map(), metadata: {}, notifications: [] };
        const frame = { element: { contentWindow: window }, origin: location.origin, ref: 'r', subscribed: new Set() };
        person.frames = [Object.assign(frame, { person })];
        room.people.set('x', person);
    })()""")
    said = {
        "OBR_ROOM_GET_METAPHYSICS": {},
        "OBR_NOTIFICATION_SHOW": {"message": 3},
        "OBR_ROOM_SET_METADATA": {"update": {"skald/fight": "x" * 20_000}},
        "OBR_SCENE_LOCAL_ADD_ITEMS": {"items": [{"id": "a", "type": "WALL"}]},
        "OBR_PLAYER_GET_ROLE": {"more": 1},
    }
    for name, data in said.items():
        message = json.dumps({"id": name, "data": data, "ref": "r"})
        room.js(f"room.hear({{ source: window, origin: location.origin, data: {message} }})")
    faults = room.faults()
    assert len(faults) == len(said), faults
    room.js("room.faults.length = 0; room.people.clear()")
