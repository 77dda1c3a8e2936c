"""Operations on origins, shared by GraphQL and REST: from which sites browsers may call for a fight, or for a host."""

from __future__ import annotations

from api.access.origins import NULL, origin_fault
from api.operations.orders import present
from api.operations.session import Session
from engine.kernel.structs.errors import RuleRefusal
from engine.service.writing.origins import of_host
from engine.store import origin as kept
from schemas import origins
from schemas.requests import FightOrOwnRequest
from schemas.types import Instant


async def whose(session: Session, id: str | None) -> tuple[str, str]:
    """(what origins are allowed for: a fight, or all of the host who asks; the seat that asks, "" for none)."""
    if id is None:
        return of_host(await session.host()), ""
    encounter = present(id)
    return encounter, await session.rules(encounter) or ""


async def allow(session: Session, request: origins.AllowOriginRequest) -> origins.AllowedOrigin:
    """Let browsers call from a site, for a fight (its GM, host and operator) or for all fights of yours (hosts)."""
    holder, by = await whose(session, request.encounter)
    fault = "no page has a right to be nobody's" if request.origin == NULL else origin_fault(request.origin)
    if fault:
        raise RuleRefusal(f"this is no origin: {fault}", field="origin")
    made = await session.service.origins.allow(holder, request.origin, by)
    session.services.forget_origins()
    return shown(made)


async def disallow(session: Session, request: origins.DisallowOriginRequest) -> origins.AllowedOrigins:
    """Let browsers call from a site no longer: the same as in `allowOrigin`."""
    holder, _ = await whose(session, request.encounter)
    await session.service.origins.disallow(holder, request.origin)
    session.services.forget_origins()
    return origins.AllowedOrigins(origins=tuple(map(shown, await session.service.origins.of(holder))))


async def listed(session: Session, request: FightOrOwnRequest) -> list[origins.AllowedOrigin]:
    """The sites from which browsers may call, for a fight or, without one, for all fights of the host who asks."""
    holder, _ = await whose(session, request.encounter)
    return [shown(allowed_origin) for allowed_origin in await session.service.origins.of(holder)]


def shown(allowed_origin: kept.AllowedOrigin) -> origins.AllowedOrigin:
    """An allowed origin as it is listed."""
    return origins.AllowedOrigin(
        origin=allowed_origin.origin,
        seat=allowed_origin.by or None,
        since=Instant(allowed_origin.since),
        paired=allowed_origin.paired,
    )
