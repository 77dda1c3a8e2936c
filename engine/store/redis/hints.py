"""The wake channel, listened to for ever: one connection, made again whenever it breaks."""

from __future__ import annotations

import logging
from asyncio import sleep
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from redis.asyncio import Redis
from redis.exceptions import ConnectionError, RedisError

from engine.store.port import Hint
from engine.store.redis import codec, keys
from engine.store.redis.pauses import Pauses

log = logging.getLogger(__name__)

QUIET = 10.0
"""Seconds of silence after which the server is asked for a sign of life; after twice that it counts as gone."""
ANEW = Hint("", 0)


async def listen(connect: Callable[[], Awaitable[Redis]], pauses: Pauses) -> AsyncGenerator[Hint, None]:
    """Hints for ever. Hint("", 0) after every confirmed subscription: until then everything may have been missed.

    connect: a client for one subscription, made anew. pauses: between the tries to have one.
    """
    waiting, lost = iter(pauses), False
    while True:
        client = await connect()
        try:
            async with aclosing(_subscribed(client)) as hints:
                async for hint in hints:
                    if hint == ANEW:
                        if lost:
                            log.info("the wake channel is there again")
                        waiting, lost = iter(pauses), False
                    yield hint
        except RedisError as error:
            if not lost:  # once: an outage may last for hours
                log.warning("the wake channel is lost, trying again: %s", error)
            lost = True
        finally:
            await client.aclose()
        await sleep(next(waiting))


async def _subscribed(client: Redis) -> AsyncGenerator[Hint, None]:
    """Hints of one connection, until it breaks (ConnectionError and its kind)."""
    async with client.pubsub() as channel:
        await channel.subscribe(keys.WAKE)
        asked = False
        while True:
            message = await channel.get_message(timeout=QUIET)
            if message is None:
                # Keepalive alone takes minutes to notice a peer that vanished without a word.
                if asked:
                    raise ConnectionError("no sign of life")
                await channel.ping()
                asked = True
                continue
            asked = False
            if message["type"] == "subscribe":
                yield ANEW
            elif message["type"] == "message":
                hint = codec.parse_hint(message["data"])
                if hint is not None:
                    yield hint
