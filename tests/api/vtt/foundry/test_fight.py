"""Fights of squares through the module, by a game master and a player at once, against the stand-in."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.api.vtt.foundry.playing import FORD, Client, Played, played, running
from tests.api.vtt.foundry.world import World
from tests.support.browsers.browser import tab

KEPT = Path(__file__).resolve().parents[4] / "build" / "foundry"
"""Where pictures of it are kept."""


@pytest.mark.parametrize("version", [13, 14])
def test_a_whole_fight_of_squares(devtools: str, tmp_path: Path, version: int) -> None:
    """Made, paired, placed, begun, moved by drags, answered in the chat, rolled in Foundry, and ended."""
    with running(tmp_path) as (world, service), ExitStack() as stack:
        fight = stack.enter_context(played(service.base, FORD))
        gm = Client(stack.enter_context(tab(devtools)), world, "gm", version)
        gm.sit(fight.invitation("gm"), "At the ford")
        gm.desk("scene")
        gm.page.until("world.scenes.size === 1")
        scene = gm.page.js("[...world.scenes.keys()][0]")
        world.do(do="view", data={"scene": scene})
        bring_tokens(world, gm, scene)
        ana = Client(stack.enter_context(tab(devtools)), world, "ana", version)
        ana.sit(fight.invitation("ana"), "At the ford")
        for client in (gm, ana):
            client.stands("cloud", (2, 2))
            client.stands("goblin", (6, 2))
        the_desk_is_the_game_masters(gm, ana)
        tracked = play(fight, gm, ana)
        assert {"2 Cloud", "1 Goblin", "1 Cloud"} <= tracked, "in the order that everybody sees"
        assert not any("Unseen" in line for line in tracked)
        end(fight, gm, ana)
        the_world_holds_no_secret(world, fight)
        assert moves(world) == {"gm"}, "one client acts for the table"
        for client in (gm, ana):
            assert client.unknown() == []


def bring_tokens(world: World, gm: Client, scene: str) -> None:
    """The game master drags the player's actor onto the map and says whom it is; the module makes the other tokens."""
    dropped = {"_id": "dropped-by-gm-01", "name": "Hero of Ana", "actorId": "actor-of-ana", "x": 0, "y": 0, "width": 1,
               "height": 1}  # fmt: skip
    world.do(do="create", type="Token", scene=scene, data=[dropped])
    gm.page.until("document.querySelector('[data-token=dropped-by-gm-01]')")
    gm.desk("bind")
    gm.noticed("Select one token")
    gm.page.js("document.querySelectorAll('.window').forEach((one) => { one.style.left = '700px'; })")
    gm.page.mouse(*gm.spot((50, 50)))
    gm.page.js("(select => { select.value = 'cloud'; select.dispatchEvent(new Event('change')); })"
               "(document.querySelector('.skald-bind select'))")  # fmt: skip
    gm.desk("bind")
    gm.stands("cloud", (2, 2))
    gm.desk("place")
    gm.stands("goblin", (6, 2))


def the_desk_is_the_game_masters(gm: Client, ana: Client) -> None:
    """A player's window has none of its tools."""
    tools = "[...document.querySelectorAll('[data-desk]')].map((one) => one.dataset.desk)"
    assert gm.page.js(tools) == ["scene", "place", "bind", "leave"]
    assert ana.page.js(tools) == ["leave"]
    assert ana.page.js("document.querySelector('.skald-desk')") is None


def play(fight: Played, gm: Client, ana: Client) -> set[str]:
    """Until the rules declare an outcome, by what stands in the two windows. Returns the lines that the tracker had."""
    version = fight.look()["version"]
    gm.page.click(".skald-offers [data-offer^=begin]")
    after(fight, version, gm, ana)
    tracked: set[str] = set()
    for number in range(80):
        now = fight.look()
        if now["outcome"] is not None or now["status"] == "ENDED":
            return tracked
        tracked.update(ana.page.text("#tracker").splitlines())
        if number in (1, 4):
            shoot(gm, ana, f"step-{number}")
        asked = next(iter(now["decisions"]), None)
        if asked is not None:
            client = ana if "ana" in asked["seats"] else gm
            if asked["kind"] == "Roll":
                roll(fight, now["version"], asked, gm, ana)
            else:
                client.page.click(f"{card(asked)} button")
        else:
            take_turn(fight, now, gm, ana)
        after(fight, now["version"], gm, ana)
    raise AssertionError("the fight does not end")


def after(fight: Played, version: int, gm: Client, ana: Client) -> None:
    """Wait until what was done has been told to both windows, and stands on the map."""
    for _ in range(200):
        if (now := fight.look())["version"] > version:
            break
        gm.page.js("new Promise((done) => setTimeout(done, 50))")
    else:
        raise AssertionError(
            f"nothing happened: {now['acting']} {gm.page.js('notices')} {ana.page.js('notices')} {gm.unknown()}"
        )
    for client in (gm, ana):
        client.page.until(f"Number(document.querySelector('.skald').dataset.version) >= {now['version']}")
    for token in now["scene"]["tokens"]:
        if not token["hidden"] and token["place"]:
            for client in (gm, ana):
                client.stands(token["combatant"], (token["place"]["cell"]["x"], token["place"]["cell"]["y"]))


def card(asked: dict[str, Any]) -> str:
    """Where a question's card lies in the chat."""
    return f'#log .skald-question[data-told*=\'"key":"{asked["key"]}"\']'


