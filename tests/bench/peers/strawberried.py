"""Strawberry as its documentation has it: decorated classes, its own ASGI view, no extensions. A process of its own.

Run as `python -m tests.bench.peers.strawberried PORT REDIS FOLDER`.
"""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import strawberry
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from strawberry.asgi import GraphQL
from strawberry.scalars import JSON
from strawberry.types import Info

from api.auth import bearer
from api.config import Settings
from api.held import Held
from api.rates import counting_alone
from api.reading.pages import events_page
from api.server import server_config
from api.session import House, Session
from api.wiring import make_authority, make_signer
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.redis import RedisStore
from tests.bench import servers
from tests.bench.plan import Plan
from tests.support.serving import free_port


@strawberry.type
class Term:
    of: str
    amount: int | None
    times: int
    over: int
    source: str
    key: str
    rule: str | None
    statement: str | None
    combatant: str | None
    private: bool


@strawberry.type
class Because:
    terms: list[Term]
    causes: list[int]
    withheld: list[str]


@strawberry.type
class Event:
    version: int
    time: str
    type: str
    seat: strawberry.ID | None
    command: strawberry.ID | None
    rule: strawberry.ID | None
    text: str
    data: JSON
    because: Because | None
    hash: str
    digest: str


@strawberry.type
class EventConnection:
    nodes: list[Event]


@strawberry.type
class Encounter:
    node: strawberry.Private[Any]

    @strawberry.field
    async def events(self, info: Info[Any, Any], first: int = 50) -> EventConnection:
        session: Session = info.context["session"]
        page: Any = await events_page(session.service, self.node, first=first)
        return EventConnection(nodes=page.nodes)


@strawberry.type
class Query:
    @strawberry.field
    async def encounter(self, info: Info[Any, Any], id: strawberry.ID) -> Encounter | None:
        session: Session = info.context["session"]
        return Encounter(node=await session.encounter(id))


class View(GraphQL[Any, Any]):
    """Who asks is found out as the service does."""

    house: House

    async def get_context(self, request: Any, response: Any) -> Any:
        who = self.house.authority.read(bearer(request.headers.get("authorization")))
        return {"session": Session(self.house, "en", who)}


def app_of(url: str, folder: Path) -> Starlette:
    """The service behind it, and the view."""
    settings = Settings(data=folder, secret=servers.SECRET, admin_token=servers.ADMIN)
    view, store = View(strawberry.Schema(Query)), RedisStore(url)
    rates = counting_alone(per_token=0, per_address=0)
    authority, signer = make_authority(settings), make_signer(settings)
    service = Encounters(store, Registry.installed())
    view.house = House(service, authority, signer, settings, asyncio.Event(), rates, Held(0))

    async def close(app: Starlette) -> AsyncGenerator[None, None]:
        yield
        await store.close()

    return Starlette(routes=[Route("/graphql", view)], lifespan=asynccontextmanager(close))


@asynccontextmanager
async def serving(plan: Plan) -> AsyncGenerator[int, None]:
    """Such a process on the server of this run; the port."""
    port = free_port()
    folder = plan.folder / "strawberried"
    words = ["-m", "tests.bench.peers.strawberried", str(port), plan.url, str(folder)]
    process = await asyncio.create_subprocess_exec(sys.executable, *words)
    try:
        await servers.listening(port, process)
        yield port
    finally:
        process.terminate()
        await process.wait()


def main() -> None:
    """Serve until told to end."""
    port, url, folder = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    uvicorn.Server(server_config(app_of(url, folder), Settings(), host="127.0.0.1", port=port)).run()


if __name__ == "__main__":
    main()
