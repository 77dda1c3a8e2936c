"""The fields of Query, and of Encounter those that take arguments."""

from typing import Any

from strawberry.types import Info

from api.graphql.context import session_of
from api.reading.ids import bare, parse_encounter
from api.reading.keys import key_set
from api.reading.node import EncounterNode
from api.reading.pages import Page, encounters_page, events_page
from api.reading.systems import system_answer
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import Status
from schemas import answers


async def systems(info: Info[Any, Any]) -> list[answers.RuleSystem]:
    """The installed games: orders, questions, content, rules in your language."""
    session = session_of(info)
    return [system_answer(book, session.locale) for book in session.service.registry.books.values()]


async def encounter(info: Info[Any, Any], id: str, at: int | None = None) -> EncounterNode | None:
    """A fight as you see it, now or at a past version; null where there is none, or it is not yours to see."""
    try:
        return await session_of(info).encounter(id, at)
    except RuleRefusal as refusal:
        if refusal.code == "UNKNOWN":
            return None
        raise


async def encounters(
    info: Info[Any, Any],
    first: int | None = None,
    after: str | None = None,
    status: Any = None,
    system: str | None = None,
) -> Page[answers.EncounterSummary]:
    """All fights, newest first. The operator only."""
    session = session_of(info)
    session.must_be_admin()
    wanted: Status | None = getattr(status, "value", status)
    return await encounters_page(session.service, first=first, after=after, status=wanted, system=system)


async def audit(info: Info[Any, Any], encounter: str) -> answers.AuditReport:
    """Whether a fight's record holds: chain, dice and replay."""
    session = session_of(info)
    bare_id, _ = parse_encounter(encounter)
    return await session.audit(bare_id)


async def signing_keys(info: Info[Any, Any]) -> tuple[answers.SigningKey, ...]:
    """The public keys that sign heads: the one that does now, then those that did before. No token is needed."""
    return key_set(session_of(info).house.signer).keys


async def viewer(info: Info[Any, Any]) -> answers.Viewer:
    """Who you are by your token."""
    return await session_of(info).viewer()


async def invitations(info: Info[Any, Any], encounter: str) -> list[answers.Invitation]:
    """The invitations to a fight that serve now. The GM and the operator."""
    bare_id, _ = parse_encounter(encounter)
    return await session_of(info).invitations(bare_id)


def offers(root: Any, info: Info[Any, Any], combatant: str | None = None) -> list[answers.Offer]:
    """Every order you may give now, or those of one combatant; none of a past version, or while a decision waits."""
    node: EncounterNode = root
    return node.offers_to(None if combatant is None else bare(combatant, node.encounter))


async def events(
    root: Any,
    info: Info[Any, Any],
    first: int | None = None,
    after: str | None = None,
    last: int | None = None,
    before: str | None = None,
) -> Page[Any]:
    """Its events up to this version, a page of at most 500. The cursor is the version."""
    node: EncounterNode = root
    return await events_page(session_of(info).service, node, first=first, after=after, last=last, before=before)
