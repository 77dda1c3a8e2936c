"""The player's module in a real browser: a film, a board, a clock, and a film that goes on."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from api.replay.changes import shown_at
from api.replay.html import modules
from api.replay.log import Log, rendered
from api.replay.replay import further_pages, replay_of
from engine.kernel.state.events import Reverted
from engine.service.proof.folding import positions
from engine.service.reading.views import decode_whole, event_for
from engine.store.packing import pack_page
from schemas.replays import Replay
from tests.support.browsers.browser import Tab
from tests.support.secrecy.replays import recorded

HTML = """<!doctype html><meta charset="utf-8"><body class="skald-scene-auto">
<svg id="scene" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"></svg><ul id="sides"></ul>
<script type="module">
PLAYER
window.player = { Film, Board, Clock };
</script>"""


def gone_on(name: str, after: int) -> tuple[Replay, Replay, Replay]:
    """The film up to a version, what comes after it, and the whole."""
    book, entries = recorded(name)
    whole = [decode_whole(book, entry) for entry in entries]
    at = list(positions(book, whole))
    landed = {one.version: at[one.version - 1] for one in whole[after:] if isinstance(one.event, Reverted)}
    more = further_pages(book, at[after - 1], landed, [pack_page(entries[after:])], "gm", "en", None)
    assert more is not None
    seen = [event_for(book, entry, "gm") for entry in entries]
    log = Log(rendered(book, seen, book.seen(at[-1].state, "gm"), "en"))
    more = msgspec.structs.replace(
        more,
        events=tuple(one for one in log.events if one.version > after),
        reverts=tuple(one for one in log.reverts if one.version > after),
        rules=log.statements,
    )
    return replay_of(book, entries[:after], "gm", "en"), more, replay_of(book, entries, "gm", "en")


@pytest.fixture
def open_page(page: Tab, tmp_path: Path) -> Tab:
    """A page of its own with the module."""
    file = tmp_path / "player.html"
    file.write_text(HTML.replace("PLAYER", modules()), encoding="utf-8")
    page.open(file.as_uri())
    page.until("window.player")
    return page


def given(page: Tab, name: str, film: Replay) -> None:
    """Hand a film to the page."""
    page.js(f"window.{name} = JSON.parse({json.dumps(msgspec.json.encode(film).decode())}); true")


@pytest.mark.parametrize("name", ["taken_back", "board"])
def test_a_film_that_goes_on_is_the_whole_one(open_page: Tab, name: str) -> None:
    """The same layers at each version, the same rounds and turns, the same versions taken back."""
    page = open_page
    first, more, whole = gone_on(name, 40)
    for called, film in (("first", first), ("more", more), ("whole", whole)):
        given(page, called, film)
    assert page.js("(window.one = new player.Film(first)).append(more)") is True
    assert page.js("one.append(more)") is False, "it does not follow itself"
    page.js("window.other = new player.Film(whole); true")
    assert page.js("one.version") == whole.version
    for field in ("rounds", "turns", "reverts", "events"):
        assert page.js(f"JSON.stringify(one.{field}) === JSON.stringify(other.{field})"), field
    assert page.js("one.rules") == whole.rules
    gone = page.js("[...one.takenBack()]")
    assert gone == page.js("[...other.takenBack()]")
    assert bool(gone) == bool(whole.reverts)
    for version in (1, 39, 40, 41, whole.version // 2, whole.version, 42, 2):
        page.js(f"one.seek({version}), other.seek({version}), true")
        parts = page.js("""Object.fromEntries(Object.entries(one.layers).map(
            ([name, layer]) => [name, [...layer].map(([key, number]) => [key, one.markup[number]])]))""")
        assert {name: layer for name, layer in parts.items() if layer} == {
            name: [list(item) for item in layer.items()]
            for name, layer in shown_at(whole.markup, whole.steps, version).items()
            if layer
        }
        assert page.js("one.round()") == page.js("other.round()")


def test_a_board_shows_it_and_a_clock_plays_it(open_page: Tab) -> None:
    """A list that the page has no element for is left out; a clock calls, at its speed, until the end."""
    page = open_page
    book, entries = recorded("broken_off")
    film = replay_of(book, entries, "gm", "en")
    given(page, "data", film)
    page.js("""window.film = new player.Film(data); window.calls = [];
        window.board = new player.Board(document.querySelector("#scene"), { sides: document.querySelector("#sides") });
        window.go = (version) => { calls.push(version); if (film.seek(version)) board.draw(film); };
        window.clock = new player.Clock(film, { go, speed: 50, changed: () => calls.push(clock.playing) });
        go(1); clock.play(); clock.play(); true""")
    page.until(f"film.at === {film.version} && !clock.playing")
    calls = page.js("calls")
    told = [one.version for one in film.events if one.weight != "BOOKKEEPING" and one.text and one.version > 1]
    assert calls[0] == 1
    assert calls[1] is True
    assert calls[-1] is False
    assert [one for one in calls[2:-1] if one in told] == told
    seen = shown_at(film.markup, film.steps, film.version)
    assert page.js("document.querySelector('#l-tokens').children.length") == len(seen["tokens"])
    assert page.js("document.querySelector('#sides').children.length") == len(seen["sides"])
    assert page.complaints == []
