"""A film that is gone on with: what is seen from a version on is what the whole film shows there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from api.drawing.frame import Box
from api.replay import replay
from api.replay.changes import shown_at
from api.replay.replay import further_pages, parse_bounds, replay_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid
from engine.kernel.state.events import Reverted
from engine.service.proof.folding import positions
from engine.service.reading.views import decode_whole
from engine.store.packing import pack_page
from engine.store.port import Entry
from schemas.replays import Replay
from tests.support.secrecy.replays import recorded


def gone_on(
    book: Rulebook[Any], entries: list[Entry], after: int, last: int, seat: str | None, bounds: Box | None = None
) -> Replay | None:
    """The film from one version on up to another."""
    whole = [decode_whole(book, entry) for entry in entries]
    at = list(positions(book, whole[:last]))
    landed = {one.version: at[one.version - 1] for one in whole[after:last] if isinstance(one.event, Reverted)}
    return further_pages(book, at[after - 1], landed, [pack_page(entries[after:last])], seat, "en", bounds)


@pytest.mark.parametrize("name", ["board", "ambush", "taken_back", "dozen_taken_back", "minis_quiet", "saari_won"])
@pytest.mark.parametrize("seat", ["gm", None])
def test_a_film_goes_on_as_the_whole_one_does(name: str, seat: str | None) -> None:
    """Board, lists, rounds, turns, at every version behind, and through what is taken back."""
    book, entries = recorded(name)
    whole = replay_of(book, entries, seat, "en")
    last = len(entries)
    assert bool(whole.reverts) == ("taken_back" in name)
    for after in sorted({1, 2, last // 3, last // 2, last - 1, *(one.to_version for one in whole.reverts)}):
        more = gone_on(book, entries, after, last, seat)
        assert more is not None
        assert (more.after, more.version, more.name) == (after, last, whole.name)
        assert more.rounds == tuple(one for one in whole.rounds if one.version > after)
        assert more.turns == tuple(one for one in whole.turns if one > after)
        assert all(after < step.version <= last for step in more.steps)
        before = shown_at(whole.markup, whole.steps, after)
        for version in range(after, last + 1, 5):
            seen = shown_at(more.markup, more.steps, version, before)
            assert {name: list(parts.items()) for name, parts in seen.items() if parts} == {
                name: list(parts.items())
                for name, parts in shown_at(whole.markup, whole.steps, version).items()
                if parts
            }


def test_where_nothing_has_come_nothing_is_drawn() -> None:
    """The film of no event has no step and no markup."""
    book, entries = recorded("board")
    more = gone_on(book, entries, 100, 100, "gm")
    assert more is not None
    assert (more.after, more.version, more.steps, more.markup) == (100, 100, (), ())


def test_a_board_without_an_edge_goes_on_within_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """And begins anew as soon as it outgrows them: everything would stand elsewhere."""
    made = replay.picture_of

    def endless(system: Any, state: Any, seat: str | None, locale: str) -> Scene:
        scene = made(system, state, seat, locale)
        assert isinstance(scene.space, SceneGrid)
        bare = structs.replace(scene.ground, rows=(), patches=(), edges=(), digest="bare")
        return structs.replace(scene, space=structs.replace(scene.space, width=0, height=0), ground=bare)

    monkeypatch.setattr(replay, "picture_of", endless)
    book, entries = recorded("board")
    whole = replay_of(book, entries, "gm", "en")
    assert whole.bounds is not None
    bounds = parse_bounds(whole.bounds)
    assert bounds is not None
    more = gone_on(book, entries, 200, 300, "gm", bounds)
    assert more is not None
    assert more.bounds == whole.bounds
    before = shown_at(whole.markup, whole.steps, 200)
    assert shown_at(more.markup, more.steps, 300, before) == shown_at(whole.markup, whole.steps, 300)
    assert gone_on(book, entries, 200, 300, "gm", None) is None
    assert gone_on(book, entries, 200, 300, "gm", structs.replace(bounds, width=bounds.width // 2)) is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("-200,0,100,100000", Box(-200, 0, 100, 100_000)),
        ("10000000,-10000000,1,1", Box(10_000_000, -10_000_000, 1, 1)),
        ("10000001,0,1,1", None),
        ("0,0,0,1", None),
        ("0,0,1,100001", None),
        ("0,0,1", None),
        ("0,0,1,1.5", None),
        ("0,0,1,1,", None),
        ("٣,0,1,1", None),
        ("", None),
    ],
)
def test_bounds_are_read_as_they_are_written(text: str, read: Box | None) -> None:
    """Nothing larger than a board that is drawn in bounded time, and no other form."""
    assert parse_bounds(text) == read
    assert read is None or replay.format_bounds(read) == text


def test_a_vast_board_is_always_made_anew() -> None:
    """Its bounds are not told."""
    assert replay.format_bounds(Box(0, 0, 100_001, 1)) is None
    assert replay.format_bounds(Box(0.5, 0, 100, 100)) is None
    assert replay.format_bounds(None) is None
