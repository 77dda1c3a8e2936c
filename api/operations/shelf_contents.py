"""Checks of what is put on a shelf: those of `createEncounter`, as far as a part can be checked by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from api.errors.decoding import faults_in
from api.errors.problems import MOST_FAULTS
from api.operations.checks import judged, part_faults
from api.operations.orders import as_sent, own_part
from api.operations.session import Session
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.service.writing.drafts import combatant_faults, ground_faults, setup_faults, typing_faults
from engine.service.writing.hosts import OPERATOR
from schemas.shelf import ShelfCombatant, ShelfKind, ShelfMap, ShelfParty, ShelfSetup

CONTENTS: dict[str, type[Struct]] = {"SHEET": ShelfCombatant, "PARTY": ShelfParty, "MAP": ShelfMap, "SETUP": ShelfSetup}


async def content_faults(
    session: Session, kind: ShelfKind, system: str | None, content: dict[str, Any], owner: str
) -> list[RuleRefusal]:
    """Everything that is wrong with an item: its game as `system`, its content below `content`. owner: of the shelf."""
    if system is None and kind != "MAP":
        return [RuleRefusal(f"a {kind} is for one game: name it", field="system")]
    book: Rulebook[Any] | None = None
    if system is not None:
        try:
            book = session.service.registry.book(system)
        except RuleRefusal as refusal:
            return [refusal]
    if kind == "FIGHT":
        return _below(await _fight(session, system, content, "" if owner == OPERATOR else owner))
    found = faults_in(content, CONTENTS[kind])
    if kind == "MAP":
        ground = msgspec.convert(content, ShelfMap).ground if not found else None
        judged = [] if ground is None else ground_faults(ground, book)
        return _below([*found, *(_inside(fault, "ground") for fault in judged)])
    assert book is not None
    return _below([*found, *_JUDGES[kind](content, book, bool(found))])


async def _fight(session: Session, system: str | None, content: dict[str, Any], host: str) -> list[RuleRefusal]:
    """A whole fight, of this game, that can be created again and again."""
    found = list((await judged(session, content, host)).faults)
    if "idempotencyKey" in content:
        found.append(RuleRefusal("a template has none: each fight made of it has its own", field="idempotencyKey"))
    if isinstance(content.get("system"), str) and content["system"] != system:
        found.append(RuleRefusal("this is not the game that the item is for", field="system"))
    return found


def _sheet(content: dict[str, Any], book: Rulebook[Any], unread: bool) -> list[RuleRefusal]:
    """One combatant: as of a party that has all seats which it names."""
    found = _part(content.get("sheet"), book, ())
    if found or unread:
        return found
    combatant = msgspec.convert(content, ShelfCombatant)
    seats = {seat for seat in (combatant.seat, *(combatant.seen_by or ())) if seat is not None}
    judged = combatant_faults(
        book, {0: _order(combatant, book, 0)}, [SeatEntry(seat, "?", "GM") for seat in sorted(seats)]
    )
    for fault in judged:
        fault.field = as_sent(fault.field, book).removeprefix("combatants.0").removeprefix(".")
    return judged


def _party(content: dict[str, Any], book: Rulebook[Any], unread: bool) -> list[RuleRefusal]:
    """Combatants and their seats. Who else knows of them need not be among the seats."""
    found = list[RuleRefusal]()
    combatants = content.get("combatants")
    for number, combatant in enumerate(combatants if isinstance(combatants, list) else []):
        if isinstance(combatant, dict):
            found += _part(combatant.get("sheet"), book, ("combatants", number))
            if len(found) >= MOST_FAULTS:
                return found
    if found or unread:
        return found
    party = msgspec.convert(content, ShelfParty)
    seats = [SeatEntry(s.id, s.name, s.role, s.bot, s.looks, s.bot_pace, s.bot_thinks) for s in party.seats]
    known = {seat.seat for seat in seats}
    for number, combatant in enumerate(party.combatants):
        if combatant.seat is not None and combatant.seat not in known:
            found.append(RuleRefusal(f"there is no seat {combatant.seat!r}", field=f"combatants.{number}.seat"))
    more = (
        {seat for combatant in party.combatants for seat in (combatant.seat, *(combatant.seen_by or ()))}
        - known
        - {None}
    )
    others = [SeatEntry(str(seat), "?", "GM") for seat in sorted(map(str, more))]
    orders = {number: _order(combatant, book, number) for number, combatant in enumerate(party.combatants)}
    for fault in combatant_faults(book, orders, [*seats, *others]):
        fault.field = as_sent(fault.field, book)
        found.append(fault)
    return found


def _setup(content: dict[str, Any], book: Rulebook[Any], unread: bool) -> list[RuleRefusal]:
    """What a game's setup refuses by itself; sides and combatants that it names are not there yet."""
    setup = content.get("setup")
    found = part_faults(setup, book, book.system.setup, ("setup",)) if isinstance(setup, dict) and setup else []
    if not found and isinstance(setup, dict) and setup:
        found = setup_faults(book, own_part(setup, book, "setup"))
    if unread:
        return found
    candidate = msgspec.convert(content, ShelfSetup)
    keys = [side.key for side in candidate.sides]
    found += [
        RuleRefusal(f"there is a side {key!r} already", field=f"sides.{number}.key")
        for number, key in enumerate(keys)
        if keys.index(key) < number
    ]
    return found + typing_faults(candidate.typed_by, candidate.dice)


_JUDGES: Mapping[str, Callable[[dict[str, Any], Rulebook[Any], bool], list[RuleRefusal]]] = {
    "SHEET": _sheet,
    "PARTY": _party,
    "SETUP": _setup,
}


def _part(sheet: Any, book: Rulebook[Any], at: tuple[str | int, ...]) -> list[RuleRefusal]:
    return part_faults(sheet, book, book.system.sheet, (*at, "sheet")) if isinstance(sheet, dict) else []


def _order(shelf_combatant: ShelfCombatant, book: Rulebook[Any], number: int) -> dict[str, Any]:
    """A combatant as the system's Enter order; what may be missing on a shelf is filled in."""
    raw: dict[str, Any] = {name: value for name, value in plain(shelf_combatant).items() if value is not None}
    missing = {"id": f"unnamed-{number}", "name": "?", "side": "side"}
    return {**missing, **raw, "sheet": own_part(shelf_combatant.sheet, book, "sheet")}


def _inside(fault: RuleRefusal, field: str) -> RuleRefusal:
    fault.field = f"{field}.{fault.field}".rstrip(".")
    return fault


def _below(faults: list[RuleRefusal]) -> list[RuleRefusal]:
    """The faults of a content as faults of its item."""
    return [_inside(fault, "content") for fault in faults]
