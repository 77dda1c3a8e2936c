"""The fields of Query, and those of Encounter that take arguments."""

from typing import Any

from strawberry.types import Info

from api.graphql.context import session_of
from api.graphql.forms import result_or_member
from api.operations import checks, hosting, orders, shelving
from api.reading.encounter_node import EncounterNode
from api.reading.global_ids import bare, encounter_of, parse_encounter
from api.reading.keys import key_set
from api.reading.pagination import Page, events_page
from api.reading.systems import system_answer
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.state.fight import Status
from engine.kernel.structs.errors import RuleRefusal
from schemas import answers
from schemas.shelf import ShelfItem, ShelfSummary
from schemas.stat_blocks import StatBlock


async def systems(info: Info[Any, Any]) -> list[answers.RuleSystem]:
    """The installed games: orders, questions, content, rules in your language."""
    session = session_of(info)
    return [system_answer(book, session.locale) for book in session.service.registry.books.values()]


async def system(info: Info[Any, Any], id: str) -> answers.RuleSystem | None:
    """An installed game; null if there is none of this id."""
    session = session_of(info)
    book = session.service.registry.books.get(id)
    return None if book is None else system_answer(book, session.locale)


async def encounter(
    info: Info[Any, Any], id: str, at: int | None = None, seen_as: str | None = None
) -> EncounterNode | None:
    """A fight as you see it, now or at a past version; null if there is none, or you may not see it."""
    try:
        return await session_of(info).encounter(
            id, at, None if seen_as is None else bare(seen_as, parse_encounter(id)[0])
        )
    except RuleRefusal as refusal:
        if refusal.code == "UNKNOWN":
            return None
        raise


async def node(info: Info[Any, Any], id: str) -> Any:
    """A fight, seat, combatant or decision by its id, as you see it; null if there is none, or you may not see it."""
    found = await encounter(info, *parse_encounter(encounter_of(id)))
    if found is None or found.id == id:
        return found
    parts: list[Any] = [*found.combatants, *found.seats, *await decisions(found, info)]
    return next((item for item in parts if item.id == id), None)


async def encounters(
    info: Info[Any, Any],
    first: int | None = None,
    after: str | None = None,
    status: Any = None,
    system: str | None = None,
    host: str | None = None,
    archived: bool | None = None,
) -> Page[answers.EncounterSummary]:
    """Fights, newest first: a host's own; for the operator all, or those of a host."""
    wanted: Status | None = getattr(status, "value", status)
    return await hosting.fights(
        session_of(info),
        first=first,
        after=after,
        status=wanted,
        system=system,
        host=host,
        archived=bool(archived),
    )


async def hosts(info: Info[Any, Any], first: int | None = None, after: str | None = None) -> Page[answers.Host]:
    """All hosts, by their ids. The operator only."""
    return await hosting.page(session_of(info), first, after)


async def presence(info: Info[Any, Any], encounter: str) -> answers.Presence:
    """Who watches a fight live now."""
    return await session_of(info).presence(encounter)


async def signing_keys(info: Info[Any, Any]) -> tuple[answers.SigningKey, ...]:
    """The public keys that sign heads: the current one, then the former ones. No token is needed."""
    return key_set(session_of(info).services.signer).keys


async def check_encounter(info: Info[Any, Any], input: Any) -> answers.EncounterCheck:
    """Everything that is wrong with a request to create a fight, finished or not. Nothing is made. Hosts and
    the operator."""
    return await checks.check(session_of(info), input)


async def shelf(
    info: Info[Any, Any],
    first: int | None = None,
    after: str | None = None,
    kind: Any = None,
    system: str | None = None,
    text: str | None = None,
) -> Page[ShelfSummary]:
    """The items of your shelves, by kind and key, without their contents. Hosts and the operator."""
    wanted = getattr(kind, "value", kind)
    return await shelving.page(session_of(info), first=first, after=after, kind=wanted, system=system, text=text)


