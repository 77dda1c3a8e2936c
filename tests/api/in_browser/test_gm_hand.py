"""The smaller tools of the game master's panel, pressed; what they do is read on the player's page, or by the API."""

from __future__ import annotations

from typing import Any

from tests.api.fights import Bridge
from tests.api.in_browser.test_gm_panel import ana, at, chosen, fight, gm, named, press, put, settled, unfold
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab

__all__ = ["ana", "fight", "gm"]

ANA = "[...document.querySelectorAll('[data-gm=notes] label')].find((one) => one.innerText.trim() === 'Ana')"
LOG = "document.querySelector('skald-log').innerText"
GROUND = "query Ground($id: ID!) { encounter(id: $id) { scene { ground { rows } } } }"
ZONES = """query Zones($id: ID!) { encounter(id: $id) {
  scene { space { ... on SceneZones { zones { label } links { from to } } } } } }"""
WHO = "query Who($id: ID!) { encounter(id: $id) { seats { key name } combatants { key seat } } }"
SAID = "query Said($id: ID!) { encounter(id: $id) { events(last: 20) { nodes { type text data } } } }"
WHOM = "document.querySelector(`[data-gm=figure] select[aria-label='For whom']`)"


def asked(fight: Bridge, query: str, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = fight.table.data(query, fight.tokens[seat], id=fight.id)["encounter"]
    return found


def known(fight: Bridge, seat: str) -> list[str]:
    """The names of those whom a seat knows."""
    return [one["name"] for one in fight.open(seat)["combatants"]]


def test_who_is_hidden_is_gone_until_he_is_revealed_to_a_seat(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Ana's page loses him and has him back; the spectator does not. The reasons stand in the log."""
    ana.until(named("Steiner"))
    chosen(gm, "steiner")
    put(gm, "[data-gm=figure] input[aria-label^=Reason]", "He steps behind the gate")
    press(gm, "hide")
    ana.until("!(" + named("Steiner") + ")")
    ana.until("!document.querySelector('skald-board [data-part=token][data-combatant=steiner]')")
    gm.until("document.querySelector('[data-gm=figure] .hint')?.innerText")
    gm.until(f"{LOG}.includes('hides Steiner: He steps behind the gate')")
    put(gm, "[data-gm=figure] select[aria-label='For whom']", "ana")
    put(gm, "[data-gm=figure] input[aria-label^=Reason]", "She looks through the keyhole")
    press(gm, "reveal")
    ana.until(named("Steiner"))
    ana.until(f"{LOG}.includes('She looks through the keyhole')")
    assert (known(fight, "ana"), known(fight, "eve")) == (["Cloud", "Steiner"], ["Cloud"])
    put(gm, "[data-gm=figure] select[aria-label='For whom']", "")
    press(gm, "reveal")
    settled(fight, lambda _: known(fight, "eve") == ["Cloud", "Steiner"])
    assert gm.complaints == ana.complaints == []


def test_to_whom_a_figure_is_revealed_stays_chosen_while_the_fight_goes_on(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Else he would be revealed to everybody."""
    chosen(gm, "steiner")
    put(gm, "[data-gm=figure] select[aria-label='For whom']", "ana")
    gm.js(f"{WHOM}.dataset.before = 'yes'")
    wounded = {"path": "combatants.steiner.vitals.hp.now", "value": 7, "reason": "A stone"}
    assert fight.act("gm", {"gm": {"correct": wounded}})["__typename"] == "Accepted"
    gm.until(f"!{WHOM}.dataset.before")
    assert gm.js(f"{WHOM}.value") == "ana"
    assert gm.complaints == ana.complaints == []


def test_a_figure_is_handed_over_and_looks_otherwise(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """It is Ana's own from then on, with the caption and the colour that the panel says."""
    chosen(gm, "steiner")
    put(gm, "[data-gm=figure] select[aria-label='Who plays it']", "ana")
    ana.until("document.querySelector('.figure.mine[data-combatant=steiner]')")
    assert {one["key"]: one["seat"] for one in asked(fight, WHO, "ana")["combatants"]} == {
        "cloud": "ana",
        "steiner": "ana",
    }
    put(gm, "[data-gm=figure] select[aria-label='Who plays it']", "")
    ana.until("!document.querySelector('.figure.mine[data-combatant=steiner]')")
    unfold(gm, "looks")
    put(gm, "[data-gm=looks] input[type=color]", "#12ab34")
    put(gm, "[data-gm=looks] input[maxlength='12']", "Adel")
    gm.click("[data-gm=looks] button")
    token = "document.querySelector('skald-board [data-part=token][data-combatant=steiner]')"
    ana.until(f"{token}?.textContent.includes('Adel')")
    ana.until(f"{token}?.outerHTML.toLowerCase().includes('#12ab34')")
    assert gm.complaints == ana.complaints == []


def test_notes_are_read_by_those_who_are_marked(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """One for Ana, one for the game master alone."""
    unfold(gm, "notes")
    put(gm, "[data-gm=notes] textarea", "The gate is a mimic")
    gm.js(
        "[...document.querySelectorAll('[data-gm=notes] label')].find((one) => one.innerText.trim() === 'Ana').click()"
    )
    press(gm, "write")
    ana.until(f"{LOG}.includes('The gate is a mimic')")
    gm.until("document.querySelector('[data-gm=notes] textarea').value === ''")
    gm.js(
        "[...document.querySelectorAll('[data-gm=notes] label')].find((one) => one.innerText.trim() === 'Ana').click()"
    )
    put(gm, "[data-gm=notes] textarea", "Ana will find out")
    press(gm, "write")
    gm.until(f"{LOG}.includes('Ana will find out')")
    for seat, notes in (("ana", ["The gate is a mimic"]), ("eve", list[str]())):
        told = asked(fight, SAID, seat)["events"]["nodes"]
        assert [one["data"]["note"] for one in told if one["type"] == "Noted"] == notes
    assert gm.complaints == ana.complaints == []


def test_ground_is_painted_by_clicks_while_a_fight_runs(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Each click paints a square, until the board is used for something else."""
    unfold(gm, "ground")
    gm.until("document.querySelector('[data-gm=brush]')")
    sign = gm.js("[...document.querySelector('[data-gm=brush]').options].find((one) => one.text === 'Wall').value")
    put(gm, "[data-gm=brush]", sign)
    press(gm, "paint")
    for x in (2, 3):
        at(gm, x + 0.5, 4.5)
        settled(fight, lambda _, x=x: asked(fight, GROUND, "ana")["scene"]["ground"]["rows"][4][x] == sign)
    gm.js("[...document.querySelectorAll('[data-gm=ground] button')].at(-1).click()")
    at(gm, 4.5, 4.5)
    rows = asked(fight, GROUND, "ana")["scene"]["ground"]["rows"]
    assert rows == ["........"] * 4 + [f"..{sign}{sign}....", "........"]
    assert gm.complaints == ana.complaints == []


def test_zones_are_mended_while_a_fight_runs(page: Tab, table: Table) -> None:
    """A way is taken away and given back, and a zone is added that is joined at once; all see it."""
    made = table.post("/v1/encounters", ADMIN, game("saari")).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['gm']}")
    page.until("document.querySelector('[data-gm=ground]')")
    unfold(page, "ground")
    box = "document.querySelector('[data-pair=\"west east\"] input')"

    def seen(what: str) -> Any:
        return asked(fight, ZONES, "ana")["scene"]["space"][what]

    page.until(f"{box}?.checked")
    page.js(f"{box}.click()")
    settled(fight, lambda _: seen("links") == [])
    page.until(f"!{box}.checked && !{box}.disabled", 20)
    page.js(f"{box}.click()")
    settled(fight, lambda _: seen("links") == [{"from": "west", "to": "east"}])
    page.until(f"{box}.checked && !{box}.disabled", 20)
    page.type("[data-gm=zone-name]", "The hut")
    page.click("[data-gm=add-zone]")
    settled(fight, lambda _: [one["label"] for one in seen("zones")][2:] == ["The hut"])
    assert {"from": "west", "to": "the_hut"} in seen("links")
    assert page.complaints == []


def test_an_order_that_waits_for_an_answer_is_cancelled(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Whoever was asked is asked no more."""
    for _ in range(30):
        if fight.open("gm")["decisions"]:
            break
        fight.step()
    assert fight.open("gm")["decisions"]
    press(gm, "cancel")
    settled(fight, lambda _: not fight.open("gm")["decisions"])
    gm.until("!document.querySelector('[data-gm=cancel]')")
    ana.until("!document.querySelector('.tray .card')")
    assert gm.complaints == ana.complaints == []


def test_a_seat_is_renamed_sent_away_and_removed(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Her name is another at once; her link serves no longer; the seat of who only watched is gone."""
    unfold(gm, "seats")
    put(gm, "[data-seat=ana] input", "Anna")
    ana.until("[...document.querySelectorAll('.acts, .lists, .top')].some((one) => one.innerText.includes('Anna'))")
    eve = "document.querySelector('[data-seat=eve] [aria-label=\"Remove the seat\"]')"
    gm.until(eve)
    gm.js(f"{eve}.click()")
    gm.click("dialog button[value=no]")
    gm.until("!document.querySelector('dialog')")
    assert [one["key"] for one in asked(fight, WHO, "gm")["seats"]] == ["gm", "ana", "eve"]
    gm.js(f"{eve}.click()")
    gm.click("dialog button[value=yes]")
    gm.until("!document.querySelector('[data-seat=eve]')")
    assert [one["name"] for one in asked(fight, WHO, "gm")["seats"]] == ["GM", "Anna"]
    gm.js(
        "[...document.querySelectorAll('[data-seat=ana] button')].find((one) => one.innerText === 'Send away').click()"
    )
    gm.until("document.querySelector('dialog').innerText.includes('stop working')")
    gm.click("dialog button[value=yes]")
    ana.until("document.body.innerText.includes('Your token is not accepted any more.')")
    assert fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["ana"]).status_code == 401
    assert gm.complaints == []


POINTS = ".pop [data-act=points]"


def test_points_are_typed_at_the_figure_itself(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Clicked, it has a menu: `-9` and Enter take nine; a button adds one; it is hidden there too."""
    before = hit_points(fight)
    at(gm, 6.5, 4.5)
    put(gm, POINTS, "-9")
    gm.js(f"document.querySelector('{POINTS}').focus()")
    gm.key("Enter")
    settled(fight, lambda _: hit_points(fight) == before - 9)
    gm.until("!document.querySelector('.pop')")
    gm.js("window.before = performance.now(); 0")
    gm.until("performance.now() - window.before > 350")  # two clicks that come faster are a double click
    at(gm, 6.5, 4.5)
    gm.until("document.querySelector('.pop [data-by=\"+1\"]')")
    gm.click('.pop [data-by="+1"]')
    settled(fight, lambda _: hit_points(fight) == before - 8)
    gm.js("window.before = performance.now(); 0")
    gm.until("performance.now() - window.before > 350")
    at(gm, 6.5, 4.5)
    gm.until("document.querySelector('.pop [data-act=seen]')")
    gm.click(".pop [data-act=seen]")
    ana.until("!(" + named("Steiner") + ")")
    assert not ana.js("document.querySelector('.gm-token')")
    assert gm.complaints == ana.complaints == []


def hit_points(fight: Bridge) -> int:
    """Of Steiner, as the game master reads them."""
    query = """query Points($id: ID!) { encounter(id: $id) { scene { tokens { combatant bars { key now } } } } }"""
    (bars,) = [one["bars"] for one in asked(fight, query, "gm")["scene"]["tokens"] if one["combatant"] == "steiner"]
    points: int = bars[0]["now"]
    return points


def test_one_button_takes_back_the_last_step_of_anybody(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """It says which; pressed, Cloud stands where he stood, on Ana's page too."""
    offers = [one for one in fight.open("ana")["offers"] if one["key"].startswith("move-walk")]
    if not offers:  # it is Steiner's turn first
        assert fight.act("gm", {"fantasia": {"endTurn": {"combatant": "steiner"}}})["__typename"] == "Accepted"
        offers = [one for one in fight.open("ana")["offers"] if one["key"].startswith("move-walk")]
    send = offers[0]["send"]
    send["fantasia"]["move"]["to"] = {"cell": {"x": 1, "y": 3}}
    assert fight.act("ana", send)["__typename"] == "Accepted"
    cloud = "document.querySelector('.figure[data-combatant=cloud] small').textContent"
    ana.until(f"{cloud}.includes('1, 3')")
    # Before the step is there, the button is of the beginning, where Cloud is named too.
    gm.until(f"{cloud}.includes('1, 3') && document.querySelector('[data-gm=undo]')?.innerText.includes('Cloud')")
    press(gm, "undo")
    ana.until(f"{cloud}.includes('1, 1')")
    assert gm.complaints == ana.complaints == []
