"""A fight as a film: made from its events, for one seat, whole or from a version on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from api.drawing.drawing import SCOPE
from api.drawing.frame import Box
from api.drawing.style import sheet
from api.replay.changes import Film
from api.replay.html import page_of
from api.replay.log import Log, rendered
from api.replay.stages import Stages, bounds_of
from api.words import sentences_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position, advance
from engine.kernel.scene.compose import picture_of, same_picture
from engine.kernel.scene.scene import Scene
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Recorded
from engine.service.proof.folding import positions
from engine.service.reading.views import SeenEvent, decode_whole, event_for
from engine.store.packing import unpack_page
from engine.store.port import Entry
from schemas.replays import Replay, ReplayRound

WORDS: tuple[str, ...] = (
    "play", "pause", "forward", "back", "nextTurn", "lastTurn", "nextRound", "lastRound", "round", "version", "log",
    "board", "order", "sides", "legend", "away", "marks", "withheld", "takenBack", "keys", "noScript",
)  # fmt: skip
"""A player's own words, `replay.` and these in the texts of the kernel."""

WIDEST = 100_000
"""The longest side, in hundredths of the unit, of a board without an edge whose film can be gone on with: 1,000 cells
of one unit. A film of a larger one is always made anew."""
FARTHEST = 10_000_000
"""The least and largest coordinate of such a board."""
_BOUNDS = re.compile(r"(-?\d{1,8}),(-?\d{1,8}),(\d{1,6}),(\d{1,6})\Z", re.ASCII)


# -- the whole
def replay_of(book: Rulebook[Any], entries: Sequence[Entry], seat: str | None, locale: str) -> Replay:
    """The film. entries: all of a fight; seat: whose view it shows; None: what everybody sees.

    Fault if the stream is impossible.
    """
    seen = [event_for(book, entry, seat) for entry in entries]
    return film_of(book, [decode_whole(book, entry) for entry in entries], seen, seat, locale)


def file_of(book: Rulebook[Any], entries: Sequence[Entry], seat: str | None, locale: str) -> bytes:
    """The film as one HTML file that plays it: see `replay_of`."""
    return page_of(replay_of(book, entries, seat, locale), locale)


def file_pages(book: Rulebook[Any], pages: Iterable[bytes], seat: str | None, locale: str) -> bytes:
    """The pool job: the film over all pages of a stream, as one HTML file that plays it."""
    return file_of(book, _entries(pages), seat, locale)


def replay_pages(book: Rulebook[Any], pages: Iterable[bytes], seat: str | None, locale: str, encounter: str) -> bytes:
    """The pool job: `replay_of` over all pages of a stream, as JSON."""
    film = replay_of(book, _entries(pages), seat, locale)
    return msgspec.json.encode(structs.replace(film, encounter=encounter))


def _entries(pages: Iterable[bytes]) -> list[Entry]:
    return [entry for page in pages for entry in unpack_page(page)]


def film_of(
    book: Rulebook[Any], recorded: Sequence[Recorded], seen: Sequence[SeenEvent], seat: str | None, locale: str
) -> Replay:
    """The film of decoded events. recorded: whole; seen: as the seat sees them."""
    states = (book.seen(position.state, seat) for position in positions(book, recorded))
    scenes, last = _scenes(book, states, seat, locale, 1)
    if last is None:
        raise Fault("there is no event")
    bounds = bounds_of(scene for _, scene in scenes)
    film, stages = Film(), Stages(bounds, locale)
    for version, scene in scenes:
        film.show(version, stages.stage(scene))
    log = Log(rendered(book, seen, last, locale))
    return _made(book, last, seat, locale, film, scenes, bounds, log, after=0, version=len(recorded))


def excerpt_of(
    book: Rulebook[Any], recorded: Sequence[Recorded], first: int, seat: str, locale: str, name: str
) -> Replay:
    """The board alone, and from a version on only what acts came to. The seat sees all of it.

    name: what its parts are called, so that a page may show several.
    """
    states = (book.seen(position.state, seat) for position in positions(book, recorded))
    scenes, last = _scenes(book, states, seat, locale, 1)
    if last is None:
        raise Fault("there is no event")
    told = Log(rendered(book, [SeenEvent(record, "", "") for record in recorded], last, locale)).events
    kept = [
        event
        for event in told
        if event.version > first and event.effect is not None and event.effect.outcome != "NOTHING"
    ]
    shown = [(at, _scene_at(scenes, at)) for at in (first, *(event.version for event in kept))]
    bounds = bounds_of(scene for _, scene in shown)
    film, stages = Film(), Stages(bounds, locale, name)
    for version, scene in shown:
        film.show(version, stages.stage(scene).board())
    log = Log(())
    log.events = [structs.replace(event, text=event.headline, weight="HEADLINE", reasons=()) for event in kept]
    return _made(book, last, seat, locale, film, (), bounds, log, after=0, version=kept[-1].version if kept else first)


