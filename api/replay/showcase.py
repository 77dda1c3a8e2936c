"""Short films of ready-made fights, for whoever has not seen one yet: bots played them, by the rules, from a seed.

A recording lies in `recordings`, by the name of its game: a line that says how it was made, and its events. A test
makes each of them again. The film is made here, in its reader's language, as those of any fight are.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct, structs

from api.replay.replay import excerpt_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import EncounterCreated
from engine.kernel.structs.messages import Recorded
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import names_in_language, ready_fights_of, worded

FOLDER = "recordings"
ENDING = ".ndjson.gz"


class Making(Struct, frozen=True, forbid_unknown_fields=True):
    """How a recording was made. fight: the ready-made one; seed: of its dice and its bots; events: how many there are.

    first: the version with which the film begins; still: the one that is shown where nothing may move.
    """

    fight: str
    seed: str
    events: int
    first: int
    still: int


def written(making: Making, book: Rulebook[Any], recorded: Iterable[Recorded]) -> bytes:
    """The file of a recording."""
    lines = [msgspec.json.encode(making)]
    for record in recorded:
        public, secret = book.codec.encode(record.version, record.time, record.draft)
        lines.append(public if secret is None else secret)
    return gzip.compress(b"\n".join(lines), 9, mtime=0)


def read_recording(game: str) -> tuple[Making, list[bytes]] | None:
    """How it was made, and its events; None where a game has none."""
    file = files(__package__).joinpath(FOLDER).joinpath(game + ENDING)
    if not file.is_file():
        return None
    first, *events = gzip.decompress(file.read_bytes()).split(b"\n")
    return msgspec.json.decode(first, type=Making), events


def showcase(book: Rulebook[Any], locale: str) -> bytes | None:
    """The film of a game as JSON, with `first`, `still` and the `title` of its fight; None where there is none."""
    found = read_recording(book.system.id)
    if found is None:
        return None
    making, lines = found
    names = names_in_language(book.system, locale)
    title = next(
        (ready_fight.title for ready_fight in ready_fights_of(book.system, locale) if ready_fight.key == making.fight),
        "",
    )
    english = next(
        (ready_fight.title for ready_fight in ready_fights_of(book.system, DEFAULT) if ready_fight.key == making.fight),
        "",
    )
    recorded = [book.codec.decode(_named(line, {**names, english: title})) for line in lines]
    created = recorded[0].event
    assert isinstance(created, EncounterCreated)
    seat = next(entry.seat for entry in created.table if entry.role == "GM")
    film = excerpt_of(book, recorded, making.first, seat, locale, f"film-{book.system.id}")
    told = {"title": title, "first": making.first, "still": making.still}
    return msgspec.json.encode({**told, "film": structs.replace(film, name=title, rules={}, words={}, style="")})


def _named(line: bytes, names: Mapping[str, str]) -> bytes:
    """An event with its names in the reader's language."""
    return msgspec.json.encode(worded(msgspec.json.decode(line), names))
