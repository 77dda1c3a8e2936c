"""The pages of the table over HTTP: what they may load, that all of it is there, and how large it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.pages.assets import OWN
from api.pages.table_page import TABLE_PAGES
from engine.store.server import PrivateServer
from tests.api.table import Table, serving
from tests.support.browsers.pages import BROWSER

MOST = 150_000
"""Bytes that a page may load, uncompressed: all of them, also those that come once it is shown."""
MOST_DIRECTING = 220_000
"""Bytes with the game master's tools: beside a fight, or on the page of a host."""
IMPORTED = re.compile(r"""(?:from|import) '(\./[^']+|\.\./[^']+)'""")
LATER = {"play": (OWN / "client" / "draft.js", OWN / "client" / "lays.js", OWN / "table" / "orders" / "offer-form.js")}
"""What an order is put together with: the table is shown without it."""


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with serving(server.url, tmp_path_factory.mktemp("data")) as running:
        yield running


def loaded_by(module: Path) -> set[Path]:
    """A module with all that it imports, and what these import."""
    found, open_ones = set[Path](), [module]
    while open_ones:
        one = open_ones.pop()
        if one not in found:
            found.add(one)
            open_ones += [(one.parent / name).resolve() for name in IMPORTED.findall(one.read_text(encoding="utf-8"))]
    return found


@pytest.mark.parametrize("name", TABLE_PAGES)
def test_a_page_loads_nothing_of_others_but_pictures(table: Table, name: str) -> None:
    """No script and no style but our own files; nobody may frame it."""
    policy = table.get(f"/{name}", accept=BROWSER).headers["content-security-policy"]
    pictures = " blob: https:" if name in ("play", "watch") else " blob:" if name in ("host", "campaign") else ""
    assert policy == (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:{pictures}; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def test_pictures_of_others_may_be_turned_off(redis_url: str, tmp_path: Path) -> None:
    """By a setting, for all."""
    with serving(redis_url, tmp_path, {"pictures": "off"}) as table:
        policy = table.get("/play", accept=BROWSER).headers["content-security-policy"]
    assert "https:" not in policy
    assert "img-src 'self' data: blob:;" in policy


@pytest.mark.parametrize("name", TABLE_PAGES)
def test_all_that_a_page_loads_is_there_and_small(table: Table, name: str) -> None:
    """Every module that it imports is served, as what it is; with words and style it stays small."""
    page = table.get(f"/{name}", accept=BROWSER).text
    (module,) = re.findall(r'<script src="\./([^"]+)"', page)
    root = module.removesuffix(f"table/{name}.js")
    styles = {OWN / "table" / style for style in re.findall(r'href="[^"]+/table/(\w+\.css)"', page)}
    assert OWN / "table" / "table.css" in styles
    first = loaded_by(OWN / "table" / f"{name}.js")
    assert not first & {*LATER.get(name, ())}
    for language in ("en", "es", "fi", "pl"):
        words = {OWN / "table" / folder / f"{language}.json" for folder in folders_of(name)}
        most = MOST_DIRECTING if name == "host" else MOST
        assert_served(table, root, first.union(styles, words, *map(loaded_by, LATER.get(name, ()))), most)


@pytest.mark.parametrize("language", ["en", "es", "fi", "pl"])
def test_a_game_master_loads_the_panel_beside_it(table: Table, language: str) -> None:
    """With its words and its style; all is there, and with it the page stays small."""
    page = table.get("/play", accept=BROWSER).text
    (module,) = re.findall(r'<script src="\./([^"]+)"', page)
    play = set[Path]().union(*map(loaded_by, (OWN / "table" / "play.js", *LATER["play"])))
    panel = loaded_by(OWN / "table" / "gm" / "gm-panel.js") - play
    assert len(panel) > 5
    words = {OWN / "table" / folder / f"{language}.json" for folder in ("words", "words-gm")}
    styles = {OWN / "table" / f"{style}.css" for style in ("tokens", "fonts", "table", "play", "gm")}
    assert_served(table, module.removesuffix("table/play.js"), play | panel | words | styles, MOST_DIRECTING)
    told = set[str]().union(*(json.loads(file.read_text(encoding="utf-8")) for file in words))
    asked = {key for file in panel for key in re.findall(r"\bt\('([\w.]+)'", file.read_text(encoding="utf-8"))}
    assert asked <= told, asked - told


@pytest.mark.parametrize(
    "part",
    [
        "fight/ending",
        "fight/hints",
        "fight/other-eyes",
        "shared/entrance",
        "orders/dice-pad",
        "orders/token-menu",
        "fight/sheet",
        "shared/settings-menu",
        "orders/unasked",
        "orders/at-place",
        "orders/keys",
        "fight/proof-panel",
        "watch/watch-filed",
        "fight/house-rules",
        "board/ground-legend",
        "watch/forking",
        "watch/reporting",
        "watch/curve-panel",
        "odds/how-hard",
        "odds/odds-now",
        "odds/best-offer",
        "odds/proposing",
        "campaign/campaigns",
        "campaign/company-form",
        "campaign/own-character",
        "campaign/settling",
        "campaign/tonights-fight",
    ],
)
def test_what_is_brought_when_it_is_wanted_asks_for_no_other_words(part: str) -> None:
    """What a page loads only as somebody wants it has its words too."""
    words = set[str]()
    more = {
        "fight/ending": ("words-end", "words-watch"),
        "fight/proof-panel": ("words-watch",),
        "watch/watch-filed": ("words-watch", "words-menus"),
        "shared/settings-menu": ("words-menus",),
        "orders/keys": ("words-menus",),
        "orders/dice-pad": ("words-asked",),
        "orders/unasked": ("words-asked",),
        "fight/sheet": ("words-asked",),
        "fight/other-eyes": ("words-asked",),
        "shared/entrance": ("words-entrance",),
        "watch/forking": ("words-gm", "words-fork"),
        "watch/reporting": ("words-report",),
        "watch/curve-panel": ("words-odds",),
        "odds/how-hard": ("words-odds",),
        "odds/odds-now": ("words-odds",),
        "odds/best-offer": ("words-odds",),
        "odds/proposing": ("words-odds",),
        "campaign/campaigns": ("words-gm", "words-host", "words-menus", "words-campaign"),
        "campaign/company-form": ("words-gm", "words-host", "words-menus", "words-campaign"),
        "campaign/own-character": ("words-asked", "words-menus", "words-campaign"),
        "campaign/settling": ("words-gm", "words-asked", "words-menus", "words-campaign"),
        "campaign/tonights-fight": ("words-asked", "words-menus", "words-campaign"),
    }
    for folder in ("words", *more.get(part, ())):
        words |= json.loads((OWN / "table" / folder / "en.json").read_text(encoding="utf-8")).keys()
    for file in loaded_by(OWN / "table" / f"{part}.js"):
        asked = set(re.findall(r"\bt\('([\w.]+)'", file.read_text(encoding="utf-8")))
        assert asked <= words, (file.name, asked - words)


def assert_served(table: Table, root: str, files: set[Path], most: int = MOST) -> None:
    """Each file is at its address, as what it is; together they are small."""
    size = 0
    for file in files:
        answer = table.get(f"/{root}{file.relative_to(OWN).as_posix()}")
        assert answer.status_code == 200, file
        kind = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}[file.suffix]
        assert answer.headers["content-type"].startswith(kind)
        size += len(answer.content)
    assert size < most


