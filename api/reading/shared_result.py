"""Objects shared by many readers: what is computed from one for a reader is reused for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast

from api.reading.rendered_event import RenderedEvent

T = TypeVar("T")


async def once(made: dict[Hashable, Any], name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
    """The result of `make`, kept in `made`: the first caller computes it while the others wait.

    A failure or cancellation affects only that caller: the next one computes it.
    """
    while name in made:
        found = made[name]
        if not isinstance(found, asyncio.Future):
            return cast(T, found)
        await asyncio.shield(found)
    waited_for = made[name] = asyncio.get_running_loop().create_future()
    try:
        made[name] = value = await make()
    except BaseException:
        made.pop(name, None)  # it may have been forgotten meanwhile
        raise
    finally:
        waited_for.set_result(None)
    return value


class SharedResult:
    """made: results computed from this object, by name; None while it belongs to a single reader.

    They live as long as the object, so they need no eviction.
    """

    made: dict[Hashable, Any] | None = None

    async def once(self, name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """See `once`; computed for each caller while the object belongs to a single reader."""
        return await make() if self.made is None else await once(self.made, name, make)


class SharedStep(list[RenderedEvent], SharedResult):
    """The rendered events of one step, shared by many readers."""

    def __init__(self, rendered: list[RenderedEvent]) -> None:
        super().__init__(rendered)
        self.made = {}
