"""Portraits of figures before there is a fight: dropped or chosen on a host's page, kept by shelves and the fight."""

from __future__ import annotations

from pathlib import Path

from tests.api.in_browser.test_host import FROM_SHELVES, add, choose, made, play, press, put, upload
from tests.api.in_browser.test_map_handles import HANDLES
from tests.api.in_browser.test_new_fight import newest
from tests.api.in_browser.test_pictures import drop, file
from tests.api.pictures.files import drawn
from tests.api.table import Table
from tests.support.browsers.browser import Tab

__all__ = ["file"]

FACES = """[...document.querySelectorAll('.paint .figure-token')].filter((one) => one.querySelector('image'))
  .map((one) => one.dataset.figure)"""
ROWS = (
    "[...document.querySelectorAll('.new-fight details.figure img.portrait')].filter((one) => one.naturalWidth).length"
)


def test_figures_have_portraits_while_a_fight_is_set_up(
    host: Tab, table: Table, token: str, file: Path, tmp_path: Path
) -> None:
    """On tokens and in lists; the next of a kind looks like the last; beside a figure a picture is the map."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    face = tmp_path / "goblin.png"
    face.write_bytes(drawn(size=(300, 200), colour="#2060c0"))
    drop(host, face, "document.querySelector('.paint .figure-token[data-figure=goblin]')")
    host.until(f"{FACES}.join() === 'goblin' && {ROWS} === 1")
    add(host, 1, "Goblin")
    host.until(f"{FACES}.join() === 'goblin,goblin_2' && {ROWS} === 2")
    host.js("document.querySelector('.new-fight details.figure[data-figure=soldier]').open = true")
    upload(host, ".new-fight details.figure[data-figure=soldier] input[type=file]", face)
    host.until(f"{ROWS} === 3")
    host.click(".new-fight details.figure[data-figure=soldier] [data-act=no-portrait]")
    host.until(f"{ROWS} === 2")
    drop(host, file, "document.querySelector('.paint')")
    host.until(HANDLES)
    host.click("[data-map=done]")
    choose(host, "document.querySelector('[aria-label=\"What to keep\"]')", "Template")
    put(host, "document.querySelector('[aria-label=\"Name on the shelf\"]')", "Faces")
    host.click(".new-fight .keep")
    host.until("document.querySelector('.my-shelf')?.textContent.includes('Faces')")
    play(host, "La Fantasia Final")
    assert host.js(ROWS) == 0
    choose(host, FROM_SHELVES, "Template: Faces")
    press(host, ".new-fight", "Use it")
    host.until(f"{FACES}.join() === 'goblin,goblin_2' && {ROWS} === 2 && document.querySelector('.paint image')")
    wish = made(host, table, token)
    fight = newest(table, token)
    gm = table.post(f"/v1/encounters/{fight}/tokens", token, {"seat": "gm"}).json()["token"]
    looks = {one["id"]: (one.get("looks") or {}).get("portrait") for one in wish["combatants"]}
    assert looks["soldier"] is None
    assert looks["goblin"] == looks["goblin_2"]
    for address in (looks["goblin"], wish["backdrop"]["picture"]):
        kept = table.get(f"/v1/encounters/{fight}/pictures/{address.removeprefix('picture:')}", gm)
        assert kept.headers["content-type"] == "image/webp"
    assert host.complaints == []
