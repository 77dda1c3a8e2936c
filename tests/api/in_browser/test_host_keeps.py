"""What a host carries out, brings in and shows to all, in a real browser; and how somebody becomes one."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.fights import bridge
from tests.api.in_browser.test_host import FIGHTS, READY, SHELF, choose, press, upload
from tests.api.table import Table, serving
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab

EXISTING = "document.querySelector('[aria-label=\"What is there already\"]')"
SAID = "document.querySelector('.my-shelf output').textContent"
FILE = ".my-shelf input[type=file]"


def put_sheet(table: Table, token: str, name: str, ref: str) -> None:
    """A sheet on the shelf; `ref` tells which it is."""
    content = {"sheet": {"fantasia": {"ref": ref}}}
    item = {"name": name, "system": "fantasia", "content": content}
    done = table.http.put(f"/v1/shelf/SHEET/{name.lower()}", json=item, headers=table.headers(token))
    assert done.is_success, done.text


def refs(table: Table, token: str) -> list[str]:
    """What the sheets on the shelf are."""
    items = table.get("/v1/shelf", token).json()["items"]
    whole = [table.get(f"/v1/shelf/{one['kind']}/{one['key']}", token).json() for one in items]
    return sorted(one["content"]["sheet"]["fantasia"]["ref"] for one in whole)


def test_shelves_are_saved_as_a_file_and_brought_in_again(host: Tab, table: Table, token: str, tmp_path: Path) -> None:
    """What is there already stays, is replaced or stands beside; nothing is taken away without a question."""
    put_sheet(table, token, "Wolf", "goblin")
    host.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    press(host, ".my-shelf", "Save all as a file")
    file = tmp_path / "skald-shelf.json"
    for _ in range(200):
        if file.exists() and file.stat().st_size:
            break
        host.js("new Promise((done) => setTimeout(done, 25))")
    assert [one["name"] for one in json.loads(file.read_text(encoding="utf-8"))["items"]] == ["Wolf"]
    put_sheet(table, token, "Wolf", "ogre")
    for choice, after in (("keep mine", ["ogre"]), ("keep both", ["goblin", "ogre"])):
        choose(host, EXISTING, choice)
        host.js(f"document.querySelector('{FILE}').value = ''; {SAID} = ''")
        upload(host, FILE, file)
        host.until(f"{SAID}.includes('brought in')")
        assert refs(table, token) == after
    choose(host, EXISTING, "replace mine")
    host.js(f"document.querySelector('{FILE}').value = ''; {SAID} = ''")
    upload(host, FILE, file)
    host.until(f"{SAID}.includes('brought in')")
    assert "ogre" not in refs(table, token)
    host.until(f"{SHELF}.length === 2")
    for answer, left in (("no", 2), ("yes", 1)):
        host.js("document.querySelector('.my-shelf li button').click()")
        host.until("document.querySelector('dialog')?.innerText.includes('off the shelf?')")
        host.click(f"dialog button[value={answer}]")
        host.until(f"!document.querySelector('dialog') && {SHELF}.length === {left}")
        assert len(refs(table, token)) == left
    assert host.complaints == []


def test_an_ended_fight_is_published_and_withdrawn(host: Tab, table: Table, token: str) -> None:
    """As the seat sees it that is chosen; a fight that goes on is not offered for it."""
    fight = bridge(table, token=token)
    host.call("Page.reload")
    host.until(f"{FIGHTS}.length === 1")
    assert "Publish" not in host.js(
        "[...document.querySelectorAll('.my-fights li button')].map((one) => one.innerText)"
    )
    assert fight.act("gm", {"gm": {"end": {"outcome": "peace"}}})["__typename"] == "Accepted"
    host.call("Page.reload")
    host.until("document.querySelector('.my-fights li')?.innerText.includes('ended')")
    press(host, ".my-fights li", "Publish")
    host.until("document.querySelector('dialog select')?.selectedOptions[0].innerText === 'Eve'")
    assert host.js("document.querySelector('dialog .copyable input').value") == f"{table.url}/watch#fight={fight.id}"
    choose(host, "document.querySelector('dialog select')", "Ana")
    assert table.get(f"/v1/encounters/{fight.id}").status_code == 401
    host.click("dialog button[value=yes]")
    host.until("document.querySelector('.my-fights li')?.innerText.includes('published')")
    assert table.get(f"/v1/encounters/{fight.id}").is_success
    (told,) = table.get("/v1/encounters", token).json()["encounters"]
    assert told["published"] == "ana"
    press(host, ".my-fights li", "Publish")
    host.click("dialog input[type=checkbox]")
    host.click("dialog button[value=yes]")
    host.until("!document.querySelector('.my-fights li').innerText.includes('published')")
    assert table.get(f"/v1/encounters/{fight.id}").status_code == 401
    assert host.complaints == []


def test_a_fight_is_opened_in_a_tab_of_its_own(host: Tab, table: Table, token: str, devtools: str) -> None:
    """As its game master; the page of the host stays, and the tab cannot reach it."""
    fight = bridge(table, token=token)
    host.emulate(1280, 900)  # two columns: pictures that arrive beside the list move nothing in it
    host.call("Page.reload")
    host.until(f"{FIGHTS}.length === 1")
    host.until("document.querySelector('.my-campaigns') && document.querySelector('.my-fights li button')")
    spot = host.js("""(() => { const one = document.querySelector('.my-fights li button'); one.scrollIntoView();
        const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    host.mouse(*spot)

    def opened() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = httpx.get(f"{devtools}/json/list").json()
        return [one for one in told if one["type"] == "page" and one["url"].startswith(f"{table.url}/play")]

    end = time.monotonic() + PATIENCE
    while not (found := [one for one in opened() if fight.id in one["url"]]) and time.monotonic() < end:
        host.js("new Promise((done) => setTimeout(done, 25))")
    assert len(found) == 1, opened()
    assert "token" not in found[0]["url"]
    assert host.js("location.pathname") == "/host"
    assert host.complaints == []


@pytest.mark.parametrize("hosting", ["anybody", "operator"])
def test_anybody_becomes_a_host_where_the_server_lets_him(
    page: Tab, redis_url: str, tmp_path: Path, hosting: str
) -> None:
    """By one button at the door, which is there nowhere else; he is one still when he comes again."""
    with serving(redis_url, tmp_path, {"hosting": hosting}) as table:
        page.open(f"{table.url}/host")
        page.until("document.querySelector('.entrance form')")
        if hosting == "operator":
            page.until("performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '/')")
            assert "Become a host" not in page.text()
            return
        page.until("document.querySelector('.entrance').innerText.includes('Become a host')")
        press(page, ".entrance", "Become a host")
        page.until(READY)
        page.call("Page.reload")
        page.until(READY)
        assert "What shall we play tonight?" in page.text("h1")
        assert page.complaints == []
