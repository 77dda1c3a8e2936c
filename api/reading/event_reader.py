"""Reads events of a fight, from the cache where possible, else from the stream."""

from __future__ import annotations

from collections.abc import Sequence

from api.reading.earlier_events import EarlierEvents, earlier_events
from api.reading.encounter_node import EncounterNode
from api.reading.rendered_event import RenderedEvent, followed
from engine.service.encounters import Encounters
from engine.service.reading.views import SeenEvent


async def read_events(service: Encounters, node: EncounterNode, first: int, last: int) -> list[RenderedEvent]:
    """The existing events first..last, up to the node's version."""
    if first > last:
        return []
    if node.cached() is None:
        return await _from_stream(service, node, first, last)
    async with node.reading:  # what one alias of a page has rendered the others find
        return await _with_cache(service, node, first, last)


async def _with_cache(service: Encounters, node: EncounterNode, first: int, last: int) -> list[RenderedEvent]:
    cached = node.cached()
    assert cached is not None
    asked_for = range(first, _behind(node, last) + 1)
    held = {version: cached.events[version] for version in asked_for if version in cached.events}
    if len(held) < len(asked_for):
        missing = [version for version in asked_for if version not in held]
        seen, on_lineage = await service.events_on_lineage(node.view, missing[0], missing[-1])
        rendered = node.render(seen, await _earlier(service, node, seen))
        if not on_lineage:
            return await _from_stream(service, node, first, last)
        node.keep(cached, rendered)
        held.update((event.version, event) for event in rendered)
    return _within(followed([held[version] for version in sorted(held)]), last)


async def _from_stream(service: Encounters, node: EncounterNode, first: int, last: int) -> list[RenderedEvent]:
    seen = await service.seen_events(node.encounter, node.seat, first, _behind(node, last), through=node.through)
    return _within(node.render(seen, await _earlier(service, node, seen)), last)


def _behind(node: EncounterNode, last: int) -> int:
    """The event behind the last one: whether that one's act goes on says whether it has the headline."""
    return min(last + 1, node.version)


def _within(rendered: list[RenderedEvent], last: int) -> list[RenderedEvent]:
    return [event for event in rendered if event.version <= last]


async def _earlier(service: Encounters, node: EncounterNode, seen: Sequence[SeenEvent]) -> EarlierEvents:
    return await earlier_events(service, node.encounter, node.seat, seen, through=node.through)
