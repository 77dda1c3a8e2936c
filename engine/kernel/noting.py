"""Notes of the game master, beside the fight."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.errors import RuleRefusal
from engine.kernel.events import Noted
from engine.kernel.fight import Fight


def noted(fight: Fight, note: str, to: Collection[str]) -> Noted:
    """The fact that the GM has written something down. to: the seats that read it too.

    RuleRefusal for a seat that is not there.
    """
    unknown = next((seat for seat in to if seat not in fight.seats), None)
    if unknown is not None:
        there = ", ".join(fight.seats)
        reason = f"there is no seat {unknown!r} at this table: {there}"
        raise RuleRefusal(reason, code="UNKNOWN", field="command.gm.note.to")
    return Noted(note=note, seats=tuple(seat for seat in fight.seats if seat in to))
