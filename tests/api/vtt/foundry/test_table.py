"""What goes wrong at a table, in words, and who may do what: version 14, in Polish and English."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.api.in_browser.test_ids_unseen import codes_in, told_in
from tests.api.vtt.foundry.playing import EYES, FORD, SEEN_BY_ALL, SHEETS, Client, Played, played, running
from tests.api.vtt.foundry.world import SECURE, SecureTab, World
from tests.support.browsers.browser import Tab, browser, chromium, tab
from tests.support.processes.serving import Service

SCENE = {
    "_id": "a-scene-of-the-gm", "name": "A scene of the GM's own", "width": 1000, "height": 600, "padding": 0.25,
    "grid": {"type": 1, "size": 100, "distance": 1, "units": "m"}, "walls": [],
}  # fmt: skip
MARGIN = (300, 200)
"""What Foundry lays around a scene with such a padding, in whole cells."""


def figures_are_placed(world: World, gm: Client, fight: Played, count: int) -> None:
    """The game master sits down, views a scene, and has so many tokens made on it."""
    gm.sit(fight.invitation("gm"), "At the ford")
    world.do(do="create", type="Scene", data=[SCENE])
    world.do(do="view", data={"scene": SCENE["_id"]})
    gm.page.until("canvas.scene !== null")
    gm.desk("place")
    gm.noticed(f"Tokens made: {count}")


def test_what_goes_wrong_is_said_and_nothing_is_written_that_not_all_see(devtools: str, tmp_path: Path) -> None:
    """One world of version 14: origins, refused drags, somebody without a seat, a revoked seat, another game master."""
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, FORD))
        ana = Client(stack.enter_context(tab(devtools)), world, "ana", 14, "pl")
        an_origin_that_nobody_allowed(ana, fight)
        gm = Client(stack.enter_context(tab(devtools)), world, "gm", 14)
        figures_are_placed(world, gm, fight, 2)
        a_figure_stands_where_the_scene_has_its_cell(gm)
        dragged_without_a_seat(world, ana, gm)
        ana.sit(fight.invitation("ana"), "At the ford")
        dragged_where_nobody_may(fight, gm)
        a_hidden_figure_is_nowhere_till_it_is_seen(fight, world, gm, ana)
        dice_are_written_as_her_language_does(fight, ana)
        a_seat_that_was_taken_away(fight, ana)
        for client in (gm, ana):
            assert client.unknown() == []
            assert not codes_in(told_in(client.page, ".skald"))


def test_one_client_acts_and_another_takes_over(devtools: str, tmp_path: Path) -> None:
    """Of two game masters' clients the active one writes; when it leaves, the other does, and repeats nothing."""
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, FORD))
        second = Client(stack.enter_context(tab(devtools)), world, "second")
        second.sit(fight.invitation("gm"), "At the ford")
        gm = Client(stack.enter_context(tab(devtools)), world, "gm")
        gm.sit(fight.link("gm"), "At the ford")  # the invitation of the other has let this page in
        world.do(do="create", type="Scene", data=[{**SCENE, "padding": 0}])
        world.do(do="view", data={"scene": SCENE["_id"]})
        gm.page.until("canvas.scene !== null")
        second.page.until("canvas.scene !== null")
        who_is_no_master_of_the_world_has_no_desk(stack.enter_context(tab(devtools)), world, fight)
        gm.desk("place")
        second.stands("goblin", (6, 2))
        carry(fight, 7, 3)
        second.stands("goblin", (7, 3))
        world.do(do="user", data={"id": "gm", "active": False})
        for client in (gm, second):
            client.page.until("game.users.activeGM.id === 'second'")
        carry(fight, 8, 3)
        second.stands("goblin", (8, 3))
        moved = [op["user"] for op in world.said if (op["do"], op.get("type")) == ("update", "Token")]
        assert moved == ["gm", "second"]
        assert gm.unknown() == second.unknown() == []
        away_and_back(service, fight, second)


