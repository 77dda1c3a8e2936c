"""How orders are chosen and put together at the page to play: which are offered, and what is picked on the map."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from tests.api.fights import Bridge, bridge, sheet
from tests.api.in_browser.test_table import begun
from tests.api.playing.test_omitted_offers import TEXT, offers_without_end
from tests.api.table import Table
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.browsers.hands import Person
from tests.support.processes.pool_jobs import done_here

READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg')"
OFFERS = """query Offers($id: ID!) { encounter(id: $id) {
  offers { key kind wayOf group groupLabel combatant fields { kind among { value } } } } }"""
SHOWN = """[...document.querySelectorAll('.offer-list section:not(.ways):not(.cannot)')].map((section) => [
  section.querySelector('h3').textContent,
  [...section.querySelectorAll('button[data-offer]')].map(({ dataset }) => [dataset.offer, dataset.key])])"""
KEYS = "123456789abcdghjklnopqstuvwxyz"
MAGE = {"ref": "black_mage", "initiativeBonus": 20, "mp": 40, "spells": ["fire", "firaga"], "weapons": ["sword"]}


def cell(x: int, y: int) -> dict[str, Any]:
    return {"place": {"cell": {"x": x, "y": y}}}


def field(table: Table, *, more: Sequence[dict[str, Any]] = (), **wish: Any) -> Bridge:
    """Vivi, who casts, strikes and walks, and two foes on squares; it is her turn as soon as the fight has begun."""
    figures = [
        {"id": "vivi", "name": "Vivi", "side": "heroes", "seat": "ana", "sheet": sheet(**MAGE), **cell(1, 2)},
        {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet(), **cell(2, 2)},
        {"id": "beatrix", "name": "Beatrix", "side": "foes", "seat": "gm", "sheet": sheet(ref="goblin"), **cell(5, 3)},
        *more,
    ]
    ground = {"space": {"kind": "GRID"}, "rows": ["........"] * 6}
    return bridge(table, ground=ground, combatants=figures, figuresOpen=True, **wish)


def sit(page: Tab, fight: Bridge, seat: str) -> None:
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(READY)


def offered(fight: Bridge, seat: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = fight.table.data(OFFERS, fight.tokens[seat], id=fight.id)["encounter"]["offers"]
    return found


def test_offers_stand_group_by_group_as_they_are_told_each_with_its_key(page: Tab, table: Table) -> None:
    """To strike, move and cast, other things, the end of the turn: with the headings and in the order of the answer."""
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer^=attack]')")
    kinds = {one["kind"] for one in offered(fight, "ana") if not one["wayOf"]}
    told = [
        one for one in offered(fight, "ana") if one["wayOf"] not in kinds
    ]  # ways lie in the tile of what they are of
    groups = [(group, [one["key"] for one in some]) for group, some in groupby(told, lambda one: one["groupLabel"])]
    assert [one for one, _ in groupby(told, lambda one: one["group"])] == ["STRIKE", "MOVE", "CAST", "OTHER", "END"]
    keys = iter(KEYS)
    assert page.js(SHOWN) == [[heading, [[key, next(keys)] for key in inside]] for heading, inside in groups]
    number = [one["key"] for one in told].index("cast-firaga")
    page.key(KEYS[number])
    page.until("document.querySelector('form.draft h2')?.textContent === 'Vivi casts Firaga'")
    assert page.js("document.querySelector('.offer-list [aria-pressed=true]').dataset.offer") == "cast-firaga"
    assert page.complaints == []


def test_a_line_says_whose_orders_take_too_much_work_to_find(
    page: Tab, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game master finds it where the offers would be."""
    done_here(monkeypatch)
    offers_without_end(monkeypatch, "steiner")
    sit(page, field(table), "gm")
    steiner = "[...document.querySelectorAll('.acts button')].find((one) => one.textContent === 'Steiner')"
    page.until(steiner)
    page.js(f"{steiner}.click()")
    page.until(f"document.querySelector('.offer-list .omitted')?.textContent === {TEXT!r}")
    assert page.js("document.querySelectorAll('.offer-list button').length") == 0
    assert page.complaints == []


