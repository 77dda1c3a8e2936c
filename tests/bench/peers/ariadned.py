"""Ariadne as its documentation shows it: the schema as text, resolvers bound to it, its own ASGI view.

Run as `python -m tests.bench.peers.ariadned PORT REDIS FOLDER`, if the library is installed.
"""

from typing import Any

from ariadne import ObjectType, QueryType, make_executable_schema
from ariadne.asgi import GraphQL

from api.operations.session import Services, Session
from api.reading.pagination import events_page
from tests.bench.peers import behind

SCHEMA = """
    scalar JSON
    type Query { encounter(id: ID!): Encounter }
    type Encounter { events(first: Int! = 50): EventConnection! }
    type EventConnection { nodes: [Event!]! }
    type Event {
        version: Int! time: String! type: String! seat: ID command: ID rule: ID weight: String! act: Int!
        text: String! data: JSON! because: Because hash: String! digest: String!
    }
    type Because { terms: [Term!]! causes: [Int!]! withheld: [String!]! }
    type Term {
        of: String! amount: Int times: Int! over: Int! source: String! key: String! rule: String statement: String
        combatant: String private: Boolean!
    }
"""

query, encounter = QueryType(), ObjectType("Encounter")


@query.field("encounter")
async def resolve_encounter(_: Any, info: Any, id: str) -> Any:
    session: Session = info.context["session"]
    return await session.encounter(id)


@encounter.field("events")
async def resolve_events(node: Any, info: Any, first: int) -> Any:
    session: Session = info.context["session"]
    return await events_page(session.service, node, first=first)


def view(services: Services) -> Any:
    """The ASGI view."""

    async def context(request: Any, data: Any) -> Any:
        return {"session": behind.session_of(services, request)}

    return GraphQL(make_executable_schema(SCHEMA, query, encounter), context_value=context)


if __name__ == "__main__":
    behind.serve(view)
