"""A dry run of creating a fight: everything that is wrong with a request, also with one that is not finished yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from api.errors.decoding import faults_in, whole_numbers
from api.errors.problems import MOST_FAULTS, faults_of
from api.errors.request_errors import BadRequest
from api.operations.orders import as_sent, entry_order, own_part, seed_reason
from api.operations.session import Session
from api.reading.pieces import one_by_one
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.fight import DiceMode
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.ids import is_id
from engine.service.encounters import Judged, NewEncounter
from schemas import answers
from schemas.requests import CombatantRequest, CreateEncounterRequest, HouseWishes, SeatRequest

Path = tuple[str | int, ...]

MOST_SEATS, MOST_COMBATANTS = 100, 200
"""As many as a request may have."""


async def check(session: Session, raw: Any) -> answers.EncounterCheck:
    """Whether `create` would make this fight, and everything that is wrong with it. Nothing is made."""
    host = await session.owner()
    async with one_by_one():
        found = await judged(session, whole_numbers(raw), host)
        widths = tuple(
            answers.CheckedCombatant(number=n, breadth=number) for n, number in sorted(found.breadths.items())
        )
        return answers.EncounterCheck(faults=faults_of(found.faults, session.worded), combatants=widths)


async def judged(session: Session, raw: Any, host: str) -> Judged:
    """Everything for which `create` would refuse a request, given as JSON. host: whose it is; "": the operator's.

    Parts that cannot be read are left out, and the others judged without them: what follows only from a part that is
    left out is no fault.
    """
    found = faults_in(raw, CreateEncounterRequest)
    if not isinstance(raw, dict) or not isinstance(raw.get("system"), str):
        return Judged(tuple(found))
    try:
        book = session.service.registry.book(raw["system"])
    except RuleRefusal as refusal:
        return Judged((*found, refusal))
    if raw.get("seed") and raw.get("dice", "SEEDED") != "OPEN":
        found.append(RuleRefusal(seed_reason(raw.get("dice", "SEEDED")), field="seed"))
    setup, unread = _setup(raw.get("setup"), book)
    found += unread
    people: dict[int, dict[str, Any]] = {}
    hidden = list[Any]()
    for number, item in enumerate(_items(raw, "combatants", MOST_COMBATANTS)):
        if isinstance(item, dict) and isinstance(item.get("sheet"), dict):
            found += part_faults(item["sheet"], book, book.system.sheet, ("combatants", number, "sheet"))
            if len(found) >= MOST_FAULTS:
                return Judged(
                    tuple(found)
                )  # more are told when these are mended: to look for all takes as long as there are sheets
        order = _readable(item, book, number)
        if order is None:
            hidden.append(item)
        else:
            people[number] = order
    known = [item.get("side") for item in hidden if isinstance(item, dict)]
    new = NewEncounter(
        system=book.system.id,
        name="",
        seats=_seats(raw, people.values()),
        setup=setup,
        figures_open=raw.get("figuresOpen") is True,
        dice=_part(raw, "dice") or "SEEDED",
        typed_by=_part(raw, "typedBy") or NOBODY_TYPES,
        house_rules=_part(raw, "houseRules") or {},
        sides=_part(raw, "sides") or (),
        ground=_part(raw, "ground"),
    )
    told = await session.service.check(new, people, found, host=host)
    faults = tuple(_named(fault, book) for fault in told.faults if not _of_unread(fault, new, known))
    return Judged(faults, told.breadths)


def part_faults(value: Any, book: Rulebook[Any], cls: type[Struct], at: Path) -> list[RuleRefusal]:
    """What is wrong with a system's own part, {"fantasia": {...}}, at a path."""
    where = ".".join(map(str, at))
    try:
        part = own_part(value, book, where)
    except BadRequest as error:
        return [RuleRefusal(str(error), field=where)]
    return faults_in(part, cls, (*at, book.key))


def _setup(value: Any, book: Rulebook[Any]) -> tuple[dict[str, Any], list[RuleRefusal]]:
    """(a setup that can be read: {} where it cannot, what is wrong with it)."""
    if not value or not isinstance(value, dict):
        return {}, []
    found = part_faults(value, book, book.system.setup, ("setup",))
    return ({}, found) if found else (own_part(value, book, "setup"), [])


def _readable(value: Any, book: Rulebook[Any], number: int) -> dict[str, Any] | None:
    """A combatant as the system's Enter order; None where it cannot be read."""
    if faults_in(value, CombatantRequest):
        return None
    try:
        return entry_order(book, msgspec.convert(value, CombatantRequest), number)
    except BadRequest:
        return None


def _seats(raw: Mapping[str, Any], people: Iterable[Mapping[str, Any]]) -> tuple[SeatEntry, ...]:
    """The seats; where none can be read, those that the combatants name."""
    if isinstance(raw.get("seats"), list):
        return tuple(_seat(item, number) for number, item in enumerate(_items(raw, "seats", MOST_SEATS)))
    named = {seat for person in people for seat in (person.get("seat"), *person.get("seenBy", ())) if seat is not None}
    return tuple(SeatEntry(seat, f"?{n}", "GM") for n, seat in enumerate(sorted({"?", *named})))


def _seat(value: Any, number: int) -> SeatEntry:
    """A seat, as far as it can be read: combatants name seats, and one of them has to be the GM's."""
    try:
        seat_request = msgspec.convert(value, SeatRequest)
        return SeatEntry(
            seat_request.id,
            seat_request.name,
            seat_request.role,
            seat_request.bot,
            seat_request.looks,
            seat_request.bot_pace,
            seat_request.bot_thinks,
        )
    except msgspec.ValidationError:
        id = value.get("id") if isinstance(value, dict) else None
        return SeatEntry(id if isinstance(id, str) and is_id(id) else f"?{number}", f"?{number}", "GM")


def _part(raw: Mapping[str, Any], name: str) -> Any:
    """A part of the request, or None where it cannot be read."""
    try:
        return msgspec.convert({name: raw.get(name)}, _PARTS[name])[name]
    except msgspec.ValidationError:
        return None


_PARTS: dict[str, Any] = {
    "dice": dict[str, DiceMode | None],
    "houseRules": dict[str, HouseWishes | None],
    "typedBy": dict[str, TypedBy | None],
    "sides": dict[str, tuple[SideEntry, ...] | None],
    "ground": dict[str, Ground | None],
}


def _of_unread(fault: RuleRefusal, new: NewEncounter, sides: Collection[Any]) -> bool:
    """Whether a side seems to be nobody's only because the combatants of these sides could not be read."""
    match fault.field.split("."):
        case ["sides", number, "key"] if fault.code == "UNKNOWN":
            return new.sides[int(number)].key in sides
        case ["typedBy", "sides", number] if fault.code == "UNKNOWN":
            return new.typed_by.sides[int(number)] in sides
    return False


def _items(raw: Mapping[str, Any], name: str, most: int) -> list[Any]:
    """The items of a list, so many as it may have."""
    value = raw.get(name)
    return value[:most] if isinstance(value, list) else []


def _named(fault: RuleRefusal, book: Rulebook[Any]) -> RuleRefusal:
    """The fault with its field as the request has it."""
    fault.field = as_sent(fault.field, book)
    return fault
