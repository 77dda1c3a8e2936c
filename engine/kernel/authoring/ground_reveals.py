"""Hidden parts of the ground that somebody's deed shows to all who see him."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.state.ground.crossed_ground import Named
from engine.kernel.state.ground.ground import Ground, GroundChange
from engine.kernel.state.redaction.ground_pieces import event_of, pieces_of
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own", bound=Struct)


def show(table: Table[Own], who: str, parts: Iterable[Named], *, rule: str, because: Reasons | None = None) -> None:
    """All seats that see a combatant know of these edges and patches from now on."""
    bearer, change = table.state.fight.combatants[who], GroundChange()
    ground = table.state.fight.ground or Ground()
    for name, part in parts:
        if part.seen_by is None:
            continue
        seats = (
            None if bearer.seen_by is None else (*part.seen_by, *(s for s in bearer.seen_by if s not in part.seen_by))
        )
        if seats != part.seen_by:
            open_to_all: dict[str, Any] = {"shown_as": None} if name == "edges" and seats is None else {}
            part = structs.replace(part, seen_by=seats, **open_to_all)
            entries = [entry for entry in ground.legend if entry.key == part.entry and seats is None]
            legend = (*change.legend, *(entry for entry in entries if entry not in change.legend))
            change = structs.replace(change, legend=legend, **{name: (*getattr(change, name), part)})
    change_ground(table, change, rule=rule, because=because)


def change_ground(table: Table[Own], change: GroundChange, *, rule: str, because: Reasons | None = None) -> None:
    """The ground changes: each part is told to those who may know of it."""
    for piece in pieces_of(table.state.fight, change):
        event, readers = event_of(table.state.fight, piece)
        table.emit(event, rule=rule, to=readers, because=because)
