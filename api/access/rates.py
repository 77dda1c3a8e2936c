"""Rate limits, counted per token and per address over all processes of one store.

A process takes requests from the shared count in blocks of a hundredth of the limit and spends them locally, so hardly
any request waits for the store. Per token or address one task at a time takes a block, and all others wait for it.
Together the processes never exceed the limit. While the store cannot count, every request passes: operations that need
the store fail by themselves, and the rest stays readable.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import time
from collections import Counter
from functools import lru_cache

from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.exceptions import RedisError

from api.access.auth import Caller
from api.errors.request_errors import RateLimited
from engine.store.port import StoreUnavailable

log = logging.getLogger(__name__)

WINDOW = 60.0
"""Seconds that a limit covers."""
BLOCKS = 100
"""Blocks that a limit is divided into."""
PATIENCE = 0.5
"""Seconds to wait for an answer of the store."""
ROUNDS = 8
"""How often a request waits for another block after others left it too little."""
BLIND = 1.0
"""Seconds without counting after the store failed to count."""
MOST = 20_000
"""Tokens and addresses that a process tracks before it drops idle ones."""

Counted = tuple[str, str]
"""A counter's key: "token" or "address", and which one."""


class _Share:
    """This process's share of one count.

    left: requests that may still pass, until loop time `until`; refused: loop time until which requests of `too_much`
    or more are refused without asking the store; again: retry seconds of that refusal; taking: the one task that asks
    the store; waiting: the costs of waiting requests, and how many have each.
    """

    def __init__(self) -> None:
        self.left, self.until = 0, 0.0
        self.refused, self.too_much, self.again = 0.0, 0, 0
        self.taking: asyncio.Task[None] | None = None
        self.waiting: Counter[int] = Counter()

    def idle(self, now: float) -> bool:
        """Whether it can be dropped."""
        return self.taking is None and not self.waiting and max(self.until, self.refused) <= now


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """The counted network of an address: the IPv4 address, or the /64 of IPv6, which belongs to one customer."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Rates:
    """per_token, per_address: requests and operations per minute; 0: unlimited."""

    def __init__(self, storage: Storage, *, per_token: int, per_address: int) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._most = {"token": per_token, "address": per_address}
        self._items = {kind: RateLimitItemPerMinute(most, namespace=kind) for kind, most in self._most.items() if most}
        self._shares: dict[Counted, _Share] = {}
        self._blind_until = 0.0

    async def count(self, who: Caller, address: str, cost: int = 1) -> None:
        """Count one request of this cost. RateLimited above the limit.

        cost: at least 1; more than a limit counts as the whole limit. The operator is not counted. Nothing is refused
        while the store cannot count.
        """
        if who.admin:
            return
        names = {"address": network(address), "token": who.mark}
        wanted = [(kind, names[kind]) for kind in self._items if names[kind]]
        missing = [bucket for bucket in wanted if not self._spend(bucket, cost)]
        if missing:
            await asyncio.gather(*(self._wait(bucket, cost) for bucket in missing))

    async def count_host(self, address: str, most: int) -> None:
        """Count somebody who becomes a host. RateLimited if more than `most` did so within an hour from his address.

        StoreUnavailable while the store cannot count: what is given away is not given away uncounted.
        """
        await self._count_hour("host", "hosts", address, most)

    async def count_try(self, address: str, most: int, of_all: int) -> None:
        """Count a fight that somebody tries, per address and of all. RateLimited above a limit within an hour.

        StoreUnavailable while the store cannot count.
        """
        await self._count_hour("try", "fights to try", address, most)
        await self._count_hour("tries", "fights to try", "", of_all)

    async def count_short(self, address: str, most: int, of_all: int) -> None:
        """Count a short code that somebody tries, per address and of all. RateLimited above a limit within an hour.

        StoreUnavailable while the store cannot count: nobody guesses uncounted.
        """
        await self._count_hour("short", "short codes", address, most)
        await self._count_hour("shorts", "short codes", "", of_all)

    async def _count_hour(self, kind: str, what: str, address: str, most: int) -> None:
        """Count one of a kind, from an address; "": of all."""
        item, name = RateLimitItemPerHour(most, namespace=kind), (network(address) or "-") if address else "all"
        try:
            async with asyncio.timeout(2 * PATIENCE):
                if await self._limiter.hit(item, name):
                    return
                reset, _ = await self._limiter.get_window_stats(item, name)
        except (RedisError, TimeoutError, OSError) as error:
            raise StoreUnavailable(f"{what} cannot be counted now") from error
        again = min(3600, max(1, math.ceil(reset - time.time())))
        if not address:
            tried = "short codes" if kind == "shorts" else "fights"
            raise RateLimited(f"too many people try {tried} now: come again in {again} s", again)
        raise RateLimited(f"more than {most} {what} in an hour from your address: come again in {again} s", again)

    def _spend(self, counted: Counted, cost: int) -> bool:
        """Take the cost from this process's share; False if it has too little. RateLimited while a refusal holds."""
        share = self._shares.get(counted)
        if share is None:
            return False
        now, cost = asyncio.get_running_loop().time(), min(cost, self._most[counted[0]])
        if share.until > now and share.left >= cost:
            share.left -= cost
            return True
        if share.refused > now and cost >= share.too_much:
            raise self._refusal(counted, share.again)
        return False

    async def _wait(self, counted: Counted, cost: int) -> None:
        """Spend from the block that one task takes for all waiting requests; RateLimited if there is nothing to take.

        A cancelled request leaves the task running for the others, so that no block is lost.
        """
        share, cost = self._share(counted), min(cost, self._most[counted[0]])
        share.waiting[cost] += 1
        try:
            for _ in range(ROUNDS):
                if asyncio.get_running_loop().time() < self._blind_until or self._spend(counted, cost):
                    return
                if share.taking is None:
                    share.taking = asyncio.create_task(self._take(counted, share))
                await asyncio.shield(share.taking)
            raise self._refusal(counted, 1)  # others were faster each time: hardly anything is left
        finally:
            share.waiting -= Counter((cost,))

    async def _take(self, counted: Counted, share: _Share) -> None:
        """Take a block from the store, or what is left there; if that serves no request, refuse for a second."""
        least, needed = min(share.waiting, default=1), sum(cost * many for cost, many in share.waiting.items())
        try:
            async with asyncio.timeout(2 * PATIENCE):
                size, again = await self._taken(counted, least, needed)
        except (RedisError, StoreUnavailable, TimeoutError, OSError) as error:
            self._cannot_count(error)
            return
        finally:
            share.taking = None
        now = asyncio.get_running_loop().time()
        if size:
            share.left = size + (share.left if share.until > now else 0)
            share.until = now + WINDOW
        else:
            share.refused, share.too_much, share.again = now + 1.0, least, again

    async def _taken(self, counted: Counted, least: int, needed: int) -> tuple[int, int]:
        """The amount taken from the store; if that is 0, the seconds after which there is more.

        least: the cost of the cheapest waiting request; needed: the sum of all waiting costs.
        """
        kind, name = counted
        item, most = self._items[kind], self._most[kind]
        size = min(max(1, most // BLOCKS, needed), most)
        if await self._limiter.hit(item, name, cost=size):
            return size, 0
        reset, rest = await self._limiter.get_window_stats(item, name)
        size = min(rest, size)
        if size >= least and await self._limiter.hit(item, name, cost=size):
            return size, 0
        return 0, min(int(WINDOW), max(1, math.ceil(reset - time.time())))

    def _cannot_count(self, error: Exception) -> None:
        """Let every request pass for `BLIND` seconds. Logs one line for all waiting requests."""
        now = asyncio.get_running_loop().time()
        if now >= self._blind_until:
            log.warning("requests are not counted, since the store does not: %s", error or "it does not answer")
        self._blind_until = now + BLIND

    def _share(self, counted: Counted) -> _Share:
        if counted not in self._shares and len(self._shares) >= MOST:
            now = asyncio.get_running_loop().time()
            self._shares = {key: kept for key, kept in self._shares.items() if not kept.idle(now)}
        return self._shares.setdefault(counted, _Share())

    def _refusal(self, counted: Counted, again: int) -> RateLimited:
        whom = {"token": "with this token", "address": "from your address"}[counted[0]]
        return RateLimited(
            f"more than {self._most[counted[0]]} requests in a minute {whom}: come again in {again} s", again
        )


def counting_alone(*, per_token: int, per_address: int) -> Rates:
    """In-memory rate limits for a process that has no store of its own."""
    return Rates(MemoryStorage(), per_token=per_token, per_address=per_address)
