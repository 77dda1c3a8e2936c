"""Maps and portraits on the pages: put by a game master, by drop, file and keys, and seen by those who may see them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.fights import Bridge, bridge, sheet
from tests.api.in_browser.test_gm_panel import GROUND, cell, put, sit, unfold
from tests.api.in_browser.test_host import upload
from tests.api.pictures.files import drawn
from tests.api.table import Table
from tests.support.browsers.browser import Tab, tab

MAP = "document.querySelector('[data-part=backdrop] image')"
LURKER = {"id": "zq7", "name": "Zq7", "side": "foes", "seat": "gm", "seenBy": ["gm"], "place": cell(4, 4)}


def face(who: str) -> str:
    """The portrait on a token, an expression of the page."""
    return f"document.querySelector('[data-part=token][data-combatant={who}] > image')"


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A fight on squares, with somebody in it whom only the game master sees."""
    figures = [
        {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": sheet(), "place": cell(1, 1)},
        {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet(), "place": cell(6, 4)},
        {**LURKER, "sheet": sheet()},
    ]
    return bridge(table, ground=GROUND, combatants=figures)


@pytest.fixture
def gm(page: Tab, fight: Bridge) -> Tab:
    sit(page, fight, "gm")
    page.until("document.querySelector('[data-part=token]') && document.querySelector('[data-gm=map]:not([hidden])')")
    return page


@pytest.fixture
def ana(devtools: str, fight: Bridge) -> Iterator[Tab]:
    with tab(devtools) as opened:
        sit(opened, fight, "ana")
        opened.until("document.querySelector('[data-part=token]')")
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "ford.jpg"
    made.write_bytes(drawn("JPEG", (800, 400)))
    return made


def drop(page: Tab, file: Path, on: str) -> None:
    """Drop a file on the middle of an element, as from a folder beside the browser, once a person could see it."""
    page.js("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))")
    middle = "const b = ON.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2];"
    spot = page.js(f"(() => {{ {middle.replace('ON', on)} }})()")
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.call("Input.dispatchDragEvent", type=kind, x=spot[0], y=spot[1], data=data)


CHOOSE = """(() => {
  const field = document.querySelector('.gm-token input[type=file]'), files = new DataTransfer();
  if (!field) document.querySelector('.figure[data-combatant=WHO] button').click();
  if (!field) return false;
  files.items.add(new File([Uint8Array.from(atob('BYTES'), (one) => one.charCodeAt(0))], 'face.png'));
  field.files = files.files;
  return field.dispatchEvent(new Event('change'));
})()"""


AWAY = """(() => {
  const away = document.querySelector('.gm-token [data-act=no-portrait]');
  (away ?? document.querySelector('.figure[data-combatant=steiner] button')).click();
  return Boolean(away);
})()"""


def choose(gm: Tab, who: str) -> None:
    """Choose a portrait at a figure's menu, which goes when the fight goes on."""
    gm.until(CHOOSE.replace("WHO", who).replace("BYTES", b64encode(drawn()).decode()))


def backdrop(fight: Bridge) -> Any:
    return fight.table.get(f"/v1/encounters/{fight.id}/scene", fight.tokens["ana"]).json()["backdrop"]


def test_a_picture_dropped_on_the_board_is_the_map_of_all(gm: Tab, ana: Tab, fight: Bridge, file: Path) -> None:
    """As wide as the board; then moved, made larger and paler by fields, and taken away, while the fight runs."""
    drop(gm, file, "document.querySelector('skald-board')")
    for page in (gm, ana):
        page.until(f"{MAP}?.getAttribute('href').startsWith('blob:')")
    assert ana.js(f"{MAP}.closest('.laid').querySelector(':scope > rect').checkVisibility()") is False
    laid = backdrop(fight)
    assert (laid["at"], laid["width"], laid["height"], laid["opacity"]) == ({"x": 0, "y": 0}, 800, 400, 100)
    put(gm, "[data-map=left]", "-1")
    put(gm, "[data-map=width]", "10")
    put(gm, "[data-map=opacity]", "60")
    ana.until(f"{MAP}?.getAttribute('opacity') === '0.6'")
    laid = backdrop(fight)
    assert (laid["at"], laid["width"], laid["height"]) == ({"x": -100, "y": 0}, 1000, 500)
    gm.js("document.querySelector('[data-map=remove]').focus()")
    gm.key("Enter")
    ana.until(f"!{MAP}")
    assert backdrop(fight) is None
    assert gm.complaints == ana.complaints == []


def test_a_portrait_is_put_at_a_figure_and_reaches_who_sees_it(gm: Tab, ana: Tab, fight: Bridge, file: Path) -> None:
    """Dropped on its token, or chosen at its menu; on board and lists, and of who is hidden for nobody else."""
    drop(gm, file, "document.querySelector('[data-part=token][data-combatant=steiner]')")
    for page in (gm, ana):
        page.until(f"{face('steiner')}?.getAttribute('href').startsWith('blob:')")
        page.until("document.querySelector('.figure[data-combatant=steiner] img.portrait')?.naturalWidth === 512")
    clip = f"{face('steiner')}.getAttribute('clip-path').slice(5, -1)"
    assert gm.js(f"document.getElementById({clip}).firstElementChild.tagName") == "path", "in the shape of its token"
    for who in ("zq7", "cloud"):
        choose(gm, who)
        gm.until(face(who))
    ana.until(face("cloud"))
    assert ana.js("document.querySelectorAll('[data-part=token] > image').length") == 2
    gm.until(AWAY)
    ana.until(f"!{face('steiner')} && !document.querySelector('.figure[data-combatant=steiner] img')")
    assert gm.complaints == ana.complaints == []


def test_who_watches_sees_map_and_portraits(page: Tab, gm: Tab, fight: Bridge, file: Path, devtools: str) -> None:
    unfold(gm, "map")
    upload(gm, "details[data-gm=map] input[type=file]", file)
    gm.until(MAP)
    drop(gm, file, "document.querySelector('[data-part=token][data-combatant=cloud]')")
    gm.until(face("cloud"))
    with tab(devtools) as watching:
        watching.call("Page.navigate", url=f"{fight.table.url}/watch#fight={fight.id}&token={fight.tokens['eve']}")
        watching.until(f"{MAP} && {face('cloud')}")
        assert watching.complaints == []


def test_who_watches_sees_the_pictures_of_the_version_in_sight(
    page: Tab, gm: Tab, fight: Bridge, file: Path, devtools: str
) -> None:
    """Before a portrait was given there is the face that everybody of his kind has, and after it the portrait."""
    drop(gm, file, "document.querySelector('[data-part=token][data-combatant=cloud]')")
    gm.until(face("cloud"))
    plain = "document.querySelector('[data-part=token][data-combatant=cloud] [data-part=face]')"
    with tab(devtools) as watching:
        watching.call("Page.navigate", url=f"{fight.table.url}/watch#fight={fight.id}&token={fight.tokens['eve']}")
        watching.until(f"{face('cloud')} && !{plain}")
        place = "document.querySelector('.track input')"
        watching.js(f"{place}.value = {place}.max - 1, {place}.dispatchEvent(new Event('input'))")
        watching.until(f"{plain} && !{face('cloud')}")
        watching.js(f"{place}.value = {place}.max, {place}.dispatchEvent(new Event('input'))")
        watching.until(f"{face('cloud')} && !{plain}")
        assert watching.complaints == []


def test_a_file_that_is_no_picture_is_refused_in_words(gm: Tab, fight: Bridge, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(drawn()[:60])
    drop(gm, broken, "document.querySelector('skald-board')")
    gm.until("document.body.innerText.includes('this picture is broken')")
    assert backdrop(fight) is None
