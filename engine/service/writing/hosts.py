"""Hosts: people who have fights of their own. Their tokens are revoked together, as a seat's are, by an epoch."""

from __future__ import annotations

from contextlib import aclosing

from engine.kernel.structs.errors import Fault
from engine.service import clock
from engine.service.reading.head_lookups import HeadLookups
from engine.service.reading.hub import Hub
from engine.store.port import HOST_SEAT, HostRecord, Revoked, Store, host_stream

OPERATOR = "-"
"""The operator where a host is asked for: no host's id is spelled like this."""


class Hosts:
    """The hosts of one store."""

    def __init__(self, store: Store, head_lookups: HeadLookups, hub: Hub | None = None) -> None:
        self._store, self._head_lookups, self._hub = store, head_lookups, hub

    async def keep(self, host: str, name: str | None = None) -> int:
        """Record a host who is to get a token; returns the epoch of his tokens. name: None: as it is, else his id."""
        await self._store.keep_host(HostRecord(host, name or "", clock.format_ms(clock.now_ms())))
        return await self.epoch(host)

    async def epoch(self, host: str) -> int:
        """The epoch of a host's tokens; 0 for one that never was."""
        return (await self._head_lookups.of(host_stream(host))).epochs.get(HOST_SEAT, 0)

    async def require_epoch(self, host: str, epoch: int) -> None:
        """Raises Revoked if the host's tokens of this epoch were revoked."""
        if await self.epoch(host) > epoch:
            raise Revoked(host)

    async def revoke(self, host: str) -> int:
        """Revoke all tokens of a host; returns the epoch for new ones. Announced to every process."""
        return await self._store.raise_epoch(host_stream(host), HOST_SEAT)

    async def until_revoked(self, host: str, epoch: int) -> None:
        """Raises Revoked as soon as any process revokes the host's tokens of this epoch; returns if watching ends."""
        if self._hub is None:
            raise Fault("this process watches nothing")
        watching = self._hub.watch(host_stream(host), 0, seat=HOST_SEAT, epoch=epoch)
        async with aclosing(watching) as events:
            async for _ in events:  # there never is one
                pass

    async def page(self, *, after: str | None, limit: int) -> list[HostRecord]:
        """Hosts by id, strictly after one; a page shorter than `limit` is the last one."""
        return await self._store.hosts(after=after, limit=limit)
