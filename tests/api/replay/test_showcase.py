"""The films of the landing page: what the rules make of a seed, in each language, small, and with a blow at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.pages.landing import LANGUAGES
from api.replay.showcase import read_recording, showcase
from engine.service.registry import Registry
from tests.recordings.films import FILMS, played

BOOKS = Registry.installed().books


def film_of(game: str, language: str) -> dict[str, Any]:
    """A film, as the page gets it."""
    made = showcase(BOOKS[game], language)
    assert made is not None
    found: dict[str, Any] = json.loads(made)
    return found


@pytest.mark.parametrize("game", FILMS)
def test_what_is_shown_is_what_the_rules_make_of_the_seed(game: str) -> None:
    """Each event of each recording; a game whose rules change has another film: `python -m tests.recordings.films`."""
    found = read_recording(game)
    assert found is not None
    making, lines = found
    assert making == FILMS[game]
    codec = BOOKS[game].codec
    for line, one in zip(lines, played(game, making), strict=True):
        public, secret = codec.encode(one.version, one.time, one.draft)
        # What a message has got since then, with a default, is the same for both.
        assert codec.decode(line) == codec.decode(public if secret is None else secret), f"{game} {one.version}"


def test_every_game_has_one() -> None:
    assert set(FILMS) == set(BOOKS)
    assert read_recording("chess") is None


@pytest.mark.parametrize("game", FILMS)
def test_a_film_begins_with_a_blow_and_is_small(game: str) -> None:
    """Within its first two acts; the good moment is one of its own, and each act has its line."""
    told = film_of(game, "en")
    film, events = told["film"], told["film"]["events"]
    assert any(one["effect"]["outcome"] in ("HIT", "FALL") for one in events[:2])
    assert told["still"] in [one["version"] for one in events]
    assert told["first"] < events[0]["version"]
    assert 6 <= len(events) <= 16
    assert all(one["headline"] for one in events)
    assert {name for step in film["steps"] for name in step["layers"]}.isdisjoint({"order", "sides", "legend"})
    assert len(json.dumps(told)) < 90_000


def test_a_film_is_told_in_its_readers_language() -> None:
    """With the names of that language, on the board too."""
    told = {language: film_of("saari", language) for language in LANGUAGES}
    assert len({one["title"] for one in told.values()}) == len(LANGUAGES)
    assert len({one["film"]["events"][1]["headline"] for one in told.values()}) == len(LANGUAGES)
    drawn = "".join(told["fi"]["film"]["markup"])
    assert "Karju" in drawn
    assert "Boar" not in drawn
