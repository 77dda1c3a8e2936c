"""What a game master does while a fight runs, on the page to play, with a player's page beside it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.api.fights import Bridge, bridge, sheet
from tests.api.table import Table
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab, tab

READY = "document.getElementById('app').dataset.ready"
FILL = """(field => {
    field.value = VALUE;
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
})(document.querySelector(SELECTOR))"""
ASKED = """query Asked($id: ID!) { encounter(id: $id) {
  takeBackConsent singleAnswers { skip pace } seats { key bot botPace } policy { kind asked deadline } } }"""
GROUND = {
    "space": {"kind": "GRID"},
    "rows": ["........"] * 6,
    "legend": [{"key": "door", "look": "DOOR", "label": "Oak door", "state": "SHUT"}],
    "edges": [{"key": "gate", "entry": "door", "line": [{"x": 400, "y": 200}, {"x": 400, "y": 300}]}],
}


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A fight on squares with a door, begun."""
    figures = [
        {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": sheet(), "place": cell(1, 1)},
        {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet(), "place": cell(6, 4)},
    ]
    return bridge(table, ground=GROUND, combatants=figures)


@pytest.fixture
def gm(page: Tab, fight: Bridge) -> Tab:
    """The game master's page."""
    sit(page, fight, "gm")
    page.until("document.querySelector('.gm [data-gm=map]:not([hidden])')")
    return page


@pytest.fixture
def ana(devtools: str, fight: Bridge) -> Iterator[Tab]:
    """The player's page."""
    with tab(devtools) as opened:
        sit(opened, fight, "ana")
        yield opened


def cell(x: int, y: int) -> dict[str, Any]:
    return {"cell": {"x": x, "y": y}}


def sit(page: Tab, fight: Bridge, seat: str) -> None:
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(READY)


def unfold(page: Tab, name: str) -> None:
    page.until(f"document.querySelector('details[data-gm={name}]')")
    page.js(f"document.querySelector('details[data-gm={name}]').open = true")


def put(page: Tab, selector: str, value: str) -> None:
    """Fill a field or choose from a list, as a person does."""
    page.until(f"document.querySelector({json.dumps(selector)})")
    page.js(FILL.replace("SELECTOR", json.dumps(selector)).replace("VALUE", json.dumps(value)))


def press(page: Tab, name: str) -> None:
    page.click(f"button[data-gm={name}]")


def at(page: Tab, x: float, y: float) -> None:
    """Click a spot of the board, in squares."""
    spot = page.js(
        "(() => { const g = document.getElementById('overlay'), m = g.getScreenCTM(), s = 100; "
        f"const p = new DOMPoint({x} * s, {y} * s).matrixTransform(m); return [p.x, p.y]; }})()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", clickCount=1)


def settled(fight: Bridge, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until the fight is so. AssertionError with how it is if it never is."""
    end = time.monotonic() + PATIENCE
    while not holds(told := fight.table.data(ASKED, fight.tokens["gm"], id=fight.id)["encounter"]):
        assert time.monotonic() < end, told
        time.sleep(0.05)


def named(name: str) -> str:
    """Whether a figure of that name is among the cards."""
    return f"[...document.querySelectorAll('.figure strong')].some(one => one.textContent === '{name}')"


def chosen(gm: Tab, combatant: str) -> None:
    unfold(gm, "figure")
    put(gm, "details[data-gm=figure] > .fold-body > .line select", combatant)
    gm.until(f"document.querySelector('[data-path^=\"combatants.{combatant}.\"]')")


def test_players_do_not_load_the_panel(ana: Tab) -> None:
    """And have nothing of it."""
    assert not ana.js("document.querySelector('.gm')")
    assert not [one for one in ana.asked if "/gm-" in one]


def test_hidden_wolves_enter_are_seen_once_revealed_fall_and_leave(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Every act is seen on the player's open page without reloading; she never reads of what is hidden."""
    unfold(gm, "spawn")
    put(gm, "[data-gm=which]", "goblin")
    put(gm, "[data-gm=name]", "Wolf")
    put(gm, "[data-gm=count]", "2")
    press(gm, "place")
    at(gm, 3.5, 3.5)
    at(gm, 4.5, 4.5)
    gm.until("document.querySelector('[data-gm=spawn]').innerText.includes('2 of 2 placed')")
    press(gm, "enter")
    gm.until(named("Wolf 2"))
    places = {one["id"].split("/")[-1]: one["place"] for one in fight.open("gm")["combatants"]}
    assert [where["cell"] for name, where in places.items() if "wolf" in name] == [{"x": 3, "y": 3}, {"x": 4, "y": 4}]
    assert not ana.js(named("Wolf 1"))
    chosen(gm, "wolf-1")
    press(gm, "reveal")
    ana.until(named("Wolf 1"))
    assert not ana.js(named("Wolf 2"))
    gm.until("!document.querySelector('[data-gm=figure] > .fold-body > div > .hint')")
    put(gm, '[data-path="combatants.wolf-1.vitals.hp.now"] input', "0")
    gm.click(".corrections button[type=submit]")
    ana.until("document.querySelector('.figure.down[data-combatant=\"wolf-1\"]')")
    chosen(gm, "cloud")
    put(gm, "[data-gm=kind]", "blind")
    press(gm, "condition")
    ana.until("document.querySelector('.figure[data-combatant=cloud] .badges')?.innerText.includes('Blind')")
    gm.click("[data-end=blind]")
    ana.until("!document.querySelector('.figure[data-combatant=cloud] .badges')?.innerText.includes('Blind')")
    chosen(gm, "wolf-2")
    gm.click("button[data-gm=remove]")
    gm.click("dialog button[value=yes]")
    gm.until("document.querySelector('.figure.down[data-combatant=\"wolf-2\"]') || !(" + named("Wolf 2") + ")")
    assert "Wolf 2" not in ana.text()
    assert gm.complaints == ana.complaints == []


def test_the_game_master_looks_with_other_eyes(gm: Tab, fight: Bridge) -> None:
    """Board, lists and log are those of the seat, said so all the while, and nothing may be done."""
    assert fight.act("gm", {"gm": {"hide": {"combatants": ["steiner"]}}})["__typename"] == "Accepted"
    assert fight.act("gm", {"gm": {"note": {"note": "Nobody reads this"}}})["__typename"] == "Accepted"
    gm.until("document.querySelector('skald-log').innerText.includes('Nobody reads this')")
    put(gm, "[data-gm=eyes]", "ana")
    press(gm, "look")
    gm.until("document.querySelector('.eyes')?.innerText.includes('You see what Ana sees.')")
    gm.until("!(" + named("Steiner") + ")")
    gm.until("!document.querySelector('skald-log').innerText.includes('Nobody reads this')")
    gm.until("!document.querySelector('skald-board [data-part=token][data-combatant=steiner]')")
    assert gm.js("document.querySelectorAll('.offer-list button, .tray button').length") == 0
    assert gm.js("document.querySelector('.gm').hidden")
    assert fight.act("gm", {"gm": {"note": {"note": "For Ana", "to": ["ana"]}}})["__typename"] == "Accepted"
    gm.until("document.querySelector('skald-log').innerText.includes('For Ana')")
    gm.click(".eyes button")
    gm.until(named("Steiner"))
    gm.until("document.querySelector('skald-log').innerText.includes('Nobody reads this')")
    assert not gm.js("document.querySelector('.eyes')")
    assert not gm.js("document.querySelector('.gm').hidden")
    assert gm.complaints == []


def test_pause_undo_door_and_end(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """Pause and go on; a ruling is taken back in words; a door opens by a click; the end is asked twice."""
    press(gm, "pause")
    ana.until("document.querySelector('.state').innerText.includes('Paused')")
    press(gm, "resume")
    ana.until("!document.querySelector('.state').innerText.includes('Paused')")
    chosen(gm, "cloud")
    before = gm.js("document.querySelector('[data-path=\"combatants.cloud.vitals.hp.now\"] input').value")
    put(gm, '[data-path="combatants.cloud.vitals.hp.now"] input', "7")
    gm.click(".corrections button[type=submit]")
    ana.until("document.querySelector('.figure[data-combatant=cloud]').innerText.includes('7/')")
    gm.until("document.querySelector('.take-backs button').textContent.includes('The game master sets Cloud')")
    gm.js("document.querySelector('.take-backs button').click()")
    gm.click(".draft button[type=submit]")
    ana.until(f"document.querySelector('.figure[data-combatant=cloud]').innerText.includes('{before}/')")
    unfold(gm, "ground")
    press(gm, "doors")
    at(gm, 4.1, 2.5)
    gm.until("document.querySelector('[data-edge=gate] select').value === 'OPEN'")
    press(gm, "end")
    put(gm, "dialog [data-gm=outcome]", "peace")
    gm.click("dialog button[value=yes]")
    assert fight.open("gm")["status"] == "RUNNING"
    gm.until("document.querySelector('dialog')?.getAttribute('aria-label') === 'End it for good?'")
    gm.click("dialog button[value=yes]")
    ana.until("document.querySelector('.card.over')")
    assert fight.open("gm")["status"] == "ENDED"
    assert gm.complaints == ana.complaints == []


def test_seats_bots_policies_and_presence(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """A seat that comes later, a bot with its pace, a link to a seat, a question's policy, and who is here."""
    gm.until("document.querySelector('.lists').innerText.includes('Here now:')")
    gm.until("/Here now: .*Ana/.test(document.querySelector('.lists').innerText)")
    unfold(gm, "seats")
    put(gm, "[data-gm=newSeat]", "Łukasz")
    press(gm, "addSeat")
    gm.until("document.querySelector('[data-seat=lukasz]')")
    put(gm, "[data-seat=lukasz] select", "GREEDY")
    gm.until("document.querySelector('[data-seat=lukasz] input[type=number]')")
    put(gm, "[data-seat=lukasz] input[type=number]", "1.5")
    settled(fight, lambda told: {"key": "lukasz", "bot": "GREEDY", "botPace": 1500} in told["seats"])
    unfold(gm, "questions")
    put(gm, "[data-gm=question]", "UseReadied")
    put(gm, "details[data-gm=questions] input[aria-label^=Most]", "60")
    press(gm, "policy")
    settled(fight, lambda told: told["policy"] == [{"kind": "UseReadied", "asked": True, "deadline": 60}])
    put(gm, "[data-gm=consent]", "ALWAYS")
    press(gm, "takeBacks")
    settled(fight, lambda told: told["takeBackConsent"] == "ALWAYS")
    press(gm, "invite")
    gm.click("dialog .card button")
    gm.until("document.querySelector('dialog .copyable input')?.value.includes('/play#invitation=')")
    assert gm.complaints == ana.complaints == []


def test_single_answers_are_skipped_or_asked_as_the_game_master_says(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """How it is shows in the panel, also what another client has set; Ana's log says what has changed."""
    unfold(gm, "questions")
    gm.until("document.querySelector('[data-gm=questions] [data-single=skip]')")
    single = (
        "[['skip', 'checked'], ['pace', 'value']].map(([of, what]) => "
        "document.querySelector(`[data-single=${of}]`)[what])"
    )
    assert gm.js(single) == [True, "0"]
    gm.click("[data-single=skip]")
    put(gm, "[data-single=pace]", "3")
    press(gm, "single")
    settled(fight, lambda told: told["singleAnswers"] == {"skip": False, "pace": 3})
    ana.until("/one answer|single answer/i.test(document.querySelector('skald-log').innerText)")
    assert fight.act("gm", {"gm": {"setSingleAnswers": {"skip": True, "pace": 7}}})["__typename"] == "Accepted"
    gm.until(f"{single}.join() === 'true,7'")
    put(gm, "[data-single=pace]", "11")
    press(gm, "single")
    gm.until("[...document.querySelectorAll('[role=alert], .refusal')].some((one) => one.textContent.includes('10'))")
    assert fight.table.data(ASKED, fight.tokens["gm"], id=fight.id)["encounter"]["singleAnswers"]["pace"] == 7
    assert gm.complaints == ana.complaints == []


def test_a_player_lends_a_figure_and_has_it_back(gm: Tab, ana: Tab) -> None:
    """Offered by her, accepted by the other, taken back by her."""
    ana.until("document.querySelector('.lend')")
    ana.js("document.querySelector('.lend').open = true")
    ana.click(".lend button")
    gm.until("document.querySelector('.tray')?.innerText.includes('offers you Cloud')")
    gm.js("document.querySelector('.tray .asked button').click()")
    ana.until("document.querySelector('.acts').innerText.includes('Cloud is lent to GM.')")
    ana.js("[...document.querySelectorAll('.acts .card button')].find(one => one.textContent === 'Take back').click()")
    ana.until("document.querySelector('.lend')")
    assert gm.complaints == ana.complaints == []


def test_what_is_typed_outlasts_what_happens_meanwhile(gm: Tab, ana: Tab, fight: Bridge) -> None:
    """A correction stays where it is typed; newcomers may be given to a seat that came later."""
    hp = '[data-path="combatants.cloud.vitals.hp.now"] input'
    chosen(gm, "cloud")
    gm.js("document.querySelector('[data-gm=correct]').open = true")
    gm.js(f"document.querySelector({json.dumps(hp)}).focus()")
    put(gm, hp, "7")
    blind = {"combatant": "cloud", "kind": "blind", "left": None, "amount": None, "reason": ""}
    assert fight.act("gm", {"gm": {"setCondition": blind}})["__typename"] == "Accepted"
    gm.until("document.querySelector('[data-end=blind]')")
    assert gm.js(f"document.querySelector({json.dumps(hp)}).value") == "7"
    assert gm.js(f"document.activeElement === document.querySelector({json.dumps(hp)})")
    gm.click(".corrections button[type=submit]")
    ana.until("document.querySelector('.figure[data-combatant=cloud]').innerText.includes('7/')")
    unfold(gm, "spawn")
    gm.until("document.querySelector('[data-gm=spawn] [data-gm=side]')")
    unfold(gm, "seats")
    put(gm, "[data-gm=newSeat]", "Dora")
    press(gm, "addSeat")
    gm.until("[...document.querySelectorAll('[data-gm=spawn] option')].some((one) => one.textContent === 'Dora')")
    assert gm.complaints == ana.complaints == []


def test_who_has_nobody_to_fight_is_told_why_it_cannot_begin(page: Tab, table: Table) -> None:
    """Nothing is offered; once a foe has entered the hint is gone, and it may begin."""
    alone = {"id": "karhu", "name": "Karhu", "side": "heroes", "seat": "ana", "sheet": {"saari": {"ref": "karhu"}}}
    fight = bridge(table, system="saari", combatants=[alone], begin=False)
    sit(page, fight, "gm")
    page.until("document.querySelector('.gm [role=status]')?.innerText.includes('two sides')")
    assert page.js("document.querySelector('.gm [role=status]').innerText").startswith("It cannot begin yet: ")
    foe = {"id": "goblin", "name": "Goblin", "side": "foes", "sheet": {"ref": "goblin"}}
    assert fight.act("gm", {"saari": {"spawn": {"combatants": [foe]}}})["__typename"] == "Accepted"
    page.until("document.querySelector('.offer-list [data-offer^=begin]')")
    assert page.js("document.querySelector('.gm [role=status]').hidden")
    assert page.complaints == []


def test_newcomers_are_put_into_a_zone_wherever_it_is_clicked(page: Tab, table: Table) -> None:
    """It is marked as a whole, and not only its middle, with an outline that one sees."""
    hero = {"id": "karhu", "name": "Karhu", "side": "heroes", "seat": "ana", "sheet": {"saari": {"ref": "karhu"}}}
    fight = bridge(table, system="saari", combatants=[{**hero, "place": {"zone": "west"}}], begin=False)
    sit(page, fight, "gm")
    unfold(page, "spawn")
    put(page, "[data-gm=which]", "goblin")
    press(page, "place")
    page.until("document.querySelectorAll('#overlay path[data-part=reach]').length === 3")
    outlined = page.js("""[...document.querySelectorAll('#overlay path[data-part=reach]')].map((one) => {
        const { strokeOpacity, strokeWidth } = getComputedStyle(one);
        return [strokeOpacity, Number(/[0-9.]+/.exec(strokeWidth)[0]) * one.getScreenCTM().a, strokeWidth];
    })""")
    assert all(opacity == "1" and width >= 3 for opacity, width, _ in outlined), outlined
    spot = page.js("""(() => {
        const zone = [...document.querySelectorAll('#overlay [data-part=reach]')].at(-1).getBoundingClientRect();
        return [zone.right - 6, zone.bottom - 6];
    })()""")
    page.mouse(*spot)
    page.until("document.querySelector('[data-gm=spawn]').innerText.includes('1 of 1 placed')")
    press(page, "enter")
    page.until(named("Goblin"))
    assert [one["place"]["zone"] for one in fight.open("gm")["combatants"]] == ["west", "east"]
    assert page.complaints == []
