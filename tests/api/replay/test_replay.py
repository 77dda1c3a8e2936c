"""The file that plays a fight: what is in it, for whom, and what it can never do."""

from __future__ import annotations

import base64
import hashlib
import re

import msgspec
import pytest
from msgspec import structs

from api.replay.changes import shown_at
from api.replay.html import policy
from api.replay.replay import file_of, replay_of
from api.replay.stages import Stages, bounds_of
from api.words import sentences_of
from engine.kernel.scene.compose import scene_of
from engine.service.proof.folding import positions
from engine.service.reading.views import decode_whole
from schemas.replays import Replay
from tests.support.secrecy.replays import data_of, film_of, recorded, replayed, unpacked


@pytest.fixture(scope="module")
def board() -> bytes:
    """A recorded fight of 500 events."""
    return replayed("board")


def test_a_replay_has_every_event_and_what_is_seen_at_it(board: bytes) -> None:
    """Versions, rounds, turns, the log with weight and act, the board, the rules that its reasons name."""
    data = data_of(board)
    _, entries = recorded("board")
    assert data["version"] == len(entries) == len(data["events"])
    assert [one["round"] for one in data["rounds"]] == [*range(len(data["rounds"]))]
    assert len(data["rounds"]) > 3
    assert len(data["turns"]) > 10
    assert data["steps"][0]["version"] == 1
    assert {event["weight"] for event in data["events"]} == {"HEADLINE", "DETAIL", "BOOKKEEPING"}
    acts = [event["act"] for event in data["events"]]
    assert all(act <= event["version"] for act, event in zip(acts, data["events"], strict=True))
    assert len(set(acts)) < len(acts) / 2
    assert any("scene-token-ogre" in markup for markup in data["markup"])
    assert data["reverts"] == []
    assert data_of(replayed("taken_back"))["reverts"]


def test_every_number_with_reasons_tells_them(board: bytes) -> None:
    """Each with its terms; each rule of a term with its statement."""
    data = data_of(board)
    terms = [term for event in data["events"] for reason in event["reasons"] for term in reason["terms"]]
    assert len(terms) > 100
    assert all(term["source"] and isinstance(term["times"], int) and term["over"] >= 1 for term in terms)
    assert {term["rule"] for term in terms if term["rule"]} == set(data["rules"])
    assert all(data["rules"].values())


def test_a_replay_asks_nobody_for_anything(board: bytes) -> None:
    """No address of another host, one script, which is the one that its policy names; no module, fetch or storage."""
    text = unpacked(board).decode()
    assert set(re.findall(r"\w+://[^\s\"'<)]*", text)) == {"http://www.w3.org/2000/svg"}
    scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy()
    assert policy() in text
    for word in (
        "fetch(",
        "XMLHttpRequest",
        "localStorage",
        "sessionStorage",
        "indexedDB",
        "import(",
        'type="module"',
        "cookie",
    ):
        assert word not in text
    assert not re.search(r"<(?:img|image|link|iframe|object|embed)\b", text)
    # Faces and icons are defined in the page itself.
    assert re.search(r"<use\b", text)
    assert not re.search(r'<use\b(?! href=\\?"#)', text)


def test_the_largest_recording_stays_below_six_hundred_kilobytes() -> None:
    """Of 2,600 events; the same bytes each time."""
    file = replayed("dozen_ford")
    assert len(file) < 600_000
    assert replayed("dozen_ford") == file


def tokens(film: Replay, version: int) -> set[str]:
    """The tokens that a replay shows at a version."""
    return set(shown_at(film.markup, film.steps, version).get("tokens", {}))


def test_a_seat_gets_what_it_may_see() -> None:
    """Of an ambush a spectator's file does not show somebody while he hides, and no figure that is not open."""
    gm, other = (film_of(replayed("ambush", seat)) for seat in ("gm", "eve"))
    assert gm.version == other.version
    assert {one.version for one in gm.events if not one.text} < {one.version for one in other.events if not one.text}
    assert tokens(gm, 20) - tokens(other, 20) == {"scene-token-locke"}
    found = next(version for version in range(20, 100) if "scene-token-locke" in tokens(other, version))
    assert found > 21
    assert not [one.text for one in other.events if 20 <= one.version < found and "locke" in one.text.lower()]
    assert b"Hit points 45/45" in msgspec.json.encode(gm)
    assert b"Hit points 45/45" not in msgspec.json.encode(other)


@pytest.mark.parametrize("name", ["board", "ambush", "taken_back", "called_off"])
@pytest.mark.parametrize("seat", ["gm", None])
def test_what_is_kept_between_versions_changes_nothing(name: str, seat: str | None) -> None:
    """What is seen at each version is what a page would show that is made for that version alone."""
    book, entries = recorded(name)
    whole = [decode_whole(book, entry) for entry in entries]
    film = replay_of(book, entries, seat, "en")
    states = [book.seen(position.state, seat) for position in positions(book, whole)]
    scenes = [scene_of(book.system, state, seat, "en") for state in states]
    bounds = bounds_of(scenes)
    for version in range(1, len(states) + 1, 7):
        alone = Stages(bounds, "en").stage(scenes[version - 1]).layers
        shown = {layer: parts for layer, parts in shown_at(film.markup, film.steps, version).items() if parts}
        assert shown == {layer: parts for layer, parts in alone.items() if parts}


@pytest.mark.parametrize("locale", ["en", "es", "fi", "pl"])
def test_the_page_speaks_the_readers_language(locale: str) -> None:
    """Its own words and those of the scene and the log."""
    words = sentences_of(locale)
    file = replayed("called_off", locale=locale)
    assert f'<html lang="{locale}">'.encode() in file
    assert words["replay.order"].encode() in file
    assert data_of(file)["words"]["pause"] == words["replay.pause"]


def test_names_with_markup_stay_text() -> None:
    """A fight and figures that people named like the end of a script."""
    book, entries = recorded("called_off")
    name = "</script><img src=x onerror=alert(1)>"
    raw = entries[0].public
    changed = raw.replace(b'"name":"', b'"name":"' + name.encode() + b" ", 1)
    assert changed != raw
    file = file_of(book, [structs.replace(entries[0], public=changed), *entries[1:]], "gm", "en")
    assert b"<img" not in file
    assert file.count(b"</script>") == 2
    assert b"&lt;/script&gt;&lt;img src=x" in file
