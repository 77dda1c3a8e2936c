"""What fights are read with, for one caller."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from api.reading.event_cache import EventCache
from api.reading.recent_parts import RecentParts
from engine.service.encounters import Encounters
from engine.service.proof.signing import Signer


async def uncounted(cost: int) -> None:
    """Counts nothing: whoever reads for himself has no limit."""


class Sources(Struct, frozen=True):
    """service: reads events, and has the pool for what takes long. signer: signs heads.

    event_cache: recently rendered events; without it every event is rendered anew. parts: what was worked out lately;
    without it everything is worked out for each node. count: counts a cost in units of
    `api.graphql.cost` before the work is done, and may refuse it.
    """

    service: Encounters
    signer: Signer
    event_cache: EventCache | None = None
    parts: RecentParts | None = None
    count: Callable[[int], Awaitable[None]] = uncounted