def folders_of(name: str) -> list[str]:
    """The folders of words that a page loads: that of all, and its own."""
    return ["words", *re.findall(r"'(words-\w+)'", (OWN / "table" / f"{name}.js").read_text(encoding="utf-8"))]


@pytest.mark.parametrize("folder", sorted(path.name for path in (OWN / "table").glob("words*") if path.is_dir()))
def test_every_language_has_every_word(folder: str) -> None:
    """With the same figures in it."""
    words = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (OWN / "table" / folder).iterdir()}
    assert set(words) == {"en", "es", "fi", "pl"}
    for language, own in words.items():
        base = {key for key in own if not key.endswith((".one", ".few"))}
        assert base == {key for key in words["en"] if not key.endswith((".one", ".few"))}, language
        figures = {key: set(re.findall(r"{(\w+)}", text)) for key, text in own.items()}
        assert all(figures[key] <= set(re.findall(r"{(\w+)}", words["en"].get(key, own[key]))) for key in base), (
            language
        )


@pytest.mark.parametrize("name", TABLE_PAGES)
def test_no_page_asks_for_a_word_that_it_does_not_load(name: str) -> None:
    """Nor do the modules that it loads."""
    words, asked = set[str](), set[str]()
    for folder in folders_of(name):
        words |= json.loads((OWN / "table" / folder / "en.json").read_text(encoding="utf-8")).keys()
    modules = loaded_by(OWN / "table" / f"{name}.js")
    for path in modules.union(*map(loaded_by, LATER.get(name, ()))):
        asked |= set(re.findall(r"\bt\('([\w.]+)'", path.read_text(encoding="utf-8")))
    assert asked <= words, asked - words


def test_the_door_says_whether_anybody_may_host(redis_url: str, tmp_path: Path) -> None:
    """So that a page offers it only where it is true."""
    with serving(redis_url, tmp_path, {"hosting": "anybody"}) as table:
        assert table.get("/", accept="application/json").json()["hosting"] == "anybody"
