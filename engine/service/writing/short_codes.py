"""Short codes of invitations: kept for all processes, and each for a while only."""

from __future__ import annotations

from collections.abc import Callable

from engine.store.port import Store

SECONDS = 20 * 60
"""How long a short code stands for its invitation, since that was made."""
_CODES = 4
"""An invitation may have one of so many: a second one where the first is somebody else's."""

ShortOf = Callable[[int], str]
"""The short codes that an invitation may have, by number from 0: always the same ones."""


class ShortCodes:
    """The short codes of one store's encounters."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, encounter: str, key: str, short_of: ShortOf) -> str | None:
        """Let a short code stand for an invitation from now on; None if others have all that it may have."""
        for short in map(short_of, range(_CODES)):
            if await self._store.keep_short_code(short, f"{encounter}.{key}", SECONDS) == f"{encounter}.{key}":
                return short
        return None

    async def of(self, encounter: str, key: str, short_of: ShortOf) -> str | None:
        """The short code that stands for an invitation; None: no longer."""
        for short in map(short_of, range(_CODES)):
            means = await self._store.short_code(short)
            if means == f"{encounter}.{key}":
                return short
            if means is None:  # it would have got this one
                return None
        return None

    async def read(self, short: str) -> tuple[str, str] | None:
        """(encounter, key of the invitation) that a short code stands for; None: nothing, or no longer."""
        means = await self._store.short_code(short)
        if means is None:
            return None
        encounter, _, key = means.partition(".")
        return encounter, key
