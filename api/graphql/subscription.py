"""The fields of Subscription."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from strawberry.types import Info

from api.errors import BadRequest
from api.graphql.context import session_of
from api.reading.node import EncounterNode
from api.reading.shared import Step
from api.reading.spoken import Spoken
from api.session import Session


async def events(info: Info[Any, Any], encounter: str, after: int | None = 0) -> AsyncGenerator[list[Spoken], None]:
    """What happens, a step per message: catches up from a version, then goes on live. Resume by the last version."""
    if after is not None and after < 0:
        raise BadRequest("after is the last version you have, 0 for none", "after")
    async with aclosing(session_of(info).watch(encounter, after or 0)) as steps:
        async for step in steps:
            if step:
                yield step


async def encounter(info: Info[Any, Any], id: str) -> AsyncGenerator[EncounterNode, None]:
    """The fight now, and again after every change; it may skip versions that pass quickly."""
    session = session_of(info)
    node = await session.encounter(id)
    yield node
    async with aclosing(session.watch(id, node.version)) as steps:
        async for step in steps:
            if step and step[-1].version > node.version:
                node = await _now(step, session, id)
                yield node


async def _now(step: list[Spoken], session: Session, id: str) -> EncounterNode:
    """The fight at this step or later: one thing for all who are handed the step."""

    async def look() -> EncounterNode:
        node = await session.encounter(id)
        node.made = {}
        return node

    return await step.once(id, look) if isinstance(step, Step) else await session.encounter(id)
