"""Shared backend of the query peers: the same service on the same fights, each peer in a process of its own."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route

from api.access.auth import bearer
from api.access.rates import counting_alone
from api.access.stream_quota import StreamQuota
from api.config import Settings
from api.hosting.server import server_config
from api.hosting.wiring import make_authority, make_signer
from api.operations.session import Services, Session
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.redis import RedisStore
from tests.bench import servers
from tests.bench.plan import Plan
from tests.support.processes.serving import free_port

View = Callable[[Services], Any]
"""Makes an ASGI application that answers queries."""


def session_of(services: Services, request: Any) -> Session:
    """The caller's session, authenticated as the service does."""
    return Session(services, "en", services.authority.read(bearer(request.headers.get("authorization"))))


def serve(view: View) -> None:
    """Serve a view until told to end. Arguments of the program: PORT REDIS FOLDER."""
    port, url, folder = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    settings = Settings(data=folder, secret=servers.SECRET, admin_token=servers.ADMIN)
    store, rates = RedisStore(url), counting_alone(per_token=0, per_address=0)
    service = Encounters(store, Registry.installed())
    services = Services(
        service, make_authority(settings), make_signer(settings), settings, asyncio.Event(), rates, StreamQuota(0)
    )

    async def close(app: Starlette) -> AsyncGenerator[None, None]:
        yield
        await store.close()

    app = Starlette(routes=[Route("/graphql", view(services))], lifespan=asynccontextmanager(close))
    uvicorn.Server(server_config(app, Settings(), host="127.0.0.1", port=port)).run()


@asynccontextmanager
async def process(plan: Plan, module: str) -> AsyncGenerator[int, None]:
    """A peer's module as a process on this run's server; its port."""
    port = free_port()
    folder = plan.folder / module.rpartition(".")[2]
    running = await asyncio.create_subprocess_exec(sys.executable, "-m", module, str(port), plan.url, str(folder))
    try:
        await servers.listening(port, running)
        yield port
    finally:
        running.terminate()
        await running.wait()
