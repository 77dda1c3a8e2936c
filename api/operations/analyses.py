"""The operations that tell what a fight taught, and how its chances went."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from api.operations.session import Session
from api.reading.curve_in_words import curve_in_words
from api.reading.encounter_node import EncounterNode
from api.reading.event_reader import read_events
from api.reading.global_ids import parse_encounter
from api.reading.log_lines import headlines
from api.words.renderer import Renderer
from engine.service.analysis.curve_growth import GrownCurve
from schemas.analysis import FightAnalysis, FightCurve
from schemas.requests import FightRequest


async def analysis(session: Session, request: FightRequest) -> FightAnalysis:
    """What a fight taught: rolls with their chances, who did what, how fair the dice fell, who thought how long."""
    encounter, _ = parse_encounter(request.encounter)
    return await session.analysis(encounter)


async def curve(session: Session, request: FightRequest) -> FightCurve:
    """How the chances of a fight went: those of each side after every act, how much of it was dice and how much choice,
    what turned it, how lucky a side was. For its GM, its host and the operator; once it has ended, for whoever has seen
    all of it. It takes a while."""
    last: FightCurve | None = None
    async with aclosing(curve_growing(session, request)) as growing:
        async for fight_curve in growing:
            last = fight_curve
    assert last is not None
    return last


async def curve_growing(session: Session, request: FightRequest) -> AsyncGenerator[FightCurve, None]:
    """The same as it grows: at least once a second, the last one complete."""
    encounter, _ = parse_encounter(request.encounter)
    node: EncounterNode | None = None
    async with aclosing(session.curve(encounter)) as growing:
        async for version, grown in growing:
            node = node or await session.encounter(encounter, version)
            there = node.view.position.state.fight.combatants
            renderer = Renderer(node.view.book, session.locale, node.view.seen, there)
            yield curve_in_words(grown, encounter, version, renderer, await _sentences(session, node, grown))


async def _sentences(session: Session, node: EncounterNode, grown: GrownCurve) -> dict[int, str]:
    """What the steps that turned most are called in the log of whoever asks."""
    found: dict[int, str] = {}
    for step in (grown.curve.steps[number] for number in grown.curve.turns):
        lines = list(headlines(await read_events(session.service, node, step.first, step.last)))
        found[step.last] = lines[-1].text if lines else ""
    return found
