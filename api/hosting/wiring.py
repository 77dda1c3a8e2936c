"""What runs behind the application: server, store, hub, service. Started and stopped with it."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from redis.exceptions import RedisError

from api.access.auth import TokenAuthority
from api.access.rates import PATIENCE, Rates
from api.config import ConfigError, Settings
from api.logs import hide
from engine.service.encounters import Encounters
from engine.service.odds.look_ahead import LookAhead
from engine.service.pool.owner import HostOf
from engine.service.pool.process_pool import Pool, Work
from engine.service.proof.signing import BadKey, PublicKey, Signer, read_key
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.picture import PictureRoom
from engine.store.port import HostLimits
from engine.store.redis import RedisStore
from engine.store.redis.address import password_of
from engine.store.redis.cluster import servers_at
from engine.store.redis.rate_counters import RateCounters
from engine.store.redis.retry_pauses import RetryPauses
from engine.store.server import Fsync, PrivateServer, ServerRefused, check_all, keep_alive

log = logging.getLogger(__name__)

STORE, SECRET, ADMIN, SIGNING = "store", "secret", "admin-token", "signing-key"
"""Contents of the data folder: the private server's files, token secret, operator's token, key that signs heads."""

BROKEN_OFF_AFTER = 3.0
"""Seconds from the signal to stop until work in the pool is broken off: before requests are no longer waited for, so
that they are told."""


def keep_secret(folder: Path, name: str) -> str:
    """A secret of this data folder: created once, readable only by its owner."""
    file = folder / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists():
        beside = folder / f"{name}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as made:
            made.write(secrets.token_urlsafe(32) + "\n")
        try:
            os.link(beside, file)  # atomic, and the first process wins
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    kept = file.read_text(encoding="ascii").strip()
    if len(kept) < 32:
        raise ConfigError(f"{file} holds less than 32 characters: remove it, and a new one is made")
    return kept


def make_authority(settings: Settings) -> TokenAuthority:
    """The authority for tokens. Secrets not given by settings are kept in the data folder."""
    secret = settings.secret or keep_secret(settings.data, SECRET)
    admin = settings.admin_token or keep_secret(settings.data, ADMIN)
    hide(secret, admin, password_of(settings.redis_url or ""))
    return TokenAuthority(secret, admin, hours=settings.token_hours)


def make_signer(settings: Settings) -> Signer:
    """The signer of fights' heads. A key not given by settings is kept in the data folder."""
    kept = settings.signing_key or keep_secret(settings.data, SIGNING)
    hide(kept)
    try:
        key = read_key(kept)
    except BadKey as error:
        where = "SKALD_SIGNING_KEY" if settings.signing_key else str(settings.data / SIGNING)
        raise ConfigError(f"{where} cannot be used: {error}") from None
    try:
        retired = [PublicKey.read(name) for name in settings.retired_keys]
    except BadKey as error:
        raise ConfigError(f"SKALD_RETIRED_KEYS cannot be used: {error}") from None
    return Signer(key, retired)


def settled(settings: Settings) -> Settings:
    """The settings with every secret set: missing ones are created once and kept in the data folder.

    ConfigError if one cannot be used.
    """
    make_authority(settings)
    make_signer(settings)
    return structs.replace(
        settings,
        secret=settings.secret or keep_secret(settings.data, SECRET),
        admin_token=settings.admin_token or keep_secret(settings.data, ADMIN),
        signing_key=settings.signing_key or keep_secret(settings.data, SIGNING),
    )


