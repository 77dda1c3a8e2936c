"""Operations on pictures of a fight: its GM, its host and the operator put and remove them, who sees them reads them.

A reader gets a picture only where his own view of the fight names it; every other id is refused in the same words and
by the same work, whether there is such a picture or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.errors.request_errors import Forbidden, Unauthenticated
from api.operations.session import Session
from api.pictures.recoding import recode
from api.reading.global_ids import parse_encounter
from engine.kernel.state.looks import KEPT
from engine.kernel.state.pictures import named_pictures
from engine.kernel.structs.errors import RuleRefusal
from engine.service.pool.owner import Owner, owner_of
from engine.service.reading.views import UnknownEncounter
from engine.service.writing.pictures import UnknownPicture, of_host
from engine.store import picture as kept
from schemas.pictures import KeptPicture, PictureRemoved, RemovePictureRequest
from schemas.requests import FightOrOwnRequest


async def put(session: Session, id: str | None, data: bytes, longest: int) -> KeptPicture:
    """Keep a picture for a fight, or (None) for the caller's next ones.

    data: a picture's file, or a map's. longest: pixels of its longest side.
    """
    holder = await _holder(session, id)
    owner = Owner(host=await session.owner()) if id is None else owner_of(holder, await session.rules(holder))
    book = next(iter(session.service.registry.books.values()))  # a job needs one, and this job asks none
    most = session.services.settings.picture_bytes

    async def arguments() -> tuple[bytes, int, int]:
        return data, longest, most

    made = await session.service.work.run(owner, recode, book, arguments)
    await session.service.pictures.put(holder, made.picture, made.content)
    return shown(made.picture)


async def listed(session: Session, request: FightOrOwnRequest) -> list[KeptPicture]:
    """All pictures that are kept for a fight, by id, for its GM, its host and the operator; without a fight those that
    you keep for your next ones."""
    return [shown(picture) for picture in await session.service.pictures.of(await _holder(session, request.encounter))]


async def remove(session: Session, request: RemovePictureRequest) -> PictureRemoved:
    """Keep a picture of a fight no longer, for its GM, its host and the operator; without a fight one that you keep for
    your next ones."""
    holder = await _holder(session, request.encounter)
    await session.service.pictures.drop(holder, request.picture)
    return PictureRemoved(encounter=None if request.encounter is None else holder, picture=request.picture)


async def read_own(session: Session, picture: str) -> tuple[kept.KeptPicture, bytes]:
    """A picture of the caller himself. UnknownPicture if there is none."""
    return await session.service.pictures.read(await _holder(session, None), picture)


async def read(session: Session, id: str, at: int | None, picture: str) -> tuple[kept.KeptPicture, bytes]:
    """A picture with its bytes. UnknownPicture if there is none, or the caller does not see it."""
    node = await session.encounter(id, at)
    if picture not in named_pictures(node.view.seen.fight) and not await _may_rule(session, node.encounter):
        raise UnknownPicture
    return await session.service.pictures.read(node.encounter, picture)


async def must_know(session: Session, encounter: str, command: Any) -> None:
    """UnknownPicture if an order names a kept picture that its sender does not see: whether there is one or not.

    The GM sees all that are kept; else somebody could name one by guess, and read it from his own figure.
    """
    wanted = list(_named(command, "command"))
    if not wanted:
        return
    seat = await session.acts(encounter)
    fight = (await session.service.view(encounter, seat)).seen.fight
    seen = set(named_pictures(fight))
    if fight.is_gm(seat):
        seen |= {candidate.id for candidate in await session.service.pictures.of(encounter)}
    for field, picture in wanted:
        if picture not in seen:
            raise UnknownPicture(field)


def shown(picture: kept.KeptPicture) -> KeptPicture:
    """A picture as the API tells of it."""
    return KeptPicture(
        key=picture.id,
        address=f"{KEPT}{picture.id}",
        media=picture.media,
        width=picture.width,
        height=picture.height,
        size=picture.size,
    )


async def _may_rule(session: Session, encounter: str) -> bool:
    try:
        await session.rules(encounter)
    except (Forbidden, Unauthenticated, UnknownEncounter):
        return False
    return True


def _named(value: Any, field: str) -> Iterator[tuple[str, str]]:
    """(field, picture) of each kept picture that an order names."""
    match value:
        case dict():
            for key, item in value.items():
                if key in ("picture", "portrait") and isinstance(item, str) and item.startswith(KEPT):
                    yield f"{field}.{key}", item.removeprefix(KEPT)
                else:
                    yield from _named(item, f"{field}.{key}")
        case list():
            for number, item in enumerate(value):
                yield from _named(item, f"{field}.{number}")


async def _holder(session: Session, id: str | None) -> str:
    """What keeps pictures: a fight, for its GM, its host and the operator; None: the host, or the operator, himself."""
    if id is None:
        return of_host(await session.owner())
    encounter, past = parse_encounter(id)
    if past is not None:
        raise RuleRefusal(f"{id} is past: its pictures are those of {encounter!r}", field="encounter")
    await session.rules(encounter)
    return encounter
