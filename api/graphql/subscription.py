"""The fields of Subscription."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from strawberry.types import Info

from api.errors.request_errors import BadRequest
from api.graphql.context import session_of
from api.operations.session import Session
from api.reading.encounter_node import EncounterNode
from api.reading.rendered_event import RenderedEvent
from api.reading.shared_result import SharedStep
from schemas import answers


async def events(
    info: Info[Any, Any], encounter: str, after: int | None = 0
) -> AsyncGenerator[list[RenderedEvent], None]:
    """The fight's events, one step per message: from a version on, then live. Resume with the last version received."""
    if after is not None and after < 0:
        raise BadRequest("after is the last version you have, 0 for none", "after")
    async with aclosing(session_of(info).watch(encounter, after or 0)) as steps:
        async for step in steps:
            if step:
                yield step


async def encounter(info: Info[Any, Any], id: str) -> AsyncGenerator[EncounterNode, None]:
    """The fight now, and again after every change; versions in quick succession may be skipped."""
    session = session_of(info)
    node = await session.encounter(id)
    yield node
    async with aclosing(session.watch(id, node.version)) as steps:
        async for step in steps:
            if step and step[-1].version > node.version:
                node = await _now(step, session, id)
                yield node


async def presence(info: Info[Any, Any], encounter: str) -> AsyncGenerator[answers.Presence, None]:
    """Who watches a fight live: now, and again after every change."""
    async with aclosing(session_of(info).watch_presence(encounter)) as steps:
        async for step in steps:
            if step is not None:
                yield step


async def _now(step: list[RenderedEvent], session: Session, id: str) -> EncounterNode:
    """The fight at this step or later: one object shared by all receivers of the step."""

    async def look() -> EncounterNode:
        node = await session.encounter(id)
        node.made = {}
        return node

    return await step.once(id, look) if isinstance(step, SharedStep) else await session.encounter(id)