def test_what_only_one_of_two_players_knows_is_not_in_the_world(devtools: str, tmp_path: Path) -> None:
    """Of two players each sees somebody, hears a roll and knows of a door or wall that the other does not."""
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, EYES))
        gm = Client(stack.enter_context(tab(devtools)), world, "gm")
        gm.sit(fight.invitation("gm"), EYES["name"])
        gm.desk("scene")
        gm.page.until("world.scenes.size === 1")
        [made] = gm.page.js("[...world.scenes.values()].map(({data}) => data)")
        walls = [(one["door"], one["ds"], one["c"]) for one in made["walls"]]
        assert sorted(walls) == sorted(SEEN_BY_ALL)
        assert {one["move"] for one in made["walls"] if not one["ds"]} == {20}
        world.do(do="view", data={"scene": made["_id"]})
        gm.page.until("canvas.scene !== null")
        gm.desk("place")
        gm.noticed("Tokens made: 2")
        fight.order("gm", {"fantasia": {"begin": {"note": ""}}})
        gm.page.until("document.querySelectorAll('#log .skald-rolled').length")
        gm.page.until("document.querySelectorAll('#tracker li').length === 2")
        assert gm.page.text("#log .skald-rolled").splitlines()[0] == "Round 1 begins", "the headline of the act"
        gm.page.click("#log .skald-rolled summary")
        card = gm.page.text("#log .skald-rolled")
        assert "Cloud rolls" in card
        assert "Goblin rolls" in card
        assert gm.page.text("#tracker") == "2 Cloud\n1 Goblin"
        assert "Spy" in gm.page.js("document.querySelector('.skald-bind').textContent"), "in his window is all of it"
        written = json.dumps(world.said)
        assert not [who for who in ("Unseen", "Scout", "Spy", "lurker", "scout", "spy") if who in written]
        assert gm.unknown() == []


def test_a_page_of_https_says_what_it_may_not_ask_or_cannot_reach(tmp_path: Path) -> None:
    """Where an invitation is pasted, and where a world is opened again; a server on the same machine may be asked."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the pages in a browser")
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, FORD))
        # Chromium would ask the person before the page whether it may reach this machine.
        devtools = stack.enter_context(browser(program, tmp_path, "--disable-features=LocalNetworkAccessChecks"))
        page = stack.enter_context(tab(devtools, lambda socket: SecureTab(socket, world)))
        ana = Client(page, world, "ana", site=SECURE)
        assert page.js("location.protocol") == "https:"
        for server, words in (
            ("http://192.168.1.5:8765", "plain http (http://192.168.1.5:8765): mixed content"),
            ("http://skald.example", "plain http (http://skald.example): mixed content"),
            ("https://192.168.1.5:8765", "https://192.168.1.5:8765 stands in a local network"),
            ("https://skald.example", "https://skald.example does not answer"),
        ):
            ana.enter(f"{server}/play#invitation=abc")
            ana.noticed(words)
            assert words in page.text(".skald-said")
        kept = {"server": "http://192.168.1.5:8765/", "fight": "f", "token": "t", "seat": "ana", "role": "PLAYER"}
        page.js(f"import('/modules/skald/vtt/foundry/host.js').then(({{keepSeat}}) => keepSeat({json.dumps(kept)}))")
        page.js("location.reload()")
        page.until("document.body?.dataset.ready && notices.some((one) => one.includes('http://192.168.1.5:8765'))")
        assert not [one for one in page.asked if one.startswith(("http://192.168", "http://skald"))]
        page.click("#open")
        ana.sit(fight.invitation("ana"), "At the ford")
        assert page.js("[...document.querySelectorAll('.skald-said')].map((one) => one.textContent)") == [""]
        assert ana.unknown() == []


def test_large_figures_open_tables_and_picks_on_the_map(devtools: str, tmp_path: Path) -> None:
    """An ogre has a token of four cells, a place is picked by a click or given up, points lie in a token's middle."""
    cloud, *others = FORD["combatants"]
    ogre = {"id": "ogre", "name": "Ogre", "side": "foes", "place": {"cell": {"x": 7, "y": 3}},
            "sheet": {"fantasia": {"ref": "ogre"}}}  # fmt: skip
    setup = {**FORD, "typedBy": {"seats": [], "sides": []}, "combatants": [cloud, *others, ogre]}
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, setup))
        gm = Client(stack.enter_context(tab(devtools)), world, "gm")
        figures_are_placed(world, gm, fight, 3)
        large = gm.token("ogre") or {}
        there = (700 + MARGIN[0], 300 + MARGIN[1])
        assert (large["x"], large["y"], large["width"], large["height"]) == (*there, 2, 2)
        fight.order("gm", {"gm": {"correct": {"path": "combatants.ogre.place", "value": {"cell": {"x": 5, "y": 4}}}}})
        gm.stands("ogre", (5 + 3, 4 + 2))
        points_lie_in_the_middle_of_tokens(gm)
        ana = Client(stack.enter_context(tab(devtools)), world, "ana")
        ana.sit(fight.invitation("ana"), "At the ford")
        fight.order("gm", {"fantasia": {"begin": {"note": ""}}})
        ana.page.click(".skald-offers [data-offer=move-walk]")
        picked(ana)
        ana.stands("cloud", (3 + 3, 3 + 2))
        assert fight.cell("cloud") == (3, 3)
        assert gm.unknown() == ana.unknown() == []


