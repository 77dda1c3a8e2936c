"""What a player does at the page to play, beside orders: dice typed and put right, questions not to be asked again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import Bridge, bridge, sheet
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab, tab

READY = "document.getElementById('app').dataset.ready"
FACES = "[...document.querySelectorAll('.dice-pad .die')].map((die) => die.textContent)"
SEND = "document.querySelector('.dice-pad .primary')"
LOADED = """performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/assets/') && !/\\.(svg|woff2)(#|$)/.test(name))
  .reduce((all, one) => all + one.decodedBodySize, performance.getEntriesByType('navigation')[0].decodedBodySize)"""
MOST = 150_000
"""Bytes, unpacked, that a player's page may load in all, pictures and the typeface apart."""
TOLD = "[...document.querySelectorAll('.unseen[role=log] p')].map((one) => one.textContent)"
CHANCE = """const drawn = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (into) => (into instanceof Uint32Array ? into.fill(2) : drawn(into));"""
"""Dice that are drawn by chance show a three: a six would earn one more."""
NO_LONGER = "document.querySelector('.unasked')"


def alone(table: Table) -> Bridge:
    """A fight of Saari in which Ana is the only one who types dice."""
    people = [one for one in game("saari")["combatants"] if one["seat"] != "ben"]
    return begun(table, "saari", combatants=people)


def begun(table: Table, system: str, **more: Any) -> Bridge:
    """The small fight of a game, begun."""
    made = table.post("/v1/encounters", ADMIN, {**game(system), **more}).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    key = {"saari": "saari", "minis": "minis"}[system]
    assert fight.act("gm", {key: {"begin": {"note": ""}}})["__typename"] == "Accepted"
    return fight


def sit(page: Tab, fight: Bridge, seat: str) -> None:
    """Sit down."""
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(READY)


def rolled(fight: Bridge) -> list[list[int]]:
    """The faces that were typed so far, as the log of the fight has them."""
    told = fight.table.get(f"/v1/encounters/{fight.id}/events?first=200", fight.tokens["gm"]).json()["events"]
    return [one["data"]["faces"] for one in told if one["type"] == "DiceRolled" and one["seat"] == "ana"]


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_misread_die_is_put_right_before_it_is_sent(page: Tab, table: Table, hand: str) -> None:
    """Both are typed, the first one is chosen and typed over; nothing is sent before the reader says so."""
    fight = alone(table)
    sit(page, fight, "ana")
    page.until("document.activeElement.matches('.dice-pad')")
    type_faces(page, hand, 3, 4)
    assert page.js(FACES) == ["3", "4"]
    if hand == "keys":
        page.key("Tab")
    else:
        page.click(".dice-pad .die")
    type_faces(page, hand, 5)
    assert page.js(FACES) == ["5", "4"]
    assert rolled(fight) == [], "it is sent already"
    if hand == "keys":
        page.key("Enter")
    else:
        page.click(".dice-pad .primary")
    page.until("!document.querySelector('.asked:not(.for-others) .dice-pad')")
    assert rolled(fight) == [[5, 4]]
    assert page.complaints == []


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_who_has_no_die_at_hand_has_them_rolled(page: Tab, table: Table, hand: str) -> None:
    """By the button or its key: all dice that are asked for, by chance, and sent at once."""
    fight = alone(table)
    page.call("Page.addScriptToEvaluateOnNewDocument", source=CHANCE)
    sit(page, fight, "ana")
    page.until("document.activeElement.matches('.dice-pad')")
    if hand == "keys":
        page.key("r")
    else:
        page.click(".dice-pad .for-me")
    page.until("!document.querySelector('.asked:not(.for-others) .dice-pad')")
    assert rolled(fight) == [[3, 3]]
    assert page.complaints == []


def test_initiative_is_asked_of_all_at_once(page: Tab, table: Table) -> None:
    """Ana's two figures in one card, in whatever order she has dice, one rolled for her; nobody waits for the GM."""
    people = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "sheet": sheet()}
        for who, side, seat in (("steiner", "foes", "gm"), ("cloud", "heroes", "ana"), ("rosa", "heroes", "ana"))
    ]
    fight = bridge(table, dice="PHYSICAL", seed="", combatants=people)
    sit(page, fight, "ana")
    page.until("document.querySelectorAll('.asked:not(.for-others) .dice-pad').length === 2")
    last = ".asked:not(.for-others) .question:last-of-type .dice-pad"
    for face in (3, 4):
        page.click(f"{last} .faces button:nth-child({face})")
    page.click(f"{last} .primary")
    page.until("document.querySelectorAll('.asked:not(.for-others) .dice-pad').length === 1")
    page.click(".asked:not(.for-others) .dice-pad .for-me")
    page.until("!document.querySelector('.asked:not(.for-others)')")
    (asked,) = fight.open("gm")["decisions"]
    assert (asked["seats"], rolled(fight)) == (["gm"], [])
    assert fight.reply("gm", asked["id"], None, faces=[1, 1])["__typename"] == "Accepted"
    page.until("document.querySelectorAll('.order li').length === 3")
    told = fight.table.get(f"/v1/encounters/{fight.id}/events?first=200", fight.tokens["gm"]).json()["events"]
    fell = [one["data"] for one in told if one["type"] == "DiceRolled"]
    assert [one["by"] for one in fell] == ["steiner", "cloud", "rosa"]
    assert fell[2]["faces"] == [3, 4]
    assert page.complaints == []


