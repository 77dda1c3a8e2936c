"""Work that is usually quick: it is done here, and again in the pool where it turns out to be long.

Most steps take a few milliseconds, and a process of the pool would cost more than they do. What cards and boards make
of the others nobody knows before. So each is begun here with a small budget; what it does not suffice for runs beside
the event loop with the whole one, and may be cancelled there. Where it was done changes nothing of what comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.budget import bounded
from engine.kernel.structs.errors import TooCostly
from engine.service import clock
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import INLINE, Work

T = TypeVar("T")

QUICK = 40_000
"""Units of a budget that are done here."""
QUICK_NS = 60_000_000
"""Nanoseconds of processor time after which work that is counted too low leaves as well."""


async def done(
    work: Work,
    owner: Owner,
    job: Callable[..., T],
    book: Rulebook[Any],
    *arguments: Any,
    here: Callable[[], T] | None = None,
) -> T:
    """What `job(book, *arguments)` returns or raises. It has no side effects, and a budget of its own.

    owner: whose turn it takes in the pool. here: the same, with what is at hand in this process. Raises what the pool
    does.
    """
    if here is not None and work is INLINE:
        return here()
    if work is not INLINE:
        try:
            with bounded(QUICK, clock.used_ns, QUICK_NS):
                return job(book, *arguments) if here is None else here()
        except TooCostly:
            pass

    async def packed() -> tuple[Any, ...]:
        return arguments

    return await work.run(owner, job, book, packed)
