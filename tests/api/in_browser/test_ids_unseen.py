"""No page of the table shows an id, a value of an enum or the name of an operation, neither to eyes nor to ears."""

from __future__ import annotations

import re

import pytest

from engine.service.registry import Registry
from tests.api.fights import Bridge
from tests.api.playing.test_ids_unseen import CODE
from tests.api.table import ADMIN, Table
from tests.support.amounts import LONG
from tests.support.browsers.browser import Tab
from tests.support.secrecy.disguise import disguised

READY = "document.getElementById('app').dataset.ready"
TOLD = """(() => {
  const told = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('script, style')) told.push(walk.currentNode.data);
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const one of document.querySelectorAll('[' + name + ']')) told.push(one.getAttribute(name));
  const typed = 'input:not([type]), input[type=text], input[type=search]';
  for (const one of document.querySelectorAll(typed)) told.push(one.value);
  return told.join('\\n');
})()"""
ROOT = "document.body"
"""Below what `TOLD` reads."""
ADDRESSES = re.compile(r"\S*(?://|#|@)\S*|\S+\.(?:png|html|ndjson|svg|json|net)\b")
"""Links, other people's sites and the names of files are no words."""
SEATS = ("gm", "ana")


def spoken(page: Tab, language: str) -> None:
    """The pages speak this language from now on."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=f"localStorage.setItem('skald-language', '{language}')")


def told_in(page: Tab, root: str) -> str:
    """All that stands in a part of a page, with what is folded, which stays so. root: its selector."""
    part = f"document.querySelector({root!r})"
    told = TOLD.replace(ROOT, part).replace("of document.querySelectorAll", f"of {part}.querySelectorAll")
    return str(page.js(told))


def unfolded(page: Tab) -> str:
    """All that the page says with everything unfolded, to the innermost."""
    for _ in range(2):
        page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    return str(page.js(TOLD))


def codes_in(*states: str) -> dict[str, str]:
    """What is no word, each with a line that has it."""
    lines = (line for text in states for line in text.splitlines())
    return {code: line for line in lines for code in CODE.findall(ADDRESSES.sub("", line))}


@pytest.fixture(scope="module")
def fights(table: Table) -> dict[str, Bridge]:
    """A fight on zones and one on squares, with other ids: begun, corrected, with a question or a turn."""
    made = {}
    for system, key in (("saari", "bridge"), ("dozen_die", "inn")):
        ready = getattr(Registry.installed().book(system).system, "ready_fights")  # noqa: B009 - not every game has it
        (request,) = (one.request for one in ready.in_language("en") if one.key == key)
        answer = table.post("/v1/encounters", ADMIN, {**disguised(request), "dice": "OPEN", "seed": "ids"})
        assert answer.status_code == 201, answer.text
        fight = made[system] = Bridge(table, answer.json())
        gm, who = next(iter(fight.tokens)), disguised(request)["combatants"][-1]["id"]
        orders = [
            {"gm": {"hide": {"combatants": [who], "reason": "Mist"}}},
            {"gm": {"correct": {"path": f"combatants.{who}.name", "value": "Wolf", "reason": "A name"}}},
            {Registry.installed().book(system).key: {"begin": {"note": ""}}},
        ]
        for order in orders:
            assert fight.act(gm, order)["__typename"] == "Accepted", order
    return made


@pytest.mark.parametrize("page_of", ["play", "watch"])
@pytest.mark.parametrize("number", [0, 1], ids=SEATS)
@pytest.mark.parametrize("system", ["saari", "dozen_die"])
def test_no_page_shows_an_id(page: Tab, fights: dict[str, Bridge], system: str, number: int, page_of: str) -> None:
    """With all of it unfolded, and each offer opened once."""
    fight = fights[system]
    token = list(fight.tokens.values())[number]
    page.call("Page.navigate", url=f"{fight.table.url}/{page_of}#fight={fight.id}&token={token}")
    page.until(f"{READY} && document.querySelector('svg')")
    states = [page.js(TOLD)]
    page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    states.append(page.js(TOLD))
    for at in range(min(6, page.js("document.querySelectorAll('.offer-list [data-offer]').length"))):
        page.js(f"document.querySelectorAll('.offer-list [data-offer]')[{at}]?.dispatchEvent(new Event('focus'))")
        states.append(page.js(TOLD))
    found = codes_in(*states)
    assert not found
    assert len(states[0]) > 100


@pytest.mark.parametrize(("system", "language"), [("saari", "fi"), ("dozen_die", "pl")])
def test_neither_menus_nor_dialogs_show_an_id(page: Tab, fights: dict[str, Bridge], system: str, language: str) -> None:
    """A figure's menu, each sheet, all that may enter, each form of the game master's panel, the keys."""
    fight = fights[system]
    spoken(page, language)
    page.call("Page.navigate", url=f"{fight.table.url}/play#fight={fight.id}&token={next(iter(fight.tokens.values()))}")
    page.until(f"{READY} && document.querySelector('.gm') && document.querySelector('skald-board [data-part=token]')")
    assert page.js("document.documentElement.lang") == language
    states = [str(page.js(TOLD))]
    spot = page.js("""(() => {
        const box = document.querySelector('skald-board [data-part=token]').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    page.mouse(*spot)
    page.until("document.querySelector('.pop')")
    states.append(page.js(TOLD))
    page.key("Escape")
    for at in range(page.js("document.querySelectorAll('.figure').length")):
        page.js(f"document.querySelectorAll('.figure')[{at}].click()")
        page.key("i")
        page.until("document.querySelector('dialog[open]')")
        states.append(page.js(TOLD))
        page.js("document.querySelector('dialog[open]').close()")
    page.key("?")
    page.until("document.querySelector('dialog[open]')")
    states.append(page.js(TOLD))
    page.js("document.querySelector('dialog[open]').close()")
    states.append(unfolded(page))
    page.until("document.querySelector('[data-gm=which]')")
    for field in ("which", "question"):
        for at in range(page.js(f"document.querySelector('[data-gm={field}]').options.length")):
            page.js(f"""(() => {{ const field = document.querySelector('[data-gm={field}]');
                field.selectedIndex = {at}; field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()""")
            states.append(page.js(TOLD))
    found = codes_in(*states)
    assert not found


OPENED = """document.querySelectorAll('.new-fight .schema-form select[aria-label]').forEach((one) => {
  if (one.options.length < 2) return;
  one.selectedIndex = 1;
  one.dispatchEvent(new Event('change', { bubbles: true }));
}), document.querySelectorAll('.schema-form .array > button').forEach((one) => one.click())"""
"""Unfolds a rare field of each sheet and setting, and adds one to each list."""


@pytest.mark.parametrize(
    ("system", "language"),
    [("fantasia", "es"), ("mongolian_mercenaries", "pl")]
    + LONG * [("saari", "fi"), ("minis", "en"), ("dozen_die", "fi")],
)
def test_the_page_of_a_host_shows_no_id(page: Tab, table: Table, token: str, system: str, language: str) -> None:
    """His fights, his shelf, invitations, and a new fight from a template: each step, each field, each entry."""
    (request, *_) = (one.request for one in Registry.installed().book(system).system.ready_fights.in_language("en"))
    item = {"name": "Kept", "system": system, "content": disguised(request)}
    assert table.http.put("/v1/shelf/FIGHT/qx9", json=item, headers=table.headers(token)).is_success
    assert table.post("/v1/encounters", token, {**disguised(request), "dice": "OPEN", "seed": "x"}).is_success
    spoken(page, language)
    page.call("Page.navigate", url=f"{table.url}/host#token={token}")
    page.until(
        f"{READY} && document.querySelector('.my-fights li') && document.querySelector('.my-templates li button')"
    )
    states = [unfolded(page)]
    page.js("document.querySelectorAll('.my-fights li .offers button')[1].click()")
    page.until("document.querySelector('dialog[open] .card')")
    page.js("[...document.querySelectorAll('dialog .card button')].forEach((one) => one.click())")
    page.until("document.querySelector('dialog .copyable')")
    states.append(page.js(TOLD))
    page.js("document.querySelector('dialog').close()")
    page.js("document.querySelector('.my-templates li button').click()")
    page.until("document.querySelector('.new-fight .figure')")
    for step in page.js("[...document.querySelectorAll('[data-step]')].map((one) => one.dataset.step)"):
        page.js(f"document.querySelector('[data-step={step}]').click()")
        page.js(OPENED)
        states.append(unfolded(page))
    for at in range(page.js("document.querySelectorAll('.new-fight .entry').length")):
        page.js(f"document.querySelectorAll('.new-fight .entry .entry-name')[{at}].click()")
        states.append(page.js(TOLD))
    found = codes_in(*states)
    assert not found.keys() - {"SKALD_HOST"}, "the address that others reach is set by a variable, which is named"
