"""Pages of the directory, with ids as cursors, and of a fight's events, with versions as cursors."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct, structs

from api.errors.request_errors import BadRequest
from api.reading.encounter_node import EncounterNode
from api.reading.event_reader import read_events
from engine.kernel.state.fight import Status
from engine.kernel.structs.decode_errors import quoted
from engine.service.encounters import Encounters
from engine.store.ids import created_ms
from engine.store.port import ListedFight, Listing
from schemas import answers
from schemas.types import Instant

MOST = 500
USUAL = 50
_LOOKED_AT = 5000
"""Most fights that one filtered page may read."""

T = TypeVar("T")


class Edge(Struct, Generic[T], frozen=True):
    """An item of a page, and its cursor."""

    cursor: str
    node: T


class PageInfo(Struct, frozen=True, rename="camel"):
    """Whether there is more, and where the page begins and ends."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


class Page(Struct, Generic[T], frozen=True, rename="camel"):
    """One page of items."""

    edges: list[Edge[T]]
    page_info: PageInfo

    @property
    def nodes(self) -> list[T]:
        """The items without their cursors."""
        return [edge.node for edge in self.edges]


def page_of(pairs: list[tuple[str, T]], *, more: bool, before: bool) -> Page[T]:
    """A page of (cursor, item) pairs. more: there are later ones; before: there are earlier ones."""
    edges = [Edge(cursor, node) for cursor, node in pairs]
    ends = (edges[0].cursor, edges[-1].cursor) if edges else (None, None)
    return Page(edges, PageInfo(more, before, *ends))


def page_size(name: str, value: int | None) -> int | None:
    """The size of a page as asked for. BadRequest for one that is too large."""
    if value is not None and not 0 <= value <= MOST:
        raise BadRequest(f"ask for 0 to {MOST}", name)
    return value


def parse_version(name: str, text: str | int | None) -> int | None:
    """A version as a cursor: `17`. BadRequest for anything else."""
    if text is None:
        return None
    word = str(text)
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadRequest(f"{quoted(word)} is no version: a cursor of events is a whole number", name)
    return int(word)


async def events_page(
    service: Encounters,
    node: EncounterNode,
    *,
    first: int | None = None,
    after: str | int | None = None,
    last: int | None = None,
    before: str | int | None = None,
) -> Page[Any]:
    """The requested page of a fight's events up to its version, as the same seat sees them."""
    version = node.version
    first, last = page_size("first", first), page_size("last", last)
    low = (parse_version("after", after) or 0) + 1
    high = min(version, (parse_version("before", before) or version + 1) - 1)
    start, end = low, high
    if first is not None:
        end = min(end, start + first - 1)
    if last is not None:
        start = max(start, end - last + 1)
    if first is None and last is None:
        end = min(end, start + USUAL - 1)
    rendered = await read_events(service, node, start, end)
    return page_of([(str(s.version), s) for s in rendered], more=end < version, before=start > 1 and start <= version)


def summary(listed: ListedFight) -> answers.EncounterSummary:
    """The summary of a fight in the directory."""
    figures = listed.figures
    status: Any = figures.status.upper() or "RUNNING"
    return answers.EncounterSummary(
        id=listed.id,
        name=figures.name,
        system=figures.system,
        status=status,
        version=listed.version,
        created_at=Instant(figures.created),
        updated_at=Instant(figures.updated),
        host=listed.standing.host or None,
        archived=listed.standing.archived,
        published=listed.standing.published or None,
    )


async def encounters_page(
    service: Encounters,
    listing: Listing,
    *,
    first: int | None = None,
    after: str | None = None,
    status: Status | None = None,
    system: str | None = None,
    campaigns: bool = False,
) -> Page[answers.EncounterSummary]:
    """Fights or campaigns of a listing, newest first. BadRequest for a cursor or a system that there is not."""
    size = page_size("first", first)
    if after is not None and created_ms(after) is None:
        raise BadRequest(f"{after[:80]!r} is no cursor of fights: send the one that the page before ends with", "after")
    if system is not None and system not in service.registry.books:
        there = ", ".join(service.registry.books) or "none"
        raise BadRequest(f"there is no rule system {system[:80]!r}; installed: {there}", "system")
    size = USUAL if size is None else size
    found: list[answers.EncounterSummary] = []
    listing = structs.replace(listing, running=status in ("RUNNING", "PAUSED"))
    before, looked, more = after, 0, True
    apart = service.registry.campaigns
    while more and len(found) <= size and looked < _LOOKED_AT:
        limit = 200 if status or system or campaigns else min(size + 1, 200)
        page = await service.page(before=before, limit=limit, listing=listing)
        looked += len(page)
        more = len(page) == limit
        before = page[-1].id if page else before
        found += [
            candidate
            for candidate in map(summary, page)
            if (status is None or candidate.status == status)
            and (system is None or candidate.system == system)
            and (candidate.system in apart) == campaigns
        ]
    rest = len(found) > size
    found = found[:size]
    cursor_page = page_of(
        [(candidate.id, candidate) for candidate in found], more=rest or more, before=after is not None
    )
    if rest or not more:
        return cursor_page
    info = cursor_page.page_info
    return Page(cursor_page.edges, PageInfo(True, info.has_previous_page, info.start_cursor, before))


async def campaigns_page(service: Encounters, listing: Listing, *, after: str | None) -> Page[answers.EncounterSummary]:
    """Campaigns of a listing, newest first. BadRequest for an invalid cursor."""
    return await encounters_page(service, listing, after=after, campaigns=True)
