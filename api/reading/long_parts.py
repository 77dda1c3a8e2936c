"""Parts of a fight that its rules work out: here, or in the pool where they take longer.

What took long is kept with what the seat sees: it is worked out once for a version. What is quick is made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from api.reading.offers import Listed, Offering
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.compose import keep_scene, scene_of
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.stat_block import FinishedBlock, stat_block_of
from engine.kernel.scene.threats import threats_of
from engine.kernel.state.fight import State
from engine.service import clock
from engine.service.pool import overflow
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.reading.views import FightView
from schemas import answers

T = TypeVar("T")

KEPT = 500
"""Parts that are kept of a version: its readers may name any language."""


def listed(book: Rulebook[Any], seen: State[Any], actor: str | None, reader: tuple[Any, ...]) -> Listed:
    """`Offering.listed`, as a job. reader: what an `Offering` is made of besides."""
    return Offering(book, seen, *reader).listed(actor)


def lacking(book: Rulebook[Any], seen: State[Any], actor: str, reader: tuple[Any, ...]) -> list[answers.Unavailable]:
    """`Offering.lacking`, as a job."""
    return Offering(book, seen, *reader).lacking(actor)


def pictured(book: Rulebook[Any], seen: State[Any], seat: str | None, locale: str) -> Scene:
    """`scene_of`, as a job."""
    return scene_of(book.system, seen, seat, locale, timer=clock.used_ns)


def threatened(book: Rulebook[Any], seen: State[Any], who: str, locale: str) -> tuple[SceneMark, ...]:
    """`threats_of`, as a job."""
    return threats_of(book.system, seen, who, locale, timer=clock.used_ns)


def listed_stats(book: Rulebook[Any], seen: State[Any], who: str, seat: str | None, locale: str) -> FinishedBlock:
    """`stat_block_of`, as a job."""
    return stat_block_of(book.system, seen, seat, who, locale, timer=clock.used_ns)


class LongParts:
    """The parts of one view for one reader. id: of the fight in answers; opened: version of an open decision -> its
    time."""

    def __init__(self, work: Work, view: FightView, id: str, locale: str, opened: Mapping[int, str]) -> None:
        self._work, self._view, self._locale = work, view, locale
        self._reader = (view.seat, id, locale, dict(opened))
        self.offering = Offering(view.book, view.seen, *self._reader)

    async def listed(self, actor: str | None) -> Listed:
        """See `Offering.listed`."""
        here = partial(self.offering.listed, actor)
        return await self._done(listed, here, "offers", actor, self._reader)

    async def lacking(self, actor: str) -> list[answers.Unavailable]:
        """See `Offering.lacking`."""
        here = partial(self.offering.lacking, actor)
        return await self._done(lacking, here, "reasons", actor, self._reader)

    async def scene(self) -> Scene:
        """See `scene_of`."""
        view = self._view
        here = partial(pictured, view.book, view.seen, view.seat, self._locale)
        made = await self._done(pictured, here, "scene", view.seat, self._locale)
        keep_scene(view.book.system, view.seen, view.seat, self._locale, made)
        return made

    async def threats(self, who: str) -> tuple[SceneMark, ...]:
        """See `threats_of`."""
        view = self._view
        here = partial(threatened, view.book, view.seen, who, self._locale)
        return await self._done(threatened, here, "threats", who, self._locale)

    async def stat_block(self, who: str) -> FinishedBlock:
        """See `stat_block_of`."""
        view = self._view
        here = partial(listed_stats, view.book, view.seen, who, view.seat, self._locale)
        return await self._done(listed_stats, here, "stats", who, view.seat, self._locale)

    async def _done(self, job: Callable[..., T], here: Callable[[], T], what: str, *arguments: Any) -> T:
        """What a job makes of what the seat sees; kept where it took long."""
        view = self._view
        long: dict[Any, T] = view.seen.kept.setdefault("long parts", {})
        key = (what, arguments[0], *self._reader[:3])
        if key in long:
            return long[key]
        quick = False

        def tried() -> T:
            nonlocal quick
            found = here()
            quick = True
            return found

        owner = owner_of(view.id, view.seat)
        made = await overflow.done(self._work, owner, job, view.book, view.seen, *arguments, here=tried)
        if not quick or (isinstance(made, Listed) and made.omitted is not None):
            if len(long) >= KEPT:
                long.clear()
            long[key] = made
        return made
