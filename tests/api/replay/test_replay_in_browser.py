"""A replay from a disk in real browsers: it plays, by keys alone, and asks for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.replay.changes import shown_at
from tests.support.browsers.browser import Tab
from tests.support.browsers.firefox import firefox, window
from tests.support.secrecy.replays import data_of, film_of, replayed

READY = "document.documentElement.dataset.ready"
AT = "Number(document.querySelector('#scrub').value)"
TOKENS = """[...document.querySelectorAll('#l-tokens [data-part=token]')].map(
    (one) => [one.dataset.combatant, one.dataset.x, one.dataset.y])"""
KEPT = Path(__file__).resolve().parents[3] / "build" / "scenes"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A replay on the disk."""
    path = tmp_path_factory.mktemp("replay") / "fight.html"
    path.write_bytes(replayed("board"))
    return path


def key(page: Tab, name: str, modifiers: int = 0) -> None:
    """Press a key."""
    more = {"text": " "} if name == " " else {}
    page.call("Input.dispatchKeyEvent", type="keyDown", key=name, modifiers=modifiers, **more)
    page.call("Input.dispatchKeyEvent", type="keyUp", key=name, modifiers=modifiers)


def test_it_opens_from_a_disk_and_is_moved_by_keys(page: Tab, file: Path) -> None:
    """Home, End, arrows, page keys and space; the version stands in the address, and nowhere else."""
    page.open(file.as_uri())
    page.until(READY)
    assert page.js(AT) == 1
    last = page.js("Number(document.querySelector('#scrub').max)")
    key(page, "End")
    assert page.js(AT) == last
    assert page.js("location.hash") == f"#v={last}"
    key(page, "ArrowLeft")
    assert page.js(AT) == last - 1
    key(page, "Home")
    key(page, "ArrowRight")
    assert page.js(AT) == 2
    key(page, "PageDown")
    rounds = data_of(file.read_bytes())["rounds"]
    assert page.js(AT) == next(one["version"] for one in rounds if one["version"] > 2)
    before = page.js(AT)
    key(page, "ArrowDown")
    turns = data_of(file.read_bytes())["turns"]
    assert page.js(AT) == next(version for version in turns if version > before)
    before = page.js(AT)
    key(page, " ")
    page.until(f"{AT} > {before}")
    key(page, " ")
    stopped = page.js(AT)
    page.js("new Promise((done) => setTimeout(done, 1200))")
    assert page.js(AT) == stopped
    assert page.complaints == []
    assert {address for address in page.asked if not address.startswith("data:")} == {file.as_uri()}


def test_the_board_is_what_the_changes_say_at_every_version(page: Tab, file: Path) -> None:
    """Forwards, backwards and from afar."""
    film = film_of(file.read_bytes())
    last = film.version
    page.open(file.as_uri())
    page.until(READY)
    for version in (1, 60, 61, 62, 300, last, 120, 119, 2, last - 1):
        page.js(f"location.hash = 'v={version}'")
        page.until(f"{AT} === {version}")
        for layer, parts in shown_at(film.markup, film.steps, version).items():
            shown = page.js(f"document.querySelector('#l-{layer}').children.length")
            assert shown == len(parts), (version, layer)
        tokens = page.js(TOKENS)
        wanted = shown_at(film.markup, film.steps, version).get("tokens", {})
        assert [f"scene-token-{who}" for who, _, _ in tokens] == list(wanted)
        for (who, x, y), markup in zip(tokens, wanted.values(), strict=True):
            assert f'data-combatant="{who}"' in markup
            assert f'data-x="{x}" data-y="{y}"' in markup


def test_the_log_is_folded_by_act_and_leads_to_its_version(page: Tab, file: Path) -> None:
    """An entry for an act, its details with the reasons of their numbers folded in; a click moves the board."""
    data = data_of(file.read_bytes())
    page.open(file.as_uri())
    page.until(READY)
    entries = page.js("document.querySelectorAll('#acts > li[data-act]').length")
    told = {event["act"] for event in data["events"] if event["text"]}
    assert entries == len(told) < len(data["events"]) / 2
    act = next(one for one in data["events"] if one["reasons"] and one["reasons"][0]["terms"])["act"]
    entry = f"document.querySelector('#acts > li[data-act=\"{act}\"]')"
    assert page.js(f"{entry}.querySelectorAll('.event').length") == 0
    page.js(f"{entry}.querySelector('summary').click()")
    page.until(f"{entry}.querySelector('.because')")
    page.js(f"{entry}.querySelector('a').click()")
    assert page.js(AT) == max(event["version"] for event in data["events"] if event["act"] == act)
    assert page.js(f"{entry}.classList.contains('now')") is True


def test_it_fits_a_phone_and_a_wide_screen(page: Tab, file: Path) -> None:
    """Nothing is wider than the window, but for the board, which scrolls by itself; pictures are kept."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for width, height in ((400, 900), (1500, 900)):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.open(f"{file.as_uri()}?{width}#v=200")
        page.until(READY)
        assert page.js("document.documentElement.scrollWidth") <= width
        sizes = page.js("""[...document.querySelectorAll('#scene text')].map(
            (one) => parseFloat(one.getAttribute('font-size')) * one.getScreenCTM().a)""")
        assert min(sizes) >= 8.5
        page.picture(KEPT / f"replay-{width}.png")


def test_firefox_opens_it_too(file: Path, tmp_path: Path) -> None:
    """From the disk: at the version of its address every token is in its place; without scripts the page is empty."""
    program = firefox()
    if program is None:
        pytest.skip("there is no Firefox on the PATH: apt-get install firefox-esr")
    broken = tmp_path / "broken.html"
    broken.write_bytes(file.read_bytes().replace(b'"use strict";', b'"not the same";'))  # its policy refuses this
    with window(program, tmp_path) as page:
        page.size(1300, 900)
        page.open(f"{broken.as_uri()}#v=200")
        empty = page.picture()
        page.complaints.clear()
        page.open(f"{file.as_uri()}#v=200")
        page.until(READY)
        assert page.js(AT) == 200
        film = film_of(file.read_bytes())
        wanted = shown_at(film.markup, film.steps, 200)["tokens"]
        shown = page.js(TOKENS)
        assert [f"scene-token-{who}" for who, _, _ in shown] == list(wanted)
        for (_, x, y), markup in zip(shown, wanted.values(), strict=True):
            assert f'data-x="{x}" data-y="{y}"' in markup
        drawn = page.picture()
        page.js("console.error('the console is heard')")
        assert page.complaints == ["the console is heard"], "and nothing else was said there"
    assert len(drawn) > 1.5 * len(empty)
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / "replay-firefox.png").write_bytes(drawn)
