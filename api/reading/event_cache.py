"""Cache of recently rendered events, so that repeated reads do not render them again.

The rendering of an event depends on the event, on its question if it is an answer, on what it takes back if it goes
back, on the seat and the language of the reader, and on all names. An entry holds what was rendered under all of these;
if one of them changes it is emptied. It is never used unchecked: its readers have just learnt the head and the lineage
of the fight from the store.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from api.reading.rendered_event import RenderedEvent
from api.words.renderer import Names, Renderer
from engine.service.reading.lineage import Lineage
from engine.service.reading.views import FightView

MOST = 4096
"""Most cached events of a process, about 4 KB each with their text."""

Reader = tuple[str, str | None, str]
"""A cache key: fight, seat, language."""


class CachedEvents:
    """Events of a fight rendered for one reader. version: of the fight when its names were last compared."""

    def __init__(self, line: Lineage, names: Names, version: int) -> None:
        self.line, self.names, self.version = line, names, version
        self.events: dict[int, RenderedEvent] = {}


class EventCache:
    """The cached events of a process. most: events; the least recently used are evicted first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._held = 0
        self._event_cache: OrderedDict[Reader, CachedEvents] = OrderedDict()

    def of(self, view: FightView, locale: str) -> CachedEvents | None:
        """The still valid events of a fight's reader; None if its lineage is unknown."""
        if view.line is None:
            return None
        reader = (view.id, view.seat, locale)
        cached = self._event_cache.get(reader)
        if cached is None or cached.line is not view.line or cached.version != view.version:
            names = Renderer(view.book, locale, view.seen).names
            if cached is None or cached.line is not view.line or cached.names != names:
                self._drop(reader)
                cached = self._event_cache[reader] = CachedEvents(view.line, names, view.version)
            cached.version = view.version
        self._event_cache.move_to_end(reader)
        return cached

    def put(self, cached: CachedEvents, view: FightView, locale: str, rendered: Iterable[RenderedEvent]) -> None:
        """Add rendered events to an entry, unless it has been dropped meanwhile."""
        if self._event_cache.get((view.id, view.seat, locale)) is not cached:
            return
        before = len(cached.events)
        cached.events.update((event.version, event) for event in rendered)
        self._held += len(cached.events) - before
        while self._held > self._most or len(self._event_cache) > self._most:
            self._drop(next(iter(self._event_cache)))

    def __len__(self) -> int:
        return self._held

    def _drop(self, reader: Reader) -> None:
        cached = self._event_cache.pop(reader, None)
        if cached is not None:
            self._held -= len(cached.events)