def type_faces(page: Tab, hand: str, *faces: int) -> None:
    """By the keys of the keyboard, or of the pad."""
    for face in faces:
        if hand == "keys":
            page.key(str(face))
        else:
            page.click(f".dice-pad .faces button:nth-child({face})")


def test_a_question_is_not_asked_again_until_its_reader_wants_it_back(page: Tab, table: Table, devtools: str) -> None:
    """Set from the question itself; another device of the same seat shows it too, and gives it back to both."""
    fight = begun(table, "minis", dice="OPEN", seed="a bridge", singleAnswers={"pace": 0})
    with tab(devtools) as device:
        sit(device, fight, "ana")
        sit(page, fight, "ana")
        page.until("document.querySelector('.card.asked')?.innerText.includes('(possible: Kord)')")
        assert page.js(f"{NO_LONGER}.hidden")
        page.click(".card.asked .preferences button")
        page.until(f"!{NO_LONGER}.hidden")
        page.click(".card.asked .offers .default")  # this time it is asked still
        fight.answer_as_usual("ben")
        for one in (page, device):  # the device was open before
            one.until("document.querySelector('.lists').innerText.includes('initiative round 4')")
            one.until(f"!{NO_LONGER}.hidden")
            assert not one.js("document.querySelector('.card.asked')")
        device.js("window.before = true")
        sit(device, fight, "ben")
        device.until(f"!window.before && {READY}")
        assert device.js(f"{NO_LONGER}.hidden"), "what Ana has said is none of Ben's"
        device.js("window.before = true")
        sit(device, fight, "ana")
        device.until(f"!window.before && {READY} && !{NO_LONGER}.hidden")
        assert device.js("localStorage.length") == 0, "it is not the browser that remembers it"
        device.js(f"{NO_LONGER}.open = true")
        again = device.text(".unasked [data-kind=DeclareWhom]")
        assert again.split("\n") == ["Ask again: Who acts in this initiative round", "Never: take the usual answer"]
        device.click(".unasked [data-kind]")
        device.until(f"{NO_LONGER}.hidden")
        fight.answer_as_usual("ben")
        for one in (page, device):
            one.until("document.querySelector('.card.asked')?.innerText.includes('(possible: Gorm and Kord)')")
            one.until(f"{NO_LONGER}.hidden")
            assert one.complaints == []


def test_another_link_in_the_same_tab_is_another_seat(page: Tab, table: Table) -> None:
    """Only what stands behind # changes; the token leaves the address here too."""
    fight = begun(table, "saari")
    sit(page, fight, "ana")
    page.js("window.before = true")
    sit(page, fight, "ben")
    page.until(f"!window.before && {READY}")
    assert page.js("sessionStorage.getItem('skald-token')") == fight.tokens["ben"]
    assert page.js("location.hash") == f"#fight={fight.id}"
    made = table.post(f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], {"seat": "ana"}).json()
    page.js("window.before = true")
    page.call("Page.navigate", url=f"{table.url}/play#invitation={made['code']}")
    page.until(f"!window.before && {READY}")
    kept = page.js("sessionStorage.getItem('skald-token')")
    assert table.get("/v1/viewer", kept).json()["seat"] == "ana"
    assert page.complaints == []


def test_each_question_is_told_to_who_hears_the_page(page: Tab, table: Table) -> None:
    """Also one that follows another at once: a 6 is rolled on."""
    fight = alone(table)
    sit(page, fight, "ana")
    page.until(f"{TOLD}.join().includes('Roll 2d6 for Ada')")
    type_faces(page, "mouse", 6, 4)
    page.click(".dice-pad .primary")
    page.until(f"{TOLD}.join().includes('Roll 1d6 for Ada')")
    assert page.complaints == []


@pytest.fixture
def duel(page: Tab, table: Table) -> Bridge:
    """Cloud against Steiner, whose figures all may read; Ana sits down, and it is her turn."""
    fight = bridge(table, figuresOpen=True)
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer^=attack]')")
    return fight


