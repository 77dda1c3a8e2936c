"""Minis on the page to play: a side declares by one click a round, and its minis can be touched and are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table
from tests.end_to_end.skirmish import VALLEY, mini
from tests.support.amounts import long_form
from tests.support.browsers.browser import Tab, tab

FOUR_A_SIDE = (
    mini("kord", "red", "knight", 1160, 760),
    mini("runa", "red", "archer", 1000, 700),
    mini("mira", "red", "wizard", 1240, 700, spells=["flying_fist", "heal"]),
    mini("gorm", "red", "ogre", 1300, 820),
    mini("vera", "blue", "knight", 1190, 1230),
    mini("rolf", "blue", "archer", 1360, 1320),
    mini("otto", "blue", "sergeant", 1080, 1220),
    mini("webb", "blue", "giant_spider", 1010, 1300),
)
READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg')"
COUNT = """window.touches = 0;
  for (const one of ['pointerdown', 'keydown']) addEventListener(one, () => { window.touches += 1; }, true);"""
ANSWERS = "[...document.querySelectorAll('.asked:not(.for-others) .offers button')]"
THESE = f"{ANSWERS}.filter((one) => one.dataset.offer === 'these')"
MINE = "document.querySelector('.wait').classList.contains('you')"
SIZES = """[...document.querySelectorAll('skald-board [data-part=token]')].map((one) => {
  const box = one.getBoundingClientRect(); return Math.min(box.width, box.height); })"""
NAMES = """[...document.querySelectorAll('skald-board [data-part=name]')]
  .filter((one) => getComputedStyle(one).visibility === 'visible').map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { text: one.textContent, left, right, top, bottom }; })"""
SPOTS = """(() => {
  const middle = (who) => { const box = document.querySelector(`[data-part=token][data-combatant="${who}"]`)
    .getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const mine = document.querySelector('.figure [aria-pressed=true]').closest('.figure'), side = mine.closest('.side');
  const foes = [...document.querySelectorAll('.figure:not(.down)')].filter((one) => one.closest('.side') !== side);
  const { width } = document.querySelector('#overlay [data-part=range]')?.getBoundingClientRect() ?? { width: 0 };
  return { me: middle(mine.dataset.combatant), far: width / 2,
    foes: foes.map(({ dataset: { combatant } }) => [combatant, ...middle(combatant)]),
    hits: [...document.querySelectorAll('.offer-list [data-offer^=attack-]')]
      .map((one) => one.dataset.offer.slice(7)) };
})()"""
FREE = """(() => {{ const under = document.elementsFromPoint({}, {});
  return under.some((one) => one.matches('skald-board'))
    && !under.some((one) => one.closest('[data-part=token], .pop'));
}})()"""
"""Whether a spot of the window is on the board, and nobody stands there."""


@pytest.fixture
def people(table: Table, devtools: str) -> Iterator[tuple[Bridge, dict[str, Tab]]]:
    """A fight of four a side, begun; Ana at a desk, Ben at a telephone."""
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}]
    seats += [{"id": one, "name": one.title(), "role": "PLAYER"} for one in ("ana", "ben")]
    wish = {"system": "minis", "name": "The valley", "ground": VALLEY, "combatants": list(FOUR_A_SIDE), "seats": seats}
    made = table.post("/v1/encounters", ADMIN, {**wish, "dice": "OPEN", "seed": "b", "singleAnswers": {"pace": 0}})
    fight = Bridge(table, {"encounter": made.json()["encounter"], "tokens": made.json()["tokens"]})
    assert fight.act("gm", {"minis": {"begin": {"note": ""}}})["__typename"] == "Accepted"
    with ExitStack() as stack:
        pages = {seat: stack.enter_context(tab(devtools)) for seat in ("ana", "ben")}
        pages["ana"].emulate(1280, 900, still=True)
        pages["ben"].emulate(390, 844, still=True, touch=True)
        for seat, page in pages.items():
            page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
            page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens[seat]}")
            page.until(READY)
        yield fight, pages


def press(page: Tab, seat: str, spot: list[float]) -> None:
    (page.touch if seat == "ben" else page.mouse)(*spot)


def middle(page: Tab, element: str) -> list[float]:
    spot: list[float] = page.until(f"""(() => {{ const one = {element}; one.scrollIntoView({{ block: 'nearest' }});
        const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
    return spot


def declare(page: Tab, seat: str) -> None:
    """All who can act, by one click."""
    several = page.js(f"{THESE}.length")
    number = {0: 0, 1: 0, 3: 2}.get(several, several - 2)
    press(page, seat, middle(page, f"({THESE}[{number}] ?? {ANSWERS}[0])"))


def test_a_side_declares_by_one_click_and_its_minis_can_be_touched(people: tuple[Bridge, dict[str, Tab]]) -> None:
    """At the desk and on the telephone: one alone, or all who may; then a circle shows how far who acts goes."""
    _fight, pages = people
    for seat, page in pages.items():
        page.until(f"{ANSWERS}.length > 1")
        assert min(page.js(SIZES)) >= 24, f"{seat} can hardly touch them"
        assert not overlapping(page.js(NAMES))
        assert {one["text"] for one in page.js(NAMES)} <= {one["name"] for one in FOUR_A_SIDE}
        before = page.js("window.touches")
        declare(page, seat)
        page.until("!document.querySelector('.asked')")
        assert page.js("window.touches") == before + 1
    for page in pages.values():
        page.until("document.querySelector('.order [aria-current=true]')")
    (acting,) = [page for page in pages.values() if page.js(MINE)]
    left = acting.until("document.querySelector('#overlay [data-part=range]')?.getAttribute('r')")
    assert acting.js("document.querySelector('#overlay .far').textContent") == f"{int(left) / 100:g} inch"
    assert f"Movement {int(left) / 100:g}/" in acting.text(".wait")
    for page in pages.values():
        assert page.complaints == []


def test_questions_of_one_kind_are_answered_in_one_card(page: Tab, table: Table) -> None:
    """Ana plays both sides: each is a click, or one click answers both alike; sealed, it waits for nobody else."""
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana", "role": "PLAYER"}]
    minis = [{**one, "seat": "ana"} for one in FOUR_A_SIDE if one["id"] in ("runa", "rolf")]
    wish = {"system": "minis", "name": "The valley", "ground": VALLEY, "combatants": minis, "seats": seats}
    made = table.post("/v1/encounters", ADMIN, {**wish, "dice": "OPEN", "seed": "b"}).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    assert fight.act("gm", {"minis": {"begin": {"note": ""}}})["__typename"] == "Accepted"
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['ana']}")
    page.until(f"{READY} && document.querySelectorAll('.card.asked .question').length === 2")
    assert page.js("document.querySelectorAll('.card.asked').length") == 1
    before = fight.open("ana")["version"]
    page.click(".card.asked .for-all button")
    page.until("document.querySelector('.lists').innerText.includes('initiative round 5')")
    assert (
        page.js("document.querySelector('.order-place h2').textContent") == "Turn 1, initiative round 5 · Declarations"
    )
    assert fight.open("ana")["version"] > before
    page.until("document.querySelectorAll('.card.asked .question').length === 2")
    page.click(".card.asked .question:nth-of-type(1) [data-offer=these]")
    page.until("document.querySelectorAll('.card.asked').length === 1 && !document.querySelector('.question')")
    page.click(".card.asked [data-offer=these]")
    page.until("document.querySelector('.order [aria-current=true]')")
    assert page.complaints == []


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Names that lie over each other by more than their rim."""
    return [
        (one["text"], other["text"])
        for n, one in enumerate(boxes)
        for other in boxes[:n]
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 3
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 3
    ]


@long_form
def test_three_turns_of_four_a_side_are_played_by_two_people(people: tuple[Bridge, dict[str, Tab]]) -> None:
    """By mouse and by touch: each declaration is one click, and nothing goes wrong; clicks of a turn are printed."""
    fight, pages = people
    clicks: Counter[tuple[str, str]] = Counter()
    declared: Counter[str] = Counter()
    for _ in range(400):
        shown = fight.table.data(
            "query($id: ID!) { encounter(id: $id) { round outcome version } }", fight.tokens["gm"], id=fight.id
        )["encounter"]
        if shown["round"] > 3 or shown["outcome"]:
            break
        for seat, page in pages.items():
            page.until(f"document.querySelector('main').dataset.version >= '{shown['version']}'")
            before = page.js("window.touches")
            what = step(page, seat, fight)
            clicks[f"turn {shown['round']}", seat] += page.js("window.touches") - before
            declared[f"turn {shown['round']}"] += what == "declares"
            if what:
                break
        else:
            raise AssertionError("nobody has anything to do")
    assert shown["round"] > 3 or shown["outcome"], "three turns were not played"
    print(dict(clicks), dict(declared))
    for page in pages.values():
        assert page.complaints == []


def step(page: Tab, seat: str, fight: Bridge) -> str:
    """One thing that somebody does, if it is up to him: an answer, a blow, or a move and the end of the activation."""
    version = fight.open(seat)["version"]
    page.until(f"Number(document.querySelector('main').dataset.version) >= {version}")
    gone_on = f"Number(document.querySelector('main').dataset.version) > {version}"
    if page.js(f"{ANSWERS}.length"):
        declares = page.js(f"{THESE}.length") > 0
        declare(page, seat)
        page.until(gone_on)
        return "declares" if declares else "answers"
    if not page.js(MINE):
        return ""
    page.until(f"document.querySelector('skald-board').dataset.version >= '{version}'")
    at = page.js(SPOTS)
    (x, y), foes = (
        at["me"],
        sorted(at["foes"], key=lambda one: (one[1] - at["me"][0]) ** 2 + (one[2] - at["me"][1]) ** 2),
    )
    hit = next((one for one in foes if one[0] in at["hits"]), None)
    if hit:
        press(page, seat, hit[1:])
        page.until("document.querySelector('.pop .opt.sel')")
        page.until("(window.waited ??= performance.now()) && performance.now() - window.waited > 350")
        page.js("window.waited = undefined, 0")
        press(page, seat, hit[1:])
        page.until(gone_on)
        return "strikes"
    way = ((foes[0][1] - x) ** 2 + (foes[0][2] - y) ** 2) ** 0.5
    going = min(0.6 * at["far"], way - 40)
    ux, uy = (foes[0][1] - x) / way, (foes[0][2] - y) / way
    ways = [(ux, uy), (ux * 0.8 - uy * 0.6, uy * 0.8 + ux * 0.6), (ux * 0.8 + uy * 0.6, uy * 0.8 - ux * 0.6)]
    spots = [[x + going * one, y + going * other] for one, other in ways]
    spot = next((one for one in spots if page.js(FREE.format(*one))), None)
    if going > 45 and spot:
        press(page, seat, spot)
        page.until("document.querySelector('form.draft .foreseen')?.textContent")
        if page.js("document.querySelector('form.draft .primary').disabled === false"):
            press(page, seat, spot)
            page.until(gone_on)
            return "moves"
        page.key("Escape")
    press(page, seat, middle(page, "document.querySelector('.tile.ends')"))
    page.until(gone_on)
    return "ends"
