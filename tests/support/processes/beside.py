"""Runs the rules in this process on the store of a separate server process."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.redis import RedisStore
from tests.support.contract.client import CREATE, Frontend
from tests.support.fights.fights import SEATS
from tests.support.processes.serving import ADMIN, Service

QUIET = {"SKALD_DURABILITY": "relaxed", "SKALD_HEARTBEAT": "1"}


@asynccontextmanager
async def rules(redis_url: str) -> AsyncGenerator[Encounters, None]:
    """The service without its API, in this process: the fight continues while no server runs."""
    store = RedisStore(redis_url)
    try:
        yield Encounters(store, Registry.installed())
    finally:
        await store.close()


async def note(service: Encounters, id: str, times: int, text: str = "n") -> None:
    """Append `times` events."""
    for number in range(times):
        await service.submit(id, "gm", {"gm": {"correct": {"path": "name", "value": f"{text}{number}"}}})


@asynccontextmanager
async def running(redis_url: str, folder: Path, **settings: str) -> AsyncGenerator[Service, None]:
    """`skald serve`, killed at the end if it still runs."""
    service = Service(folder / "data", SKALD_REDIS_URL=redis_url, **{**QUIET, **settings})
    await service.start()
    try:
        yield service
    finally:
        await service.kill()


async def new_fight(service: Service) -> str:
    """A fight without players, made by the API: its events are notes."""
    seats = [{"id": s.seat, "name": s.name, "role": s.role} for s in SEATS]
    wish = {"system": "fantasia", "name": "Long", "seats": seats, "combatants": []}
    made = await Frontend(service.base, ADMIN).gql(CREATE, input=wish)
    id: str = made["createEncounter"]["encounter"]["id"]
    return id