def known_signer(settings: Settings) -> Signer | None:
    """The signer, if a key exists: commands create none, because no server would publish it."""
    return make_signer(settings) if settings.signing_key or (settings.data / SIGNING).exists() else None


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncGenerator[None, None]:
    """Run work in the background, cancelled at the end of the block."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def store_at(url: str, settings: Settings) -> RedisStore:
    """The store at a url, configured by the settings."""
    return RedisStore(
        url,
        connections=settings.store_connections,
        patience=settings.store_patience,
        timeout=settings.store_timeout,
        pauses=RetryPauses(settings.store_first_pause, settings.store_longest_pause),
        replicas=settings.replicas,
        replica_timeout=settings.replica_timeout,
    )


def look_ahead(settings: Settings, work: Work, host_of: HostOf) -> LookAhead:
    """What works out odds, configured by the settings. host_of: whose an encounter is."""
    return LookAhead(
        work,
        at_once=settings.odds_at_once,
        waiting=settings.odds_waiting,
        host_waiting=settings.odds_host_waiting,
        host_of=host_of,
    )


async def _foreign(url: str, settings: Settings) -> str:
    """Check an external server, or each of a cluster. ServerRefused says what must be set."""
    try:
        servers = servers_at(url, connections=1, timeout=settings.store_timeout)
    except ValueError as error:
        raise ServerRefused(f"SKALD_REDIS_URL cannot be used: {error}") from error
    try:
        for note in await check_all(await servers.each(), strict=settings.durability == "strict"):
            log.info("%s", note)
    except RedisError as error:
        raise ServerRefused(f"SKALD_REDIS_URL cannot be used: {error}") from error
    finally:
        await servers.close()
    return url


@asynccontextmanager
async def running_server(settings: Settings) -> AsyncGenerator[str, None]:
    """The url of the server with the fights: a checked external one, or a private one kept running meanwhile."""
    strict = settings.durability == "strict"
    if settings.redis_url is not None:
        yield await _foreign(settings.redis_url, settings)
        return
    fsync: Fsync = "always" if strict else "everysec"
    server = await asyncio.to_thread(PrivateServer.start, settings.data / STORE, appendfsync=fsync)
    try:
        async with running(keep_alive(server)):
            yield server.url
    finally:
        await asyncio.to_thread(server.stop)


class KeptServer(Struct, frozen=True):
    """A server with fights that another process manages. complete: see `Encounters`."""

    url: str
    complete: bool = False


@asynccontextmanager
async def running_service(
    settings: Settings, registry: Registry, stopping: asyncio.Event, kept: KeptServer | None = None
) -> AsyncGenerator[tuple[Encounters, str], None]:
    """The service on its store, and the store's url.

    stopping: set when the process ends; deadlines then stop. kept: the server, if another process manages it.
    """
    async with AsyncExitStack() as stack:
        if kept is None:
            kept = KeptServer(await stack.enter_async_context(running_server(settings)))
        url = kept.url
        store = store_at(url, settings)
        stack.push_async_callback(store.close)
        hub = Hub(store)
        await hub.start()
        stack.push_async_callback(hub.stop)

        async def host_of(encounter: str) -> str:
            return (await store.standings([encounter]))[0].host

        pool = Pool(settings.pool, waiting=settings.pool_waiting, seconds=float(settings.max_seconds), host_of=host_of)
        stack.push_async_callback(pool.close)
        service = Encounters(
            store,
            registry,
            hub=hub,
            bot_pause=settings.bot_pause,
            complete=kept.complete,
            work=pool,
            ahead=look_ahead(settings, pool, host_of),
            limits=HostLimits(running=settings.host_running, stored=settings.host_fights),
            room=PictureRoom(
                settings.fight_pictures,
                settings.fight_picture_bytes,
                settings.host_pictures,
                settings.host_picture_bytes,
            ),
        )
        stack.push_async_callback(service.presence.close)
        await service.start_clock()
        await stack.enter_async_context(running(pool.break_off_after(stopping, BROKEN_OFF_AFTER)))
        await stack.enter_async_context(running(service.run_clock(stopping)))
        await stack.enter_async_context(running(service.run_deadlines(stopping)))
        await stack.enter_async_context(running(service.run_scrub(stopping)))
        yield service, url


@asynccontextmanager
async def counting(url: str, *, per_token: int, per_address: int) -> AsyncGenerator[Rates, None]:
    """Rate limits counted in the store at a url, on a few separate connections."""
    counts = RateCounters(url, connections=4, timeout=PATIENCE)
    try:
        yield Rates(counts, per_token=per_token, per_address=per_address)
    finally:
        await counts.close()
