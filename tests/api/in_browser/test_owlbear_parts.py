"""The extension for Owlbear Rodeo: what the guide leads through, and which part of the popover is shown to whom."""

from __future__ import annotations

import json
import re

from markdown_it import MarkdownIt

from tests.api.in_browser.test_owlbear import CELL, READY, Fight, hall, lies, room, table, whole
from tests.api.table import ADMIN, Table
from tests.guide.blocks import GUIDE
from tests.support.browsers.owlbear_room import HOSTS, Frame, Room

__all__ = ["room", "table", "whole"]

DESK = "document.querySelector('.gm')"
PANEL = "document.querySelector('.map-panel')"


def enter(popover: Frame, pasted: str) -> None:
    """Somebody takes a seat by what is pasted."""
    popover.until("document.querySelector('[name=pasted]')")
    popover.type("[name=pasted]", pasted)
    popover.click(".entrance button")
    popover.until(READY)


def test_everybody_has_the_parts_of_his_seat(table: Table, room: Room) -> None:
    """A player neither the game master's desk nor his map; a game master who is a player of the room only the desk."""
    fight = Fight(table, room, hall())
    fight.come("gm", "ana")
    room.join("hal", "PLAYER", table.port)
    hal, gm, ana = room.popover("hal"), fight.popovers["gm"], fight.popovers["ana"]
    enter(hal, fight.tokens["gm"])
    shown = {
        name: (one.js(f"!!{DESK}"), one.js(f"!!{PANEL}")) for name, one in (("gm", gm), ("ana", ana), ("hal", hal))
    }
    assert shown == {"gm": (True, True), "ana": (False, False), "hal": (True, False)}
    # He moves no token for the table either: that is for who is game master of both.
    fight.put_tokens(2)
    room.js("room.leave('gm')")
    room.until("room.people.size === 2")
    room.js("room.writes = []")
    fight.command(
        {"gm": {"correct": {"path": "combatants.cloud.place", "value": {"cell": {"x": 2, "y": 3}}, "reason": "x"}}}
    )
    fight.command({"gm": {"setCondition": {"combatant": "cloud", "kind": "poison"}}})
    for name in ("hal", "ana"):  # what is drawn of a step is drawn after what it moves
        own = f"[...room.people.get('{name}').local.values()]"
        label = f"{own}.find((one) => one.metadata['skald/drawn'] === 'conditions cloud')"
        room.until(f"{label}?.text.plainText.includes('\\n')", 45)
    assert room.js("room.writes") == []
    assert hal.js(f"!{PANEL}")


# -- the guide
def steps() -> dict[str, tuple[str, list[str]]]:
    """The steps from nothing to the first move: by their heads, the text of each and the words in asterisks of it."""
    text = (GUIDE / "owlbear.md").read_text(encoding="utf-8")
    part = text.partition("## From nothing to the first move\n")[2].partition("\n## ")[0]
    found = {}
    for step in re.split(r"\n(?=\d\. \*\*)", part.strip()):
        head = re.match(r"\d\. \*\*(.+?)\.\*\*", step)
        assert head is not None, step
        tokens = MarkdownIt("commonmark").parse(step)
        inline = [one for token in tokens for one in token.children or ()]
        words = [inline[n + 1].content for n, one in enumerate(inline) if one.type == "em_open"]
        found[head[1]] = (step, words)
    return found


def press(page: Frame, words: str) -> None:
    """Press what is called so: a tile by its name, a button without the dots where more is asked."""
    found = (
        "[...document.querySelectorAll('button, summary')].find((one) => one.offsetParent "
        f"&& (one.querySelector('.t') ?? one).textContent.trim().replace(/^\\d |…$/g, '') === {json.dumps(words)})"
    )
    page.until(found, 20)
    page.js(f"{found}.click()")


def test_the_guide_leads_from_nothing_to_the_first_move(table: Table, room: Room) -> None:
    """With the words that stand in asterisks in its steps, in their order, and no others."""
    told = steps()
    assert list(told) == ["The server", "The extension", "The fight", "Seats", "Tokens", "The first move"]
    (address,) = re.findall(r"https://YOUR-SERVER(/\S+)", told["The extension"][0])
    fight = Fight(table, room, hall())
    opens, enters, plays_here, panel = told["Seats"][1]
    for seat, role in (("gm", "GM"), ("ana", "PLAYER")):
        manifest = f"http://{HOSTS[seat]}:{table.port}{address}"
        room.js(f"room.join('{seat}', '{role}', '{manifest}')")
        room.frame(seat, "background").until("document.documentElement.dataset.ready")
        assert table.get(address).json()["action"]["title"] == opens
        popover = fight.popovers[seat] = room.popover(seat)
        invited = fight.ask("POST", f"/v1/encounters/{fight.id}/invitations", {"seat": seat})
        popover.until("document.querySelector('[name=pasted]')")
        popover.type("[name=pasted]", f"http://somewhere/play#invitation={invited['code']}")
        press(popover, enters)
        popover.until(READY)
    gm, ana = fight.popovers["gm"], fight.popovers["ana"]
    room.until(f"room.metadata['skald/fight']?.fight === '{fight.id}'")  # the game master sat down first
    press(gm, panel)
    panel_again, places, *by_hand = told["Tokens"][1]
    assert panel_again == panel
    press(gm, places)
    room.until("room.items.size === 2")
    assert gm.js(f"!{PANEL}.textContent.includes({json.dumps(plays_here)})")
    for words in by_hand:
        assert gm.js(f"{PANEL}.textContent.includes({json.dumps(words)})"), words
    # What a room that plays another fight is shown leads back to this one.
    room.js("room.metadata = { 'skald/fight': { fight: 'another', version: 3 } }")
    room.js("room.told('OBR_ROOM_METADATA_EVENT_CHANGE')")
    for _ in range(2):  # shut, and opened again
        toggled = f"{PANEL}.addEventListener('toggle', done, {{ once: true }})"
        gm.js(f"new Promise((done) => {{ {toggled}; {PANEL}.querySelector('summary').click(); }}).then(() => null)")
    press(gm, plays_here)
    room.until(f"room.metadata['skald/fight']?.fight === '{fight.id}'")
    for words in told["The first move"][1]:
        press(gm, words)
    ana.until("document.querySelector('.wait').textContent.includes('Cloud acts')", 45)
    cloud = room.token("Cloud")["id"]
    version = fight.look()["version"]
    room.drag("ana", cloud, 2.5 * CELL, 2.5 * CELL)
    ana.until(f"Number(document.querySelector('main.table').dataset.version) > {version}", 45)
    lies(room, "Cloud", 2.5 * CELL, 2.5 * CELL)
    assert fight.places()["Cloud"]["cell"] == {"x": 2, "y": 2}
    before = len(room.notes("ana"))
    room.drag("ana", cloud, 9.5 * CELL, 3.5 * CELL)
    room.until(f"room.people.get('ana').notifications.length > {before}", 45)
    lies(room, "Cloud", 2.5 * CELL, 2.5 * CELL)
    assert ADMIN not in room.shared()
