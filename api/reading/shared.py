"""What many readers are handed: what is made of it for one of them, the others take as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast

from api.reading.spoken import Spoken

T = TypeVar("T")


class Shared:
    """made: what was made of it, by what it is called; None as long as it is one reader's own.

    It goes with the thing itself, so nobody has to drop it.
    """

    made: dict[Hashable, Any] | None = None

    async def once(self, name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """What `make` brings: made by whoever asks first, while the others wait for it.

        One that fails, or leaves, does so alone: the next one makes it.
        """
        made = self.made
        if made is None:
            return await make()
        while name in made:
            found = made[name]
            if not isinstance(found, asyncio.Future):
                return cast(T, found)
            await asyncio.shield(found)
        waited_for = made[name] = asyncio.get_running_loop().create_future()
        try:
            made[name] = value = await make()
        except BaseException:
            del made[name]
            raise
        finally:
            waited_for.set_result(None)
        return value


class Step(list[Spoken], Shared):
    """Events that are told together, to many."""

    def __init__(self, told: list[Spoken]) -> None:
        super().__init__(told)
        self.made = {}