def test_what_an_order_would_do_is_told_before_it_is_sent(page: Tab, duel: Bridge) -> None:
    """Its chance, and what the chance is made of; nothing has happened by then, and one key sends it."""
    before = duel.open("gm")["version"]
    page.click(".offer-list [data-offer^=attack]")
    page.until("document.querySelector('form.draft .chance')?.textContent.endsWith(' %')")
    page.js("document.querySelector('form.draft .test').open = true")
    terms = page.js("[...document.querySelectorAll('form.draft .test li')].map((one) => one.innerText)")
    assert terms[:2] == ["+2 Sword +2 [FF-ATK-12]", "+3 strength [FF-ATK-02]"]
    assert duel.open("gm")["version"] == before
    page.js("document.activeElement.blur()")
    page.key("Enter")
    page.until("/Cloud (hit|missed|landed|fumbled)/.test(document.querySelector('skald-log').textContent)")
    assert duel.open("gm")["version"] > before
    assert MOST / 2 < page.js(LOADED) < MOST
    assert page.complaints == []


HOLD = """(() => {
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', { set(hear) {
    set.call(this, (message) => {
      const changed = JSON.parse(message.data).payload?.data?.changes?.patch?.length;
      if (window.hold && changed) window.go = () => hear.call(this, message);
      else hear.call(this, message);
    });
  } });
})()"""
"""Keeps back what the server says may be done, once `hold` is set, until `go` is called."""


def test_a_step_shows_before_it_is_known_what_may_be_done_next(page: Tab, table: Table) -> None:
    """The board has it; then the lists, of which only the cards of figures that have changed are made anew."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=HOLD)
    fight = bridge(table, figuresOpen=True)
    sit(page, fight, "ana")
    page.until("document.querySelector('skald-board').dataset.version")
    page.js("window.hold = true")
    page.js("for (const card of document.querySelectorAll('.figure')) card.dataset.before = 'true'")
    vitals = {"path": "combatants.steiner.vitals.hp.now", "value": 1, "reason": "a scratch"}
    assert fight.act("gm", {"gm": {"correct": vitals}})["__typename"] == "Accepted"
    version = str(fight.open("gm")["version"])
    page.until(f"document.querySelector('skald-board').dataset.version === '{version}' && !!window.go")
    assert page.js("document.querySelector('main').dataset.version") != version
    page.js("window.hold = false, window.go(), 0")
    page.until(f"document.querySelector('main').dataset.version === '{version}'")
    stayed = "[...document.querySelectorAll('.figure[data-before]')].map((one) => one.dataset.combatant)"
    assert "cloud" in page.js(stayed)
    assert "steiner" not in page.js(stayed)
    assert page.complaints == []


def test_the_log_leads_from_a_result_back_to_its_dice(page: Tab, duel: Bridge) -> None:
    """Unfolded step by step: an event, the terms of its number, what caused it, the faces that fell."""
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert duel.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"
    page.until("/Cloud (hit|missed|landed|fumbled)/.test(document.querySelector('skald-log').textContent)")
    for _ in range(4):
        page.js("document.querySelectorAll('skald-log details').forEach((one) => { one.open = true; })")
        page.until("document.querySelector('skald-log .event')")
        page.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    told = duel.table.get(f"/v1/encounters/{duel.id}/events?first=200", duel.tokens["ana"]).json()["events"]
    faces = ", ".join(map(str, next(one["data"]["faces"] for one in reversed(told) if one["type"] == "DiceRolled")))
    causes = page.js("[...document.querySelectorAll('skald-log .because .cause')].map((one) => one.textContent)")
    assert any(f": {faces})" in one for one in causes), (faces, causes)
    assert page.complaints == []


SHOWN = "[...document.querySelectorAll('image')].map((one) => one.getAttribute('href'))"
PICTURES = "[...document.querySelectorAll('.settings label')].find((one) => one.innerText.includes('ictures'))"


def test_pictures_of_others_are_shown_to_those_alone_who_have_turned_them_on(page: Tab, table: Table) -> None:
    """Till then no other host is asked for anything, so whoever set one does not learn who looks at it."""
    wish = game("saari")
    picture, map_ = "https://pictures.example/hero.webp", "https://pictures.example/map.webp"
    wish["combatants"][0]["looks"] = {"picture": picture}
    wish["backdrop"] = {"picture": map_, "width": 400, "height": 400}
    made = table.post("/v1/encounters", ADMIN, wish).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    sit(page, fight, "ana")
    page.until("document.querySelector('[data-part=token]')")
    assert page.js(SHOWN) == []
    assert not [one for one in page.asked if "pictures.example" in one]
    assert page.complaints == []
    page.js("document.querySelector('.settings').open = true")
    page.until(PICTURES)
    page.js(f"{PICTURES}.querySelector('input').click()")
    page.until(f"{SHOWN}.length === 2")
    assert sorted(page.js(SHOWN)) == [picture, map_]


def test_what_a_blow_did_floats_at_whom_it_hit(page: Tab, duel: Bridge) -> None:
    """A number, or that it missed, until the next act."""
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert duel.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"
    page.until("/Cloud (hit|missed|landed|fumbled)/.test(document.querySelector('skald-log').textContent)")
    page.until("/^(−[0-9]+|miss)$/.test(document.querySelector('skald-board text.float')?.textContent)")