def _scene_at(scenes: Sequence[tuple[int, Scene]], version: int) -> Scene:
    """What is to be seen at a version."""
    return [scene for since, scene in scenes if since <= version][-1]


def _made(
    book: Rulebook[Any],
    last: State[Any],
    seat: str | None,
    locale: str,
    film: Film,
    scenes: Sequence[tuple[int, Scene]],
    bounds: Box | None,
    log: Log,
    *,
    after: int,
    version: int,
) -> Replay:
    return Replay(
        encounter=None,
        system=book.system.id,
        name=last.fight.name,
        seat=seat,
        after=after,
        version=version,
        more=False,
        bounds=format_bounds(bounds),
        rounds=tuple(candidate for candidate in _rounds(scenes) if candidate.version > after),
        turns=tuple(turn for turn in _turns(scenes) if turn > after),
        reverts=tuple(log.reverts),
        markup=tuple(film.markup),
        steps=tuple(film.steps),
        events=tuple(log.events),
        rules=log.statements,
        words={} if after else words_of(locale),
        style="" if after else sheet(f"{SCOPE}-auto", "auto"),
    )


def words_of(locale: str) -> dict[str, str]:
    """A player's own words."""
    words = sentences_of(locale)
    return {name: words[f"replay.{name}"] for name in WORDS}


def _scenes(
    book: Rulebook[Any], states: Iterable[State[Any]], seat: str | None, locale: str, first: int
) -> tuple[list[tuple[int, Scene]], State[Any] | None]:
    """The scenes of states that a seat sees, each with the version at which it comes; and the last state.

    first: the version of the first state.
    """
    scenes: list[tuple[int, Scene]] = []
    state: State[Any] | None = None
    for version, now in enumerate(states, first):
        before, state = state, now
        if before is not None and same_picture(before, state):
            continue
        scene = picture_of(book.system, state, seat, locale)
        if not scenes or scenes[-1][1] != scene:
            scenes.append((version, scene))
    return scenes, state


def _rounds(scenes: Iterable[tuple[int, Scene]]) -> list[ReplayRound]:
    found: list[ReplayRound] = []
    for version, scene in scenes:
        if not found or found[-1].round != scene.play.round:
            found.append(ReplayRound(version=version, round=scene.play.round))
    return found


def _turns(scenes: Iterable[tuple[int, Scene]]) -> list[int]:
    """The versions at which somebody else has the turn."""
    found: list[int] = []
    before: list[str] | None = None
    for version, scene in scenes:
        acting = [slot.key for slot in scene.play.slots if slot.state == "ACTING"]
        acting = acting or [token.combatant for token in scene.tokens if token.turn == "ACTING"]
        if acting != before:
            found.append(version)
        before = acting
    return found


# -- from a version on
def format_bounds(bounds: Box | None) -> str | None:
    """The bounds of a film, to be sent back; None: there are none, or the film can only be made anew."""
    if bounds is None:
        return None
    x, y, width, height = (round(number) for number in (bounds.x, bounds.y, bounds.width, bounds.height))
    written = f"{x},{y},{width},{height}"
    return written if parse_bounds(written) == bounds else None


def parse_bounds(text: str) -> Box | None:
    """The reverse of `format_bounds`; None for anything that it does not write."""
    found = _BOUNDS.match(text)
    if found is None:
        return None
    x, y, width, height = (int(group) for group in found.groups())
    small = max(abs(x), abs(y)) <= FARTHEST and min(width, height) >= 1 and max(width, height) <= WIDEST
    return Box(x, y, width, height) if small else None


def further_pages(
    book: Rulebook[Any],
    start: Position[Any],
    landed: Mapping[int, Position[Any]],
    pages: Iterable[bytes],
    seat: str | None,
    locale: str,
    bounds: Box | None,
) -> Replay | None:
    """The pool job: the film of what comes after a position, without its log; None: it can only be made anew.

    landed: the position at each revert in the pages. bounds: of the film so far; None: it had none.
    """
    recorded = [decode_whole(book, entry) for entry in _entries(pages)]
    states = (book.seen(position.state, seat) for position in _further(book, start, recorded, landed))
    scenes, last = _scenes(book, states, seat, locale, start.version)
    needed = bounds_of(scene for _, scene in scenes)
    if last is None or (needed is None) != (bounds is None):
        return None
    if needed is not None and bounds is not None and not bounds.holds(needed):
        return None
    stages = Stages(bounds, locale)
    film = Film(stages.stage(scenes[0][1]) if len(scenes) > 1 else None)
    for version, scene in scenes[1:]:
        film.show(version, stages.stage(scene))
    version = start.version + len(recorded)
    return _made(book, last, seat, locale, film, scenes, bounds, Log(()), after=start.version, version=version)


def _further(
    book: Rulebook[Any], start: Position[Any], recorded: Iterable[Recorded], landed: Mapping[int, Position[Any]]
) -> Iterator[Position[Any]]:
    """The position itself, and that after each event."""
    yield start
    position = start
    for record in recorded:
        position = landed[record.version] if record.version in landed else advance(book, position, record)
        yield position