def points_lie_in_the_middle_of_tokens(client: Client) -> None:
    """On an open table, in hundredths of a unit: there and back again, for a small and a large token."""
    script = """import('/modules/skald/vtt/foundry/host.js').then((host) => [1, 2].map((side) => {
        const size = {width: side, height: side}, at = host.pixelsOf(canvas.scene, {point: {x: 150, y: 225}}, size);
        return [at.x, at.y, host.placeAt(canvas.scene, at, size, false)];
    }))"""
    point = {"point": {"x": 150, "y": 225}}
    assert client.page.js(script) == [
        [100 + MARGIN[0], 175 + MARGIN[1], point],
        [50 + MARGIN[0], 125 + MARGIN[1], point],
    ]


def picked(ana: Client) -> None:
    """A pick is given up by a key; a click on the map is where she goes."""
    waited = "import('/modules/skald/vtt/foundry/host.js').then(({nextClick}) => { window.pick = nextClick(); })"
    ana.page.js(waited)
    ana.page.key("Escape")
    late = "new Promise((done) => setTimeout(done, 5000, 'nothing was given up'))"
    assert ana.page.js(f"Promise.race([pick, {late}])") is None
    ana.page.js(
        "document.querySelectorAll('.window').forEach((one) => Object.assign(one.style, {left: '700px', top: 0}))"
    )
    spot = ana.spot((350 + MARGIN[0], 350 + MARGIN[1]))
    foretold = "Cloud goes 2 m"
    ana.page.until("document.querySelector('.skald .draft').innerText.includes('click a place')")
    assert foretold not in ana.page.text(".skald")
    ana.page.click(".skald [data-pick]")
    ana.page.mouse(*spot)
    ana.page.until(f"document.querySelector('.skald').innerText.includes({json.dumps(foretold)})")
    ana.page.click(".skald .draft .primary:not(:disabled)")


def named(name: str, refs: list[str], cell: tuple[int, int]) -> dict[str, Any]:
    """A figure whose looks name a token or an actor."""
    return {
        "id": name, "name": name, "side": "foes", "place": {"cell": {"x": cell[0], "y": cell[1]}},
        "sheet": {"fantasia": SHEETS["goblin"]},
        "looks": {"refs": [{"program": "foundry", "value": ref} for ref in refs]},
    }  # fmt: skip