def test_to_begin_the_fight_is_what_a_game_master_is_offered_first(page: Tab, table: Table) -> None:
    """Though he might have his own figures lurk before; the first key begins, and asks for no note."""
    fight = field(table, begin=False)
    assert {one["combatant"] for one in offered(fight, "gm")} > {None, "steiner"}
    sit(page, fight, "gm")
    page.until("document.querySelector('.offer-list button')")
    assert page.js(SHOWN)[0] == ["Turn and round", [["begin", "1"]]]
    assert page.text(".wait") == "You begin the fight, once all are here."
    page.key("1")
    page.until("document.querySelector('skald-log').innerText.includes('The fight begins')")
    assert page.complaints == []


@pytest.fixture
def turn(page: Tab, table: Table, hand: str) -> Bridge:
    """Vivi's turn, on Ana's page."""
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer^=attack]')")
    return fight


def hit(page: Tab, hand: str, spot: list[float]) -> None:
    (page.touch if hand == "touch" else page.mouse)(*spot)


def press(page: Tab, hand: str, element: str) -> None:
    """A button, where it is. element: an expression of the page."""
    hit(
        page,
        hand,
        page.until(f"""(() => {{ const one = {element}; one.scrollIntoView({{ block: 'center' }});
        if (one.closest('[data-fresh]')) return null;
        const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"""),
    )


def tap(page: Tab, hand: str, x: int, y: int) -> None:
    """The middle of a square of the board."""
    hit(
        page,
        hand,
        page.js(f"""(() => {{ document.querySelector('skald-board').scrollIntoView({{ block: 'center' }});
        const matrix = document.getElementById('overlay').getScreenCTM();
        const at = new DOMPoint({x * 100 + 50}, {y * 100 + 50}).matrixTransform(matrix); return [at.x, at.y]; }})()"""),
    )


def choose(page: Tab, hand: str, offer: str, way_of: str = "") -> None:
    """An offer, which is put together then. way_of: the tile that has to be chosen first, into which it is folded."""
    if way_of:
        choose(page, hand, way_of)
    press(page, hand, f"document.querySelector('.offer-list [data-offer={offer}]')")
    page.until("document.querySelector('form.draft')")


WAY = "document.querySelector('#overlay [data-part=way]')?.getAttribute('points')"
LAID = """[...document.querySelectorAll('#overlay rect[data-part=PART]')].flatMap((one) => {
    const [x, y, width] = ['x', 'y', 'width'].map((name) => one.getAttribute(name) / 100);
    return Array.from({ length: width }, (_, n) => `${x + n},${y}`);
  }).sort().join(' ')"""
SEND = "document.querySelector('form.draft .primary:not(:disabled)')"


def laid(part: str) -> str:
    """The squares that lie over the board, as `x,y`; an expression of the page."""
    return LAID.replace("PART", part)


def test_a_way_is_drawn_step_by_step(page: Tab, turn: Bridge, hand: str) -> None:
    """Each step shows what lies next to it; the last one is taken back, and the figure goes as it was drawn."""
    before = turn.open("ana")["version"]
    choose(page, hand, "move-walk-path", way_of="move-walk")
    page.until(f"{laid('next')}.includes('1,3')")
    assert "3,3" not in page.js(laid("next")).split()
    assert page.js(WAY) is None
    for x, y, line in ((1, 3, "150,250 150,350"), (2, 3, "150,250 150,350 250,350")):
        tap(page, hand, x, y)
        page.until(f"{WAY} === '{line}'")
    page.until(f"{laid('next')}.includes('3,3')")
    press(page, hand, "document.querySelectorAll('form.draft .field button')[1]")
    page.until(f"{WAY} === '150,250 150,350'")
    tap(page, hand, 1, 4)
    page.until(f"{WAY} === '150,250 150,350 150,450'")
    assert turn.open("ana")["version"] == before, "it is sent already"
    press(page, hand, SEND)
    page.until("document.querySelector('.figure[data-combatant=vivi] small').textContent.includes('1, 4')")
    where = {one["name"]: one["place"] for one in turn.open("ana")["combatants"]}
    assert where["Vivi"]["cell"] == {"x": 1, "y": 4}
    page.until(f"{WAY} === undefined")
    assert page.complaints == []


