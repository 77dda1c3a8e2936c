"""What a page brings as it is wanted, while the server is away: it is waited for, and nothing frightening is said."""

from __future__ import annotations

import pytest

from tests.api.fights import Bridge
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
ASKED = """new Promise((done) => {
  const usual = fetch;
  window.fetch = (...given) => usual(...given).finally(() => done(true));
})"""
"""Done when the page has asked whether the server is there."""
MODULES = "performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.endsWith('/play.js'))"
REFUSING = "bring(() => Promise.reject(new TypeError('error loading dynamically imported module: ' + address)))"


@pytest.fixture
def seated(page: Tab, fight: Bridge) -> Tab:
    """Ana at the table."""
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens['ana']}")
    page.until(READY)
    return page


@pytest.mark.parametrize(("name", "key"), [("keys.js", "?"), ("words-menus/en.json", "?"), ("sheet.css", "i")])
def test_what_cannot_be_had_yet_comes_once_it_can(seated: Tab, name: str, key: str) -> None:
    """A key was pressed while nothing came: nobody presses it again, and no fault is told."""
    seated.call("Network.setBlockedURLs", urls=[f"*/{name}", "*/client/bring.js"])
    seated.js(f"window.asked = {ASKED}; 0")
    seated.key(key)
    assert seated.js("window.asked")
    assert not seated.js("document.querySelector('dialog[open]')")
    seated.call("Network.setBlockedURLs", urls=[])
    seated.until("document.querySelector('dialog[open]')")
    assert seated.complaints == []


def test_an_engine_that_remembers_what_failed_is_asked_for_another_address(seated: Tab) -> None:
    """It refuses the module under its own address for ever, though the server has it."""
    start = f"const root = {MODULES}, address = root.replace('play.js', 'fight/sound.js');"
    found = f"import(root.replace('table/play.js', 'client/bring.js')).then(({{ bring }}) => {REFUSING})"
    assert seated.js(f"{start} {found}.then((module) => Object.keys(module))") == ["sound"]
    assert seated.complaints == []


def test_a_page_that_is_older_than_the_server_says_that_it_is_to_be_loaded_again(seated: Tab) -> None:
    """Its files are not there any more."""
    start = f"const root = {MODULES}, address = root.replace('play.js', 'no-such.js');"
    found = f"import(root.replace('play.js', 'shared/bring.js')).then(({{ bring }}) => {REFUSING})"
    told = seated.js(f"{start} {found}.catch(({{ name, message }}) => [name, message])")
    assert told == ["Refusal", "The server has newer files than this page: load the page again."]


def test_a_fault_of_a_module_itself_is_told_at_once(seated: Tab) -> None:
    """It is not loaded again: that would act twice."""
    start = f"const root = {MODULES}; let tried = 0;"
    load = "bring(async () => { tried += 1; return undefined.nothing; })"
    found = f"import(root.replace('play.js', 'shared/bring.js')).then(({{ bring }}) => {load})"
    assert seated.js(f"{start} {found}.catch(({{ name }}) => [name, tried])") == ["TypeError", 1]
