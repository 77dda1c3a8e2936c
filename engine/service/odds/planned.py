"""A fight that is not made: the position that it would begin at."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.state.seat import SeatEntry
from engine.service.writing.creator import NewEncounter

GM = SeatEntry("gm", "GM", "GM")


def with_seats(new: NewEncounter) -> NewEncounter:
    """A plan with seats for all whom it names, and a game master: nobody sits at it yet, and no bot plays."""
    seats = tuple(structs.replace(seat, bot=None, bot_pace=None) for seat in new.seats)
    seats = seats if any(seat.role == "GM" for seat in seats) else (GM, *seats)
    there = {seat.seat for seat in seats}
    named = (one.get("seat") for one in new.combatants)
    missing = dict.fromkeys(seat for seat in named if isinstance(seat, str) and seat not in there)
    return structs.replace(new, seats=(*seats, *(SeatEntry(seat, seat, "PLAYER") for seat in missing)))
