"""Strawberry as its documentation shows it: decorated classes, its own ASGI view, no extensions. A separate process.

Run as `python -m tests.bench.peers.strawberried PORT REDIS FOLDER`.
"""

from typing import Any

import strawberry
from strawberry.asgi import GraphQL
from strawberry.scalars import JSON
from strawberry.types import Info

from api.operations.session import Services, Session
from api.reading.pagination import events_page
from tests.bench.peers import behind


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
    weight: str
    act: int
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


def view(services: Services) -> Any:
    """The ASGI view."""

    class View(GraphQL[Any, Any]):
        async def get_context(self, request: Any, response: Any) -> Any:
            return {"session": behind.session_of(services, request)}

    return View(strawberry.Schema(Query))


if __name__ == "__main__":
    behind.serve(view)
