"""Changes from stage to stage: what is made from them is what was to be seen."""

from __future__ import annotations

import random

from api.replay.changes import Film, shown_at
from api.replay.stages import Stage
from schemas.replays import ReplayLayer, ReplayStep


def test_every_version_is_made_again_from_the_changes() -> None:
    """Parts that come, change, go, come back and change places, by chance."""
    chance = random.Random(3)
    film, stages = Film(), {}
    for version in range(1, 200):
        keys = chance.sample("abcdefgh", chance.randrange(9))
        stages[version] = {"tokens": {key: f"<{key}{chance.randrange(3)}/>" for key in keys}, "still": {"x": "<x/>"}}
        film.show(version, Stage((10, 10), stages[version]))
    for version, layers in stages.items():
        made = shown_at(film.markup, film.steps, version)
        assert {name: list(parts.items()) for name, parts in made.items() if parts} == {
            name: list(parts.items()) for name, parts in layers.items() if parts
        }
    assert len(film.markup) == len(set(film.markup)) <= 25


def test_what_stays_is_not_written_again() -> None:
    """A version at which nothing changes costs nothing."""
    film = Film()
    for version in range(1, 50):
        film.show(version, Stage((10, 10), {"tokens": {"a": "<a/>", "b": "<b/>"}}))
    assert film.steps == [ReplayStep(version=1, layers={"tokens": ReplayLayer(put={"a": 0, "b": 1})}, size=(10, 10))]
