"""Events of a fight that somebody looks at: from the shelf, as far as they stand there, else from the stream."""

from __future__ import annotations

from api.reading.asked import asked
from api.reading.node import EncounterNode
from api.reading.spoken import Spoken
from engine.service.encounters import Encounters


async def retell(service: Encounters, node: EncounterNode, first: int, last: int) -> list[Spoken]:
    """Events first..last, up to the version that is looked at; those that exist."""
    if first > last:
        return []
    shelf = node.shelf()
    if shelf is None:
        return await _from_stream(service, node, first, last)
    asked_for = range(first, last + 1)
    held = {version: shelf.events[version] for version in asked_for if version in shelf.events}
    if len(held) < len(asked_for):
        missing = [version for version in asked_for if version not in held]
        told, followed = await service.retold(node.glimpse, missing[0], missing[-1])
        spoken = node.speak(told, await asked(service, node.encounter, node.seat, told))
        if not followed:
            return await _from_stream(service, node, first, last)
        node.keep(shelf, spoken)
        held.update((one.version, one) for one in spoken)
    return [held[version] for version in sorted(held)]


async def _from_stream(service: Encounters, node: EncounterNode, first: int, last: int) -> list[Spoken]:
    told = await service.told(node.encounter, node.seat, first, last)
    return node.speak(told, await asked(service, node.encounter, node.seat, told))
