"""Parts of a fight, as it was created, for its host's shelves."""

from __future__ import annotations

from typing import Any

import msgspec

from api.operations.orders import present
from api.operations.session import Session
from api.operations.shelving import put
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import NewEncounter
from schemas import shelf

_SETUP = ("setup", "houseRules", "dice", "typedBy", "figuresOpen", "sides", "looks")
_MAP = ("ground", "backdrop")


async def save(session: Session, request: shelf.SaveToShelfRequest) -> shelf.ShelfItemSaved:
    """Put what a fight of yours was created from on one of your shelves. Its host and the operator."""
    encounter = present(request.encounter)
    await session.owns(encounter)
    book, new = await session.service.creation(encounter)
    content = content_of(request.kind, _request(book, new))
    return await put(
        session,
        shelf.PutShelfItemRequest(
            kind=request.kind,
            key=request.key,
            name=request.name,
            system=book.system.id,
            content=content,
            expected_version=request.expected_version,
        ),
    )


def content_of(kind: shelf.ShelfKind, whole: dict[str, Any]) -> dict[str, Any]:
    """What an item of this kind has of a request to create a fight. RuleRefusal where that is nothing."""
    if kind == "FIGHT":
        return whole
    if kind == "MAP":
        if "ground" not in whole:
            raise RuleRefusal("this fight was created without a ground", field="kind")
        return {name: whole[name] for name in _MAP if name in whole}
    if kind == "SETUP":
        return {name: whole[name] for name in _SETUP if name in whole}
    if kind == "PARTY":
        seats = [seat for seat in whole["seats"] if seat["role"] == "PLAYER"]
        ids = {seat["id"] for seat in seats}
        combatants = [item for item in whole["combatants"] if item.get("seat") in ids]
        if not combatants:
            raise RuleRefusal("this fight was created without a combatant of a player", field="kind")
        return {"seats": seats, "combatants": combatants}
    raise RuleRefusal("of a fight a PARTY, a MAP, a SETUP or the FIGHT can be kept", field="kind")


def _request(book: Rulebook[Any], new: NewEncounter) -> dict[str, Any]:
    """The request that would create the fight once more, without what is at its default."""
    whole = {name: value for name, value in _plain(new).items() if value not in ({}, [], "", False, None)}
    seats = [{"id": seat.pop("seat"), **seat} for seat in whole["seats"]]
    combatants = [{**item, "sheet": {book.key: item["sheet"]}} for item in whole.get("combatants", ())]
    setup = {"setup": {book.key: whole["setup"]}} if "setup" in whole else {}
    whole.pop("seed", None)
    return {**whole, **setup, "seats": seats, "combatants": combatants}


def _plain(value: Any) -> Any:
    """JSON of a struct without nulls: a null is what is absent."""
    return _bare(msgspec.json.decode(msgspec.json.encode(value)))


def _bare(value: Any) -> Any:
    match value:
        case dict():
            return {key: _bare(item) for key, item in value.items() if item is not None}
        case list():
            return [_bare(item) for item in value]
    return value
