"""Odds as one answer, or as a stream that grows."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.operations import odds
from api.operations.session import Session
from api.rest.growing import answered
from api.rest.respond import body_of, json_of
from schemas.requests import CompareRequest, OddsRequest, SetupOddsRequest, SetupProposalsRequest


async def odds_of_fight(session: Session, request: Request) -> Response:
    """How a fight may end if bots play it on from now, or from a version. NDJSON or SSE: as it grows, at least once a
    second, the last one complete; else the complete answer. The table says who may ask."""
    wish = body_of(await json_of(request), OddsRequest, encounter=request.path_params["id"])
    return await answered(session, request, "odds", odds.odds_growing(session, wish))


async def odds_of_setup(session: Session, request: Request) -> Response:
    """How a fight may end that is not made yet. Else as of a fight."""
    wish = body_of(await json_of(request), SetupOddsRequest)
    return await answered(session, request, "odds", odds.setup_odds_growing(session, wish))


async def compare_offers(session: Session, request: Request) -> Response:
    """What each offer of a combatant is worth, the best first: the fight played on by bots behind each of them.
    NDJSON or SSE: as it grows. Who may ask is as of odds."""
    wish = body_of(await json_of(request), CompareRequest, encounter=request.path_params["id"])
    return await answered(session, request, "comparison", odds.compare_growing(session, wish))


async def propose_setups(session: Session, request: Request) -> Response:
    """With how many opponents a fight that is not made is about as hard as you want it, the nearest first. NDJSON or
    SSE: as it grows."""
    wish = body_of(await json_of(request), SetupProposalsRequest)
    return await answered(session, request, "proposals", odds.setup_proposals_growing(session, wish))
