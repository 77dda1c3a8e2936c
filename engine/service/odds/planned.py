"""A fight that is not made: the position that it would begin at."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state.seat import SeatEntry
from engine.service import clock
from engine.service.writing.creator import NewEncounter, created

GM = SeatEntry("gm", "GM", "GM")


def with_seats(new: NewEncounter) -> NewEncounter:
    """A plan with seats for all whom it names, and a game master: nobody sits at it yet, and no bot plays."""
    return seated(structs.replace(new, seats=tuple([structs.replace(s, bot=None, bot_pace=None) for s in new.seats])))


def seated(new: NewEncounter) -> NewEncounter:
    """A plan with seats for all whom it names, and a game master."""
    seats = new.seats if any(seat.role == "GM" for seat in new.seats) else (GM, *new.seats)
    there = {seat.seat for seat in seats}
    named = (combatant.get("seat") for combatant in new.combatants)
    missing = dict.fromkeys(seat for seat in named if seat and isinstance(seat, str) and seat not in there)
    return structs.replace(new, seats=(*seats, *(SeatEntry(seat, seat, "PLAYER") for seat in missing)))


def first_position(book: Rulebook[Any], new: NewEncounter) -> Position[Any]:
    """Where it would begin. RuleRefusal as `create` refuses it."""
    return created(book, with_seats(new), "odds", ("", ""), clock.step_time("")).position
