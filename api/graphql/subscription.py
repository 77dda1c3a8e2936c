"""The fields of Subscription."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from strawberry.types import Info

from api.errors.request_errors import BadRequest
from api.graphql.context import session_of
from api.operations import odds as growing
from api.operations.analyses import curve_growing
from api.operations.orders import preferences
from api.operations.session import Session
from api.reading.encounter_change import EncounterChange
from api.reading.encounter_node import EncounterNode
from api.reading.global_ids import parse_encounter
from api.reading.rendered_event import RenderedEvent
from api.reading.shared_result import SharedStep, once
from engine.service.reading.hub import Ahead
from schemas import answers
from schemas.analysis import FightCurve
from schemas.requests import FightRequest

_AFTER = "after is the last version you have, 0 for none"


async def events(
    info: Info[Any, Any], encounter: str, after: int | None = 0
) -> AsyncGenerator[list[RenderedEvent], None]:
    """The fight's events, one step per message: from a version on, then live. Resume with the last version received."""
    if after is not None and after < 0:
        raise BadRequest(_AFTER, "after")
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


async def changes(
    info: Info[Any, Any], encounter: str, after: int | None = None
) -> AsyncGenerator[EncounterChange, None]:
    """The fight whole; then of each step its events, and as soon as it is worked out what changed in what you selected.

    after: events after this version come as well, as `events` tells them; null: those of coming steps.
    """
    session = session_of(info)
    if after is not None and after < 0:
        raise BadRequest(_AFTER, "after")
    fight, _ = parse_encounter(encounter)
    node = await session.encounter(fight)
    if after is not None and after > node.version:
        raise Ahead(after, node.head)
    told = await _first(session, node)
    yield told
    ahead: EncounterNode | None = None
    async with aclosing(session.watch(fight, node.version if after is None else after)) as steps:
        async for step in steps:
            if not step:
                continue
            told = await _next(step, told, told.node, step)
            yield told
            last = step[-1].version
            if last > told.version:
                if ahead is None or ahead.version < last:
                    ahead = await _now(step, session, fight)
                if ahead.version == last:  # else it is told after the events that led to it
                    told = await _next(step, told, ahead)
                    yield told


async def presence(info: Info[Any, Any], encounter: str) -> AsyncGenerator[answers.Presence, None]:
    """Who watches a fight live: now, and again after every change."""
    async with aclosing(session_of(info).watch_presence(encounter)) as steps:
        async for step in steps:
            if step is not None:
                yield step


def odds(info: Info[Any, Any], input: Any) -> AsyncGenerator[answers.Odds, None]:
    """How a fight may end, as it is worked out: at least once a second, the last answer is complete."""
    return growing.odds_growing(session_of(info), input)


def compare(info: Info[Any, Any], input: Any) -> AsyncGenerator[answers.OfferComparison, None]:
    """What each offer of a combatant is worth, as it is worked out: at least once a second, the last answer is
    complete."""
    return growing.compare_growing(session_of(info), input)


def curve(info: Info[Any, Any], encounter: str) -> AsyncGenerator[FightCurve, None]:
    """How the chances of a fight went, as it is worked out: at least once a second, the last answer is complete."""
    return curve_growing(session_of(info), FightRequest(encounter=encounter))


def setup_odds(info: Info[Any, Any], input: Any) -> AsyncGenerator[answers.Odds, None]:
    """How a fight may end that is not made yet, as it is worked out."""
    return growing.setup_odds_growing(session_of(info), input)


def setup_proposals(info: Info[Any, Any], input: Any) -> AsyncGenerator[answers.SetupProposals, None]:
    """With how many opponents a fight that is not made is about as hard as you want it, as it is worked out."""
    return growing.setup_proposals_growing(session_of(info), input)


async def _first(session: Session, node: EncounterNode) -> EncounterChange:
    """The whole fight, once for all who begin to watch alike at the same version.

    A seat's preferences are in no version: who reads others is told them.
    """
    parts = session.services.parts.of(node.view)
    own = [(preference.kind, preference.preference) for preference in await preferences(session, node)]
    name = ("changes", node.id, node.seat, node.through, node.locale, session.gm, session.who.admin, *own)

    async def begin() -> EncounterChange:
        node.made = {}
        return EncounterChange(node)

    return await once(parts, name, begin)


async def _next(
    step: list[RenderedEvent],
    encounter_change: EncounterChange,
    node: EncounterNode,
    events: Sequence[RenderedEvent] = (),
) -> EncounterChange:
    """What follows a change at a step: once for all who were told that change."""

    async def follow() -> EncounterChange:
        return EncounterChange(node, events, encounter_change)

    return await step.once(("change", encounter_change), follow) if isinstance(step, SharedStep) else await follow()


async def _now(step: list[RenderedEvent], session: Session, id: str) -> EncounterNode:
    """The fight at this step or later: one object shared by all receivers of the step."""

    async def look() -> EncounterNode:
        node = await session.encounter(id)
        node.made = {}
        return node

    return await step.once(id, look) if isinstance(step, SharedStep) else await session.encounter(id)
