"""The landing page in a browser: a fight plays while it is seen, stands still for whom it should, and stays small."""

from __future__ import annotations

import json
import re

from api.pages.assets import OWN
from tests.api.table import Table
from tests.api.test_table_page import MOST, loaded_by
from tests.support.browsers.browser import Tab
from tests.support.browsers.pages import BROWSER

HERO = "document.querySelector('.hero .film')"
CARD = "document.querySelectorAll('.game .film')[2]"
VERSION = "Number({film}.querySelector('svg[data-version]').dataset.version)"


def version(film: str) -> str:
    return VERSION.format(film=film)


def opened(page: Tab, table: Table) -> None:
    page.open(f"{table.url}/")
    page.until(f"{HERO}.querySelector('[data-part=token]') && {CARD}.querySelector('[data-part=token]')")


def test_a_fight_plays_and_can_be_stopped(page: Tab, table: Table) -> None:
    """One at a time: another one when it is pointed at, and none once its reader has stopped it."""
    opened(page, table)
    page.until(f"{HERO}.dataset.playing === 'true'")
    began = page.js(version(HERO))
    page.until(f"{version(HERO)} > {began} && {HERO}.querySelector('.say').textContent.length > 12")
    page.until(f"{HERO}.querySelector('.film-marks .float')")
    assert page.js("document.querySelectorAll('.film[data-playing=true]').length") == 1
    x, y = page.js(f"(({{ x, y }}) => [x + 20, y + 20])({CARD}.getBoundingClientRect())")
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    page.until(f"{CARD}.dataset.playing === 'true' && {HERO}.dataset.playing === 'false'")
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=5, y=5)
    page.until(f"{HERO}.dataset.playing === 'true'")
    page.js(f"{HERO}.querySelector('button').click()")
    page.until(f"{HERO}.dataset.playing === 'false' && {HERO}.querySelector('button').title === 'Play'")
    assert page.complaints == []


def test_a_film_that_nobody_sees_stops(page: Tab, table: Table) -> None:
    """And goes on when it is seen again."""
    page.emulate(390, 844)
    page.open(f"{table.url}/")
    page.until(f"{HERO}.dataset.playing === 'true'")
    page.js("scrollTo(0, document.body.scrollHeight)")
    page.until("!document.querySelector('.film[data-playing=true]')")
    page.js("scrollTo(0, 0)")
    page.until(f"{HERO}.dataset.playing === 'true'")


def test_where_nothing_may_move_a_good_moment_stands_until_it_is_started(page: Tab, table: Table) -> None:
    """Of each film, with a button that plays it."""
    page.emulate(still=True)
    opened(page, table)
    films = page.js(
        "[...document.querySelectorAll('.film')].map((one) => [one.dataset.films.split(' ')[0], one.dataset.playing])"
    )
    assert len(films) == 6
    for address, playing in films:
        assert playing == "false"
        still = json.loads(table.get(address.removeprefix(".")).text)["still"]
        page.until("[...document.querySelectorAll('.film')].every((one) => one.querySelector('svg[data-version]'))")
        assert still in page.js(
            "[...document.querySelectorAll('.film svg[data-version]')].map((one) => Number(one.dataset.version))"
        )
    assert page.js(f"{HERO}.querySelector('.film-marks .float')") is not None
    page.js(f"{HERO}.querySelector('button').click()")
    page.until(f"{HERO}.dataset.playing === 'true'")


def test_the_page_is_small_and_its_films_are_there(table: Table) -> None:
    """All that it loads before a film; each film by itself, kept by browsers, in languages that there are."""
    page = table.get("/", accept=BROWSER)
    links = re.findall(r'(?:href|src)="\./((?:assets|films)/[^"]+\.(?:css|js))"', page.text)
    (root,) = {link.removesuffix("landing.js") for link in links if link.endswith("/landing.js")}
    files = {table.get(f"/{link}").content for link in links}
    files |= {table.get(f"/{root}{one.relative_to(OWN).as_posix()}").content for one in loaded_by(OWN / "landing.js")}
    assert len(page.content) + sum(map(len, files)) < MOST / 1.5
    film = table.get("/films/saari.fi.json")
    assert film.headers["content-type"] == "application/json"
    assert table.get("/films/saari.fi.json", **{"if-none-match": film.headers["etag"]}).status_code == 304
    for wrong in ("saari.xx.json", "chess.en.json", "saari", "..%2fsaari.fi.json"):
        assert table.get(f"/films/{wrong}").status_code == 404


def test_whoever_may_not_try_sees_the_games_too(table: Table) -> None:
    """Without a button that would be refused."""
    page = table.get("/", accept=BROWSER, host="table.example").text
    assert page.count('data-films="./films/') == 6
    assert "data-system=" not in page
