"""Origins: the sites from which browsers may call, as a GM allows them for a fight and a host for all of his."""

from __future__ import annotations

from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.store.origin import AllowedOrigin, OriginsFull
from engine.store.port import Store, host_stream

MOST = 20
"""Origins that are allowed for one fight, or for one host."""


class Origins:
    """The allowed origins of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def allow(self, whose: str, origin: str, by: str, *, paired: bool = False) -> AllowedOrigin:
        """Allow an origin. whose: an encounter, or `of_host`; by: the seat that allows it, or is paired; "": no seat.

        RuleRefusal if as many are allowed as may be.
        """
        made = AllowedOrigin(origin, by, clock.format_ms(clock.now_ms()), paired)
        try:
            return await self._store.allow_origin(whose, made, MOST)
        except OriginsFull as error:
            raise RuleRefusal(f"{error.most} origins are allowed, and that is the most: remove one") from None

    async def disallow(self, whose: str, origin: str) -> None:
        """No longer allow an origin. RuleRefusal (UNKNOWN) if it was not allowed."""
        if not await self._store.disallow_origin(whose, origin):
            raise RuleRefusal("this origin is not allowed here", code="UNKNOWN", field="origin")

    async def of(self, whose: str) -> list[AllowedOrigin]:
        """What is allowed for an encounter, or `of_host`."""
        [found] = await self._store.origins([whose])
        return found

    async def allowed(self, origin: str, encounter: str, host: str) -> bool:
        """Whether an origin may call for an encounter ("": none) or a host ("": none), whose the encounter may be."""
        whose = [*([encounter] if encounter else []), *([of_host(host)] if host else [])]
        return any(
            allowed_origin.origin == origin for found in await self._store.origins(whose) for allowed_origin in found
        )

    async def known(self, origin: str) -> bool:
        """Whether an origin was allowed for anything by anybody."""
        return await self._store.known_origin(origin)


def of_host(host: str) -> str:
    """What stands for a host where an encounter is named."""
    return host_stream(host)
