"""The bare parts as a server: Starlette, msgspec, strawberry and one append, under the same uvicorn as Skald.

Run as `python -m tests.bench.bare FILE`, where the file is a `Given`.
"""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import strawberry
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from strawberry.asgi import GraphQL
from strawberry.extensions import ParserCache, ValidationCache
from strawberry.scalars import JSON

from api.config import Settings
from api.hosting.server import server_config
from engine.store.port import Entry, Head, ListingFigures
from engine.store.redis import RedisStore
from tests.bench.scene import FINGERPRINT


class Given(Struct):
    """What it appends and answers. answer: of REST, JSON; message: of a socket, for every append, as it is sent."""

    url: str
    port: int
    head: Head
    step: list[Entry]
    figures: ListingFigures
    answer: str
    message: str = ""


class Order(Struct):
    """Body of a command."""

    command: dict[str, Any]
    idempotency_key: str | None = msgspec.field(default=None, name="idempotencyKey")


class Bare:
    """One append per request, and nothing else."""

    def __init__(self, given: Given) -> None:
        self.given, self.store = given, RedisStore(given.url)
        self._answer = msgspec.json.decode(given.answer)
        self._order = msgspec.json.Decoder(Order)
        self._sockets: dict[str, list[WebSocket]] = {}

    async def append(self, id: str, key: str) -> int:
        """Append the step; the new version."""
        given = self.given
        done = await self.store.append(
            id, given.head, given.step, seat="ana", key=key, fingerprint=FINGERPRINT, figures=given.figures
        )
        return done.last

    async def command(self, request: Request) -> Response:
        """Handle a REST command."""
        order = self._order.decode(await request.body())
        await self.append(request.path_params["id"], order.idempotency_key or "")
        return Response(msgspec.json.encode(self._answer), media_type="application/json")

    # -- watching
    async def watch(self, socket: WebSocket) -> None:
        """A graphql-transport-ws subscription; its messages are prebuilt."""
        await socket.accept(subprotocol="graphql-transport-ws")
        await socket.receive_text()
        await socket.send_text('{"type":"connection_ack"}')
        asked = msgspec.json.decode(await socket.receive_text())
        mine = self._sockets.setdefault(asked["payload"]["variables"]["id"], [])
        mine.append(socket)
        try:
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            mine.remove(socket)

    async def hand_out(self) -> None:
        """One subscription for the process, one read per append, the same bytes to every socket."""
        have: dict[str, int] = {}
        async with aclosing(self.store.notifications()) as notifications:
            async for notification in notifications:
                sockets = self._sockets.get(notification.encounter)
                if sockets:
                    await self.store.read(
                        notification.encounter,
                        have.get(notification.encounter, notification.version - 1) + 1,
                        notification.version,
                    )
                    have[notification.encounter] = notification.version
                    for socket in tuple(sockets):
                        await socket.send_text(self.given.message)


def schema_of(bare: Bare) -> strawberry.Schema:
    """A mutation of the same shape, resolved by the append."""

    @strawberry.type
    class Accepted:
        version: int

    @strawberry.type
    class Refused:
        code: str
        message: str

    @strawberry.input
    class SubmitInput:
        encounter: strawberry.ID
        command: JSON
        idempotency_key: str | None = None

    @strawberry.type
    class Query:
        version: int = 1

    @strawberry.type
    class Mutation:
        @strawberry.mutation
        async def submit(self, input: SubmitInput) -> Annotated[Accepted | Refused, strawberry.union("SubmitResult")]:
            return Accepted(version=await bare.append(input.encounter, input.idempotency_key or ""))

    return strawberry.Schema(Query, Mutation, extensions=[lambda: ParserCache(100), lambda: ValidationCache(100)])


def app_of(given: Given) -> Starlette:
    """The whole application."""
    bare = Bare(given)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None, None]:
        task = asyncio.create_task(bare.hand_out())
        yield
        task.cancel()
        await bare.store.close()

    routes = [
        Route("/v1/encounters/{id}/commands", bare.command, methods=["POST"]),
        Route("/graphql", GraphQL(schema_of(bare)), methods=["POST"]),
        WebSocketRoute("/graphql", bare.watch),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


def main() -> None:
    """Serve until told to end."""
    given = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Given)
    uvicorn.Server(server_config(app_of(given), Settings(), host="127.0.0.1", port=given.port)).run()


if __name__ == "__main__":
    main()
