"""Notes of the game master, beside the fight."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.state.events import Noted
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal


def noted(fight: Fight, note: str, to: Collection[str]) -> Noted:
    """A note of the GM as a fact. to: the seats that read it too.

    RuleRefusal for an unknown seat.
    """
    unknown = next((seat for seat in to if seat not in fight.seats), None)
    if unknown is not None:
        there = ", ".join(fight.seats)
        reason = f"there is no seat {unknown!r} at this table: {there}"
        raise RuleRefusal(reason, code="UNKNOWN", field="command.gm.note.to")
    return Noted(note=note, seats=tuple(seat for seat in fight.seats if seat in to))
