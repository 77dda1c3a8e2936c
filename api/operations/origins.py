"""Operations on origins, shared by GraphQL and REST: from which sites browsers may call for a fight, or for a host."""

from __future__ import annotations

from api.access.origins import NULL, origin_fault
from api.operations.orders import present
from api.operations.session import Session
from engine.kernel.structs.errors import RuleRefusal
from engine.service.writing.origins import of_host
from engine.store import origin as kept
from schemas import origins
from schemas.types import Instant


async def _whose(session: Session, id: str | None) -> tuple[str, str]:
    """(what origins are allowed for: a fight, or all of the host who asks; the seat that asks, "" for none)."""
    if id is None:
        return of_host(await session.host()), ""
    encounter = present(id)
    return encounter, await session.rules(encounter) or ""


async def allow(session: Session, wish: origins.AllowOriginRequest) -> origins.AllowedOrigin:
    """Let pages of an origin call."""
    whose, by = await _whose(session, wish.encounter)
    fault = "no page has a right to be nobody's" if wish.origin == NULL else origin_fault(wish.origin)
    if fault:
        raise RuleRefusal(f"this is no origin: {fault}", field="origin")
    made = await session.service.origins.allow(whose, wish.origin, by)
    session.services.forget_origins()
    return shown(made)


async def disallow(session: Session, wish: origins.DisallowOriginRequest) -> origins.AllowedOrigins:
    """Let pages of an origin call no longer; what is left."""
    whose, _ = await _whose(session, wish.encounter)
    await session.service.origins.disallow(whose, wish.origin)
    session.services.forget_origins()
    return origins.AllowedOrigins(origins=tuple(map(shown, await session.service.origins.of(whose))))


async def listed(session: Session, id: str | None) -> list[origins.AllowedOrigin]:
    """The origins that are allowed."""
    whose, _ = await _whose(session, id)
    return [shown(one) for one in await session.service.origins.of(whose)]


def shown(one: kept.AllowedOrigin) -> origins.AllowedOrigin:
    """An allowed origin as it is listed."""
    return origins.AllowedOrigin(origin=one.origin, seat=one.by or None, since=Instant(one.since), paired=one.paired)
