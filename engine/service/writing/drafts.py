"""Parts of an encounter that does not exist yet, each checked by itself as far as that is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import facts
from engine.kernel.state.fight import DiceMode
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.ground.ground_change import finished
from engine.kernel.state.ground.ground_faults import Known, faults_of
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.errors import RuleRefusal
from engine.service.writing.creator import NewEncounter, creation_from


def combatant_faults(
    book: Rulebook[Any], combatants: Mapping[int, Mapping[str, Any]], seats: Sequence[SeatEntry]
) -> list[RuleRefusal]:
    """What is wrong with seats, and with combatants as the system's Enter orders, by their numbers."""
    new = NewEncounter(system=book.system.id, name="", seats=tuple(seats))
    creation, found = creation_from(book, new, {number: dict(combatant) for number, combatant in combatants.items()})
    ids = [seat.seat for seat in seats]
    for number, seat in enumerate(ids):
        if seat in ids[:number]:
            found.append(RuleRefusal("two seats share an id", field=f"seats.{number}.id"))
    return [*found, *facts.entry_faults(book, creation)]


def setup_faults(book: Rulebook[Any], setup: dict[str, Any]) -> list[RuleRefusal]:
    """What is wrong with a setup that can be read."""
    creation, _ = creation_from(book, NewEncounter(system=book.system.id, name="", seats=(), setup=setup), {})
    return list(facts.faults_in(facts.check_setup, book, creation))


def typing_faults(typed_by: TypedBy, dice: DiceMode) -> list[RuleRefusal]:
    """What is wrong with whose rolls people type, whoever the seats and sides are that it names."""
    seats = [SeatEntry(seat, "?", "PLAYER") for seat in dict.fromkeys(typed_by.seats)]
    return list(facts.typing_faults(typed_by, dice, seats, typed_by.sides))


def ground_faults(ground: Ground, book: Rulebook[Any] | None) -> list[RuleRefusal]:
    """What is wrong with a ground, whatever seats know of its parts. book: of the game that it is for; None: any."""
    parts: tuple[Any, ...] = (*ground.patches, *ground.edges, *ground.zones, *ground.links)
    seats = {seat for part in parts for seat in part.seen_by or ()}
    if book is None:
        return faults_of(finished(ground, ()), Known(seats))
    whole = finished(ground, book.system.ground_entries)
    return list(facts.faults_in(book.require_ground, whole, seats))
