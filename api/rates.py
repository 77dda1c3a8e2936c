"""How often somebody may ask: counted per token and per address, over all processes of one store.

A process takes requests from the common count in blocks, a hundredth of the limit at once, and spends them by itself:
hardly any request waits for the count. Together they never spend more than there is. A store that cannot count lets
everybody pass: what needs it says so itself, and what can still be read shall be.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import time

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.exceptions import RedisError

from api.auth import Pass
from api.errors import RateLimited
from engine.store.port import StoreUnavailable

log = logging.getLogger(__name__)

WINDOW = 60.0
"""Seconds that a limit speaks of."""
BLOCKS = 100
"""How many blocks a limit is taken in."""
PATIENCE = 0.5
"""Seconds for which the count is waited for."""
BLIND = 1.0
"""Seconds for which nothing is counted after the store could not."""
MOST = 20_000
"""Counted tokens and addresses that a process remembers, before it forgets those that are over."""

Counted = tuple[str, str]
"""What is counted: "token" or "address", and which."""


class _Block:
    """Requests that this process may still let pass. until: loop time; again: seconds, of a refusal."""

    def __init__(self, left: int, until: float, again: int = 0) -> None:
        self.left, self.until, self.again = left, until, again


def network(address: str) -> str:
    """Whose address it is: one of IPv4, or the /64 of IPv6, which one customer has to himself."""
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
    """per_token, per_address: requests and operations in a minute; 0: any number."""

    def __init__(self, storage: Storage, *, per_token: int, per_address: int) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._most = {"token": per_token, "address": per_address}
        self._items = {kind: RateLimitItemPerMinute(most, namespace=kind) for kind, most in self._most.items() if most}
        self._blocks: dict[Counted, _Block] = {}
        self._blind_until = 0.0

    async def count(self, who: Pass, address: str) -> None:
        """One request more. RateLimited if it is one too many. The operator's are not counted."""
        if who.admin:
            return
        names = {"address": network(address), "token": who.mark}
        wanted = [(kind, names[kind]) for kind in self._items if names[kind]]
        taken = [one for one in wanted if self._spend(one)]
        if len(taken) == len(wanted):
            return
        if asyncio.get_running_loop().time() < self._blind_until:
            return
        try:
            async with asyncio.timeout(2 * PATIENCE):
                await asyncio.gather(*(self._take(one) for one in wanted if one not in taken))
        except (RedisError, StoreUnavailable, TimeoutError, OSError) as error:
            self._blind_until = asyncio.get_running_loop().time() + BLIND
            log.warning("requests are not counted, since the store does not: %s", error)

    def _spend(self, counted: Counted) -> bool:
        """Take one of a block that we have; RateLimited while a refusal holds."""
        block = self._blocks.get(counted)
        if block is None or block.until <= asyncio.get_running_loop().time():
            return False
        if block.again:
            raise self._refusal(counted, block.again)
        block.left -= 1
        return block.left >= 0

    async def _take(self, counted: Counted) -> None:
        kind, name = counted
        item, now = self._items[kind], asyncio.get_running_loop().time()
        for size in dict.fromkeys((max(1, self._most[kind] // BLOCKS), 1)):
            if await self._limiter.hit(item, name, cost=size):
                self._keep(counted, _Block(size - 1, now + WINDOW))
                return
        reset = (await self._limiter.get_window_stats(item, name)).reset_time
        again = min(int(WINDOW), max(1, math.ceil(reset - time.time())))
        self._keep(counted, _Block(0, now + 1.0, again))  # who is refused does not ask the store each time
        raise self._refusal(counted, again)

    def _keep(self, counted: Counted, block: _Block) -> None:
        if len(self._blocks) >= MOST:
            now = asyncio.get_running_loop().time()
            self._blocks = {key: kept for key, kept in self._blocks.items() if kept.until > now}
        self._blocks[counted] = block

    def _refusal(self, counted: Counted, again: int) -> RateLimited:
        whom = {"token": "with this token", "address": "from your address"}[counted[0]]
        return RateLimited(
            f"more than {self._most[counted[0]]} requests in a minute {whom}: come again in {again} s", again
        )


def counting_alone(*, per_token: int, per_address: int) -> Rates:
    """Counts for a process that has no store of its own."""
    return Rates(MemoryStorage(), per_token=per_token, per_address=per_address)
