"""Makes the films of the landing page again: `python -m tests.recordings.films`, when a game's rules change.

Each is the beginning of a ready-made fight, played by bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import api.replay
from api.cli.creations import creation_of
from api.errors.decoding import read
from api.operations.orders import new_encounter
from api.replay.showcase import ENDING, FOLDER, Making, written
from engine.kernel.structs.messages import Recorded
from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.bots.simulation import recorded_fight
from engine.service.registry import Registry
from schemas.requests import CreateEncounterRequest

FILMS = {
    "fantasia": Making(fight="bridge", seed="2", events=135, first=24, still=68),
    "dozen_die": Making(fight="quay", seed="2", events=153, first=60, still=124),
    "minis": Making(fight="wood", seed="2", events=118, first=10, still=113),
    "saari": Making(fight="glade", seed="1", events=106, first=31, still=54),
    "mongolian_mercenaries": Making(fight="caravan", seed="1", events=150, first=32, still=43),
}
"""What is recorded of each game."""


def played(game: str, making: Making) -> Iterator[Recorded]:
    """The events that a recording has, played now."""
    book = Registry.installed().books[game]
    (request,) = (one.request for one in ready_fights_of(book.system, "en") if one.key == making.fight)
    creation = creation_of(new_encounter(book, read(request, CreateEncounterRequest)))
    return islice(recorded_fight(book, creation, {"": "GREEDY"}, making.seed), making.events)


def main() -> None:
    """Write all of them."""
    folder = Path(str(api.replay.__file__)).parent / FOLDER
    folder.mkdir(exist_ok=True)
    for game, making in FILMS.items():
        book = Registry.installed().books[game]
        (folder / (game + ENDING)).write_bytes(written(making, book, played(game, making)))


if __name__ == "__main__":
    main()
