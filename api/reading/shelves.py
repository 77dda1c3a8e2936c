"""Events as they were told lately, so that the same words are not made again for whoever asks once more.

How an event is told follows from the event, from the question behind it where it is an answer, from the seat and the
language of the reader, and from what everybody is called. A shelf holds what was told under all of these; where one of
them changes it is emptied. It is never trusted unchecked: who takes from it has just learnt from the store where the
fight stands, and along which line.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from api.reading.spoken import Spoken
from api.words.voice import Names, Voice
from engine.service.line import Line
from engine.service.seeing import Glimpse

MOST = 4096
"""Events on all shelves of a process, some 4 KB each with their words."""

Reader = tuple[str, str | None, str]
"""Fight, seat, language."""


class Shelf:
    """What one reader was told of a fight. version: of the fight, when its names were last compared."""

    def __init__(self, line: Line, names: Names, version: int) -> None:
        self.line, self.names, self.version = line, names, version
        self.events: dict[int, Spoken] = {}


class Shelves:
    """Those of a process. most: events; what was not asked for longest is given up first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._held = 0
        self._shelves: OrderedDict[Reader, Shelf] = OrderedDict()

    def of(self, glimpse: Glimpse, locale: str) -> Shelf | None:
        """What the reader of a fight was told that still holds; None where nobody knows its line."""
        if glimpse.line is None:
            return None
        reader = (glimpse.id, glimpse.seat, locale)
        shelf = self._shelves.get(reader)
        if shelf is None or shelf.line is not glimpse.line or shelf.version != glimpse.version:
            names = Voice(glimpse.book, locale, glimpse.seen).names
            if shelf is None or shelf.line is not glimpse.line or shelf.names != names:
                self._drop(reader)
                shelf = self._shelves[reader] = Shelf(glimpse.line, names, glimpse.version)
            shelf.version = glimpse.version
        self._shelves.move_to_end(reader)
        return shelf

    def put(self, shelf: Shelf, glimpse: Glimpse, locale: str, told: Iterable[Spoken]) -> None:
        """Put what was told on a shelf, unless it has been given up meanwhile."""
        if self._shelves.get((glimpse.id, glimpse.seat, locale)) is not shelf:
            return
        before = len(shelf.events)
        shelf.events.update((one.version, one) for one in told)
        self._held += len(shelf.events) - before
        while self._held > self._most or len(self._shelves) > self._most:
            self._drop(next(iter(self._shelves)))

    def __len__(self) -> int:
        return self._held

    def _drop(self, reader: Reader) -> None:
        shelf = self._shelves.pop(reader, None)
        if shelf is not None:
            self._held -= len(shelf.events)