def roll(fight: Played, version: int, asked: dict[str, Any], gm: Client, ana: Client) -> None:
    """By the card's button: the faces that fell in Foundry are those that count, and that everybody reads."""
    assert asked["seats"] == ["ana"], "the server rolls for the game master"
    assert gm.page.js("document.querySelector('#log .skald-roll')") is None
    count = int(asked["question"]["dice"].partition("d")[0])
    faces = [4 - number % 2 for number in range(count)]
    ana.page.js(f"laidDice.push(...{json.dumps(faces)})")
    ana.page.click(f"{card(asked)} .skald-roll")
    after(fight, version, gm, ana)
    told = fight.ask(fight.tokens["gm"], f"/v1/encounters/{fight.id}/events?after={version}")["events"]
    rolled = next(one["data"] for one in told if one["type"] == "DiceRolled")
    assert (rolled["dice"], rolled["faces"], rolled["typed"]) == (asked["question"]["dice"], faces, True)
    assert ana.page.js("laidDice") == []
    words = json.dumps(f"{asked['question']['dice']}: {', '.join(map(str, faces))}")
    for client in (gm, ana):
        found = f"[...document.querySelectorAll('#log .skald-faces')].some((one) => one.textContent.trim() === {words})"
        client.page.until(found)


def take_turn(fight: Played, now: dict[str, Any], gm: Client, ana: Client) -> None:
    """Strike if somebody is near, else go there by dragging the token, else end the turn by the tracker."""
    [acting] = now["acting"]
    seat = next(one["seat"] for one in now["combatants"] if one["key"] == acting)
    client = ana if seat == "ana" else gm
    offers = [one for one in fight.look("ana" if seat == "ana" else "gm")["offers"] if one["combatant"] == acting]
    if acting == "lurker":  # who has no token: nobody but the game master knows of it
        gm.page.click("#next-turn")
        return
    strike = next((one for one in offers if one["group"] == "STRIKE"), None)
    walk = next((one for one in offers if one["key"] == "move-walk"), None)
    if strike is not None:
        client.page.click(f".skald-offers [data-offer='{strike['key']}']")
        client.page.until("!document.querySelector('.skald .draft') || "
                          "!document.querySelector('.skald .draft .primary').disabled")  # fmt: skip
        client.page.js("document.querySelector('.skald .draft .primary')?.click()")
        return
    foe = fight.cell("goblin" if acting == "cloud" else "cloud")
    if walk is not None and (cell := nearest(walk, foe, fight.cell(acting))) is not None:
        token = client.token(acting)
        assert token is not None
        client.drag(token, cell)
        return
    client.page.click("#next-turn")


def nearest(walk: dict[str, Any], foe: tuple[int, int], own: tuple[int, int]) -> tuple[int, int] | None:
    """The cell within reach that is next to the foe, or nearest to it; None where no step leads nearer."""
    reach = next(one["reach"] for one in walk["fields"] if one["name"] == "to")
    cells = [(run["x"] + n, run["y"]) for run in reach["runs"] for n in range(run["length"])]

    def far(cell: tuple[int, int]) -> int:
        return abs(cell[0] - foe[0]) + abs(cell[1] - foe[1])

    best = min((cell for cell in cells if cell not in (foe, own)), key=far, default=None)
    return best if best is not None and far(best) < far(own) else None


def end(fight: Played, gm: Client, ana: Client) -> None:
    """The rolls lie in the chat with terms and proof; the tracker is the order that everybody sees."""
    for client in (gm, ana):
        client.page.until("document.querySelectorAll('#log .skald-rolled').length > 2")
        links = client.page.js("[...document.querySelectorAll('#log .skald-rolled a')].map((one) => one.href)")
        assert all(link.startswith(f"{fight.base}/watch#fight={fight.id}&at=") for link in links)
        assert client.page.js("document.querySelectorAll('#log .skald-terms li').length") > 0
    ana.page.until(
        "![...document.querySelectorAll('#log .skald-question')].some((one) => one.textContent !== 'Answered.')"
    )
    assert "Unseen" not in ana.page.text()
    gm.page.click(".skald-offers [data-offer=end]")
    gm.page.until("document.querySelector('.skald .draft .primary:not(:disabled)')")
    gm.page.click(".skald .draft .primary")
    for client in (gm, ana):
        client.page.until("document.querySelector('.skald-state').textContent.includes('the fight is over')")


def the_world_holds_no_secret(world: World, fight: Played) -> None:
    """Nothing that all browsers have holds a token, a figure that a player does not see, or what somebody was asked."""
    written = json.dumps(world.said)
    for secret in (*fight.tokens.values(), "Unseen", "lurker", "token=", "invitation"):
        assert secret not in written
    whispers = [one for op in world.said if op.get("type") == "ChatMessage" for one in op["data"] if one.get("whisper")]
    assert {user for one in whispers for user in one["whisper"]} == {"ana", "gm"}
    for one in whispers:
        assert one["whisper"] == [one["author"]]
        assert one["content"] == '<div class="skald-card skald-question">You are asked.</div>'


def moves(world: World) -> set[str]:
    """Who has moved tokens."""
    return {op["user"] for op in world.said if (op["do"], op.get("type")) == ("update", "Token")}


def shoot(gm: Client, ana: Client, name: str) -> None:
    """Pictures to look at."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for user, client in (("gm", gm), ("ana", ana)):
        for dark in (False, True):
            client.page.emulate(1280, 900, dark=dark)
            client.page.picture(KEPT / f"{name}-{user}-{'dark' if dark else 'light'}.png")
