"""How the chances of a fight went, as one answer, or as a stream that grows."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.operations.analyses import curve_growing
from api.operations.session import Session
from api.rest.growing import answered
from schemas.requests import FightRequest


async def curve_of_fight(session: Session, request: Request) -> Response:
    """How the chances of a fight went after every act. NDJSON or SSE: as it grows, at least once a second, the last one
    complete; else the complete answer, which takes a while. For its GM, its host and the operator; once it has
    ended, for whoever has seen all of it."""
    wish = FightRequest(encounter=request.path_params["id"])
    return await answered(session, request, "curve", curve_growing(session, wish))