def test_an_area_shows_before_it_is_sent(page: Tab, turn: Bridge, hand: str) -> None:
    """Around whom the spell is cast at, who is picked on the map; nothing has happened by then."""
    before = turn.open("ana")["version"]
    choose(page, hand, "cast-firaga")
    assert page.js(laid("area")) == "", "nobody is picked beforehand"
    assert page.js("document.querySelector('form.draft .primary').disabled")
    tap(page, hand, 2, 2)
    page.until(f"{laid('area')}.includes('2,2')")
    tap(page, hand, 5, 3)
    page.until(f"!({laid('area')}).includes('2,2') && ({laid('area')}).includes('5,3')")
    assert page.js(laid("area")) == "3,3 4,2 4,3 4,4 5,1 5,2 5,3 5,4 5,5 6,2 6,3 6,4 7,3"
    assert page.js("document.querySelector('form.draft input:checked').parentElement.innerText.trim()") == "Beatrix"
    assert turn.open("ana")["version"] == before, "it is sent already"
    press(page, hand, SEND)
    page.until("document.querySelector('skald-log').innerText.includes('Firaga')")
    page.until(f"{laid('area')} === ''")
    assert page.complaints == []


PATH = """JSON.stringify(document.querySelector('#overlay [data-part=way]')?.getAttribute('points').split(' ')
  .map((point) => point.split(',').map(Number)))"""


KORD = (
    "(({ x, y }) => `${x}, ${y}`)(document.querySelector('skald-board [data-part=token][data-combatant=kord]').dataset)"
)


def kords_turn(table: Table) -> Bridge:
    """A fight on an open table in which Kord, Ana's knight, is up."""
    fight = begun(table, "minis", dice="OPEN", seed="a bridge", singleAnswers={"pace": 0})
    for seat, choice in (("ana", {"key": "these", "fields": {"minis": ["kord"]}}), ("ben", {"key": "nobody"})):
        (asked,) = [one for one in fight.open(seat)["decisions"] if one["offers"]]
        assert fight.reply(seat, asked["id"], choice)["__typename"] == "Accepted"
    return fight


def begin_kords_way(page: Tab, fight: Bridge) -> None:
    """Ana sits down, and begins by a key to draw where he goes."""
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer=move]')")
    page.key(page.js("document.querySelector('.offer-list [data-offer=move]').dataset.key"))
    page.until("document.querySelector('form.draft') && document.activeElement.matches('skald-board')")


def test_keys_alone_draw_a_way_on_an_open_table(page: Tab, table: Table) -> None:
    """The arrows move a cursor by inches and with Shift by tenths, Enter sets a step, Backspace takes it back."""
    begin_kords_way(page, kords_turn(table))
    page.key("ArrowUp")
    page.key("Enter")
    page.until(f"{PATH} === '[[1130,900],[1130,800]]'")
    page.key("ArrowLeft", modifiers=8)
    page.key("Enter")
    page.until(f"{PATH} === '[[1130,900],[1130,800],[1120,800]]'")
    page.key("Backspace")
    page.until(f"{PATH} === '[[1130,900],[1130,800]]'")
    Person(page, "Ana", "keys", random.Random(1)).press(SEND)
    page.until(f"{KORD} === '1130, 800'")
    assert page.complaints == []


def test_a_pick_takes_the_refusal_of_the_one_before_away(page: Tab, table: Table) -> None:
    """A way without a step is refused, and nobody is told; the first step is not told that refusal as its own."""
    begin_kords_way(page, kords_turn(table))
    page.until("document.querySelector('form.draft .foreseen').ariaBusy === 'false'")
    page.key("ArrowUp")
    told = page.js("""(() => {
        const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(enter);
        const text = (part) => document.querySelector(`form.draft ${part}`)?.textContent ?? '';
        return { picked: text('.hint').includes('1'), refused: text('.refusal') };
    })()""")
    assert told == {"picked": True, "refused": ""}
    page.until("document.querySelector('form.draft .foreseen').ariaBusy === 'false'")
    page.until("!document.querySelector('form.draft .primary').disabled")
    assert page.complaints == []


def test_whoever_plays_by_keys_alone_comes_nearer_on_an_open_table(page: Tab, table: Table) -> None:
    """As in the tests of whole fights: to the nearest of another side, without a mouse."""
    begin_kords_way(page, kords_turn(table))
    ana, end = Person(page, "Ana", "keys", random.Random(1)), time.monotonic() + PATIENCE
    while page.js(f"{KORD} === '1130, 900'"):
        assert time.monotonic() < end, ana.done
        ana.step()
    assert any(done.startswith("goes nearer") for done in ana.done), ana.done
    assert page.complaints == []
