"""The wake channel: one connection that listens forever and reconnects when it breaks."""

from __future__ import annotations

import logging
from asyncio import sleep
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from redis.asyncio import Redis
from redis.exceptions import ConnectionError, RedisError

from engine.store.port import Notification
from engine.store.redis import codec, keys
from engine.store.redis.retry_pauses import RetryPauses

log = logging.getLogger(__name__)

QUIET = 10.0
"""Seconds of silence until the server is pinged; after twice that it counts as gone."""
ANEW = Notification("", 0)


async def listen(connect: Callable[[], Awaitable[Redis]], pauses: RetryPauses) -> AsyncGenerator[Notification, None]:
    """Endless notifications. Notification("", 0) after every subscription: anything before it may have been missed.

    connect: makes a client for one subscription. pauses: between connection attempts.
    """
    waiting, lost = iter(pauses), False
    while True:
        client = await connect()
        try:
            async with aclosing(_subscribed(client)) as notifications:
                async for notification in notifications:
                    if notification == ANEW:
                        if lost:
                            log.info("the wake channel is there again")
                        waiting, lost = iter(pauses), False
                    yield notification
        except RedisError as error:
            if not lost:  # once: an outage may last for hours
                log.warning("the wake channel is lost, trying again: %s", error)
            lost = True
        finally:
            await client.aclose()
        await sleep(next(waiting))


async def _subscribed(client: Redis) -> AsyncGenerator[Notification, None]:
    """Notifications of one connection, until it breaks (ConnectionError and subclasses)."""
    async with client.pubsub() as channel:
        await channel.subscribe(keys.WAKE)
        asked = False
        while True:
            message = await channel.get_message(timeout=QUIET)
            if message is None:
                # TCP keepalive alone takes minutes to notice a vanished peer.
                if asked:
                    raise ConnectionError("no sign of life")
                await channel.ping()
                asked = True
                continue
            asked = False
            if message["type"] == "subscribe":
                yield ANEW
            elif message["type"] == "message":
                notification = codec.parse_notification(message["data"])
                if notification is not None:
                    yield notification
