"""The operation that proves a fight's record."""

from __future__ import annotations

from api.operations.session import Session
from api.reading.global_ids import parse_encounter
from schemas.answers import AuditReport
from schemas.requests import FightRequest


async def audit(session: Session, request: FightRequest) -> AuditReport:
    """Verify a fight's record: hash chain, dice and replay."""
    encounter, _ = parse_encounter(request.encounter)
    return await session.audit(encounter)