def test_tokens_that_looks_name_follow_hide_and_are_dragged(devtools: str, tmp_path: Path) -> None:
    """By id, uuid and actor; a token that is named by itself is nobody else's, and none stands for two."""
    cloud, *others = FORD["combatants"]
    hero = {**cloud, "looks": {"refs": [{"program": "foundry", "value": "actor-of-ana"}]}}
    people = [
        hero, *others, named("first", ["actor-of-twins"], (6, 4)), named("second", ["actor-of-twins"], (7, 4)),
        named("third", ["the-third-token-0"], (8, 4)),
        named("fourth", ["elsewhere", f"Scene.{SCENE['_id']}.Token.the-fourth-token-"], (9, 4)),
    ]  # fmt: skip
    tokens = {"the-third-token-0": "actor-of-twins", "the-fourth-token-": None, "one-of-the-twins-": "actor-of-twins",
              "other-of-the-twins": "actor-of-twins", "the-hero-of-ana-0": "actor-of-ana"}  # fmt: skip
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, {**FORD, "combatants": people}))
        gm = Client(stack.enter_context(tab(devtools)), world, "gm")
        gm.sit(fight.invitation("gm"), "At the ford")
        ana = Client(stack.enter_context(tab(devtools)), world, "ana")
        ana.sit(fight.invitation("ana"), "At the ford")
        world.do(do="user", data={"id": "gm", "active": False})
        ana.page.until("game.users.activeGM === null")
        world.do(do="create", type="Scene", data=[{**SCENE, "padding": 0}])
        world.do(do="view", data={"scene": SCENE["_id"]})
        data = [{"_id": key, "name": f"Token {n}", "actorId": actor, "x": 100 * n, "y": 0, "width": 1, "height": 1}
                for n, (key, actor) in enumerate(tokens.items())]  # fmt: skip
        world.do(do="create", type="Token", scene=SCENE["_id"], data=data)
        ana.page.until("document.querySelectorAll('.token').length === 5")
        ana.drag(data[-1], (5, 1))  # it is bound to nobody yet
        ana.noticed("You cannot move this figure now")
        world.do(do="user", data={"id": "gm", "active": True})
        stands = {"cloud": (2, 2), "first": (6, 4), "second": (7, 4), "third": (8, 4), "fourth": (9, 4)}
        for figure, cell in stands.items():
            ana.stands(figure, cell)
        bound = {figure: ana.token(figure) or {} for figure in stands}
        assert bound["third"]["_id"] == "the-third-token-0"
        assert bound["fourth"]["_id"] == "the-fourth-token-"
        assert len({one["_id"] for one in bound.values()}) == 5
        gm.desk("place")
        gm.noticed("Tokens made: 1")  # of the goblin, whom nothing names
        fight.order("gm", {"gm": {"hide": {"combatants": ["third"]}}})
        ana.page.until("document.querySelector('[data-token=the-third-token-0]').hidden")
        assert gm.unknown() == ana.unknown() == []


def who_is_no_master_of_the_world_has_no_desk(page: Tab, world: World, fight: Played) -> None:
    """A player of the world in the seat of the fight's game master writes nothing for all."""
    ana = Client(page, world, "ana")
    ana.sit(fight.link("gm"), "At the ford")
    assert ana.page.js("[...document.querySelectorAll('[data-desk]')].map((one) => one.dataset.desk)") == ["leave"]
    assert ana.unknown() == []


def away_and_back(service: Service, fight: Played, client: Client) -> None:
    """A world that is opened while the server is away says so, and sits down when it is back."""
    asyncio.run(service.kill())
    client.page.js("location.reload()")
    client.page.until("document.body?.dataset.ready && notices.some((one) => one.includes('does not answer'))")
    client.page.click("#open")
    asyncio.run(service.start())
    client.page.until("document.querySelector('.skald-state').textContent.includes('At the ford')")
    carry(fight, 9, 4)
    client.stands("goblin", (9, 4))
    assert client.page.text(".skald-said") == ""


def carry(fight: Played, x: int, y: int) -> None:
    """The game master corrects where the goblin stands."""
    fight.order("gm", {"gm": {"correct": {"path": "combatants.goblin.place", "value": {"cell": {"x": x, "y": y}}}}})


def an_origin_that_nobody_allowed(ana: Client, fight: Played) -> None:
    """A token alone does not let this page in: that is said, with what does. The token is not kept."""
    ana.enter(fight.link("ana"))
    ana.noticed("Zaproszenie wpuszcza tę stronę")
    assert fight.tokens["ana"] not in json.dumps(ana.page.js("({...localStorage})"))
    ana.enter("nothing of the kind")
    ana.noticed("To nie jest zaproszenie")
    secure = ("http://192.168.1.5:8765/", "http://127.0.0.1:1/", "https://a.example/")
    pages = [*((server, "https:") for server in secure), ("http://a.example/", "http:")]
    said = ana.page.js(
        "import('/modules/skald/vtt/foundry/connection.js').then(({mixedContent}) => "
        f"{json.dumps(pages)}.map(([server, protocol]) => mixedContent(server, {{protocol}})))"
    )
    assert "https" in said[0]
    assert "http://192.168.1.5:8765" in said[0]
    assert said[1:] == ["", "", ""], "a server on the same machine may be asked"