async def shelf_item(info: Info[Any, Any], kind: Any, key: str) -> ShelfItem | None:
    """An item of your shelves with its content; null if there is none. Hosts and the operator."""
    try:
        return await shelving.item(session_of(info), getattr(kind, "value", kind), key)
    except RuleRefusal:
        return None


async def shelf_file(info: Info[Any, Any], items: Any = None) -> Any:
    """Items of your shelves as a file: those that are named, else all. Hosts and the operator."""
    session = session_of(info)
    names = None if items is None else [(item.kind, item.key) for item in items]
    return await result_or_member(session, shelving.file(session, names))


async def offers(root: Any, info: Info[Any, Any], combatant: str | None = None) -> list[answers.Offer]:
    """Every order you may give now, or those of one combatant; none at a past version.

    While a decision is open only what a game allows its GM then (a mark for the roll at hand, an ally's reaction).
    """
    node: EncounterNode = root
    return await node.offers(_bare_of(node, combatant))


async def omitted_offers(root: Any, info: Info[Any, Any], combatant: str | None = None) -> list[answers.OmittedOffers]:
    """Combatants whose orders are missing from `offers`, since finding them takes too much work; you may order them all
    the same."""
    node: EncounterNode = root
    return await node.omitted_offers(_bare_of(node, combatant))


async def unavailable(root: Any, info: Info[Any, Any], combatant: str | None = None) -> list[answers.Unavailable]:
    """What the acting combatants that you may order have, or one of them, and no offer uses now, each with the reason;
    none at a past version, while a decision is open, or of a combatant of whom finding it takes too much work."""
    node: EncounterNode = root
    return await node.unavailable(_bare_of(node, combatant))


def _bare_of(node: EncounterNode, combatant: str | None) -> str | None:
    """The key of a combatant that may be named by its id; None: none is named."""
    return None if combatant is None else bare(combatant, node.encounter)


async def decisions(root: Any, info: Info[Any, Any]) -> tuple[answers.Decision, ...]:
    """Decisions waiting for an answer."""
    thing: EncounterNode | orders.Accepted = root
    return await thing.decisions()


async def waiting(root: Any, info: Info[Any, Any]) -> answers.Waiting:
    """Whom the table waits for, and for what."""
    node: EncounterNode = root
    return await node.waiting()


async def take_backs(root: Any, info: Info[Any, Any]) -> tuple[answers.Offer, ...]:
    """Your options for taking back, sent like orders, each with what it takes back; also while a decision is open."""
    node: EncounterNode = root
    return await node.take_backs()


async def preferences(root: Any, info: Info[Any, Any]) -> list[answers.StandingPreference]:
    """Your own seat's standing preferences, as `prefer` set them; none at a past version, or with another seat's
    eyes."""
    return await orders.preferences(session_of(info), root)


def corrections(root: Any, info: Info[Any, Any], combatant: str | None = None) -> list[answers.Correction]:
    """Every figure of a combatant, or of the fight, that you may correct; none at a past version. The GM only."""
    node: EncounterNode = root
    return node.corrections_of(_bare_of(node, combatant))


async def scene(root: Any, info: Info[Any, Any], unless: str | None = None) -> Scene:
    """The fight as a picture: all that you see of it, for clients that know no game."""
    node: EncounterNode = root
    return await node.scene_unless(unless)


async def threats(root: Any, info: Info[Any, Any], combatant: str) -> list[SceneMark]:
    """Where a combatant that you see could strike from where it is, and whom, as marks to draw over the scene."""
    node: EncounterNode = root
    return await node.threats(bare(combatant, node.encounter))


async def stat_block(root: Any, info: Info[Any, Any], combatant: str) -> StatBlock:
    """What a combatant is and has, as far as you know: values with what they are made of, weapons, spells, conditions.

    All empty for one that you do not see.
    """
    node: EncounterNode = root
    return await node.stat_block(bare(combatant, node.encounter))


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
