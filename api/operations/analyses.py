"""The operation that tells what a fight taught."""

from __future__ import annotations

from api.operations.session import Session
from api.reading.global_ids import parse_encounter
from schemas.analysis import FightAnalysis
from schemas.requests import FightRequest


async def analysis(session: Session, request: FightRequest) -> FightAnalysis:
    """What a fight taught: rolls with their chances, who did what, how fair the dice fell, who thought how long."""
    encounter, _ = parse_encounter(request.encounter)
    return await session.analysis(encounter)
