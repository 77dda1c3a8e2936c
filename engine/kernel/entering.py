"""How somebody enters a fight: the kernel's event, from an entry and what the system makes of its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs

from engine.kernel.errors import RuleRefusal
from engine.kernel.events import CombatantJoined
from engine.kernel.fight import Fight
from engine.kernel.messages import plain
from engine.kernel.orders import Entry
from engine.kernel.system import RuleSystem

SeenBy = tuple[str, ...] | None


def joining(
    system: RuleSystem[Any], entry: Entry, fight: Fight, *, coming: Mapping[str, SeenBy] = MappingProxyType({})
) -> CombatantJoined:
    """The event by which `entry` joins. entry: the system's Enter, which has a sheet.

    coming: who enters with him, and the seats that know of each.
    RuleRefusal for an id that is taken, a seat nobody sits on, a vital the sheet does not have or that is out of
    range, a condition the system does not know or that comes from somebody whom others may not know of, or a sheet
    that cannot be played.
    """
    if entry.combatant in fight.combatants:
        raise RuleRefusal(f"there is a combatant {entry.combatant!r} already", field="combatant")
    for seat in (entry.seat, *(entry.seen_by or ())):
        if seat is not None and seat not in fight.seats:
            raise RuleRefusal(f"there is no seat {seat!r}", field="seat")
    sheet: Any = entry.sheet  # type: ignore[attr-defined]  # every system's Enter has one
    who = system.enter(sheet, entry.place)
    vitals = dict(who.vitals)
    for name, now in (entry.vitals or {}).items():
        if name not in vitals:
            raise RuleRefusal(f"{entry.combatant} has no vital {name!r}: it has {', '.join(vitals)}", field="vitals")
        limit = vitals[name].max
        if now < 0 or (limit is not None and now > limit):
            raise RuleRefusal(f"{name} is 0 to {limit if limit is not None else 'any number'}", field="vitals")
        vitals[name] = structs.replace(vitals[name], now=now)
    known = system.content.get("conditions")
    for condition in entry.conditions:
        if known is not None and condition.kind not in known:
            raise RuleRefusal(f"there is no condition {condition.kind!r}: {', '.join(known)}", field="conditions")
    _check_sources(entry, {**coming, **{c.id: c.seen_by for c in fight.combatants.values()}})
    return CombatantJoined(
        combatant=entry.combatant,
        name=entry.name,
        side=entry.side,
        owner=entry.seat,
        controller=entry.seat,
        kind=who.kind,
        place=who.place,
        conditions=(*who.conditions, *entry.conditions),
        vitals=vitals,
        sheet=plain(sheet),
        seen_by=entry.seen_by,
    )


def _check_sources(entry: Entry, people: Mapping[str, SeenBy]) -> None:
    """Who sees him reads from whom his conditions come: that must be nobody whom they may not know of."""
    for condition in entry.conditions:
        knowing = people.get(condition.source or "")
        if knowing is not None and (entry.seen_by is None or not set(entry.seen_by) <= set(knowing)):
            raise RuleRefusal(
                f"not everybody who sees {entry.combatant} may know of {condition.source}: leave out the source of "
                f"{condition.kind}",
                field="conditions",
            )