def a_figure_stands_where_the_scene_has_its_cell(gm: Client) -> None:
    token = gm.token("cloud")
    assert token is not None
    assert (token["x"], token["y"]) == (200 + MARGIN[0], 200 + MARGIN[1])


def dragged_without_a_seat(world: World, ana: Client, gm: Client) -> None:
    """A token of the fight stays where it is, and its owner is told how to take a seat."""
    token = gm.token("cloud")
    assert token is not None
    world.do(do="update", type="Token", scene=SCENE["_id"], data=[{"_id": token["_id"], "actorId": "actor-of-ana"}])
    ana.page.until("[...world.scenes.get(world.viewed).tokens.values()].some(({data}) => data.actorId)")
    ana.drag(token, (3 + 3, 2 + 2))
    ana.noticed("/skald")
    assert ana.token("cloud")["x"] == token["x"]  # type: ignore[index]


def dragged_where_nobody_may(fight: Played, gm: Client) -> None:
    """Before the fight begins nothing moves: the token goes back, and a notification says why."""
    version = fight.look()["version"]
    token = gm.token("goblin")
    assert token is not None
    gm.drag(token, (4 + 3, 2 + 2))
    gm.noticed("You cannot move this figure now")
    assert (gm.token("goblin") or {})["x"] == token["x"]
    assert fight.look()["version"] == version


def a_hidden_figure_is_nowhere_till_it_is_seen(fight: Played, world: World, gm: Client, ana: Client) -> None:
    """A token of a figure that not all see is not made, is made once they do, and hides again with its figure."""
    assert gm.token("lurker") is None
    fight.order("gm", {"gm": {"reveal": {"combatants": ["lurker"]}}})
    gm.page.until("document.querySelector('.skald-log').textContent.includes('Unseen')")
    assert "Unseen" not in json.dumps(world.said)
    gm.desk("place")
    gm.page.until("[...world.scenes.get(world.viewed).tokens.values()].length === 3")
    shown = "[...document.querySelectorAll('.token:not([hidden])')].some((one) => one.textContent.includes('Unseen'))"
    ana.page.until(shown)
    fight.order("gm", {"gm": {"hide": {"combatants": ["lurker"]}}})
    ana.page.until(f"!({shown})")
    assert gm.page.js(shown), "the game master has it still"
    assert "Unseen" not in ana.page.text("#tracker")
    fight.order("gm", {"gm": {"reveal": {"combatants": ["lurker"]}}})
    ana.page.until(shown)


def dice_are_written_as_her_language_does(fight: Played, ana: Client) -> None:
    """On the buttons of the window and of the card, and in the field, as in the server's words."""
    fight.order("gm", {"fantasia": {"begin": {}}})
    asked = next(one for one in fight.look("ana")["decisions"] if one["seats"] == ["ana"])
    polish = asked["question"]["dice"].replace("d", "k")
    assert asked["kind"] == "Roll"
    assert "k" in polish
    buttons = "[...document.querySelectorAll('.skald-roll')].map((one) => one.textContent)"
    ana.page.until(f"{buttons}.length === 2")
    assert ana.page.js(buttons) == [f"Rzuć {polish} tutaj"] * 2
    assert ana.page.js("document.querySelector('.skald-typed input').placeholder") == f"{polish}: wyniki, np. 3 5"


def a_seat_that_was_taken_away(fight: Played, ana: Client) -> None:
    """The window says so, and the token is forgotten in this browser."""
    assert "skald.seats" in ana.page.js("Object.keys(localStorage)")
    answer = fight.revoke("ana")
    assert answer < 300
    ana.page.until("document.querySelector('.skald-entrance')")
    ana.page.until("document.querySelector('.skald-said').textContent.includes('nowe zaproszenie')")
    assert "ey" not in ana.page.js("localStorage.getItem('skald.seats')")
