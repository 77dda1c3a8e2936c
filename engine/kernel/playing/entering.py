"""Entering a fight: the kernel's event, made from an entry and what the system makes of its sheet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.playing.sizes import MOST_ON_SHEET, require_moderate
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import Fight
from engine.kernel.state.orders import MOST_IN_A_FIGHT, Entry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.kernel.structs.names import require_visible

SeenBy = tuple[str, ...] | None


def taken(combatant: str) -> RuleRefusal:
    """The refusal of an id that another combatant has."""
    return RuleRefusal(f"there is a combatant {combatant!r} already", field="id")


def require_room(fight: Fight, newcomers: int, field: str = "") -> None:
    """RuleRefusal where so many more are too many for a fight."""
    if len(fight.combatants) + newcomers > MOST_IN_A_FIGHT:
        raise RuleRefusal(f"a fight has at most {MOST_IN_A_FIGHT} combatants", field=field)


def joined_event(
    system: RuleSystem[Any], entry: Entry, fight: Fight, *, coming: Mapping[str, SeenBy] = MappingProxyType({})
) -> CombatantJoined:
    """The event by which `entry` joins. entry: the system's Enter, which has a sheet.

    coming: who enters at the same time, and the seats that know of each.
    RuleRefusal for one too many, an id that is taken, an unknown seat, a vital the sheet does not have or that is out
    of range, a condition the system does not know or whose source others may not know of, or a sheet that cannot be
    played.
    """
    require_room(fight, 1)
    if entry.id in fight.combatants:
        raise taken(entry.id)
    for seat in (entry.seat, *(entry.seen_by or ())):
        if seat is not None and seat not in fight.seats:
            raise RuleRefusal(f"there is no seat {seat!r}", field="seat")
    sheet: Any = entry.sheet  # type: ignore[attr-defined]  # every system's Enter has one
    written = plain(sheet)
    require_moderate(written, MOST_ON_SHEET, "sheet")
    who = system.enter(sheet, entry.place)
    vitals = dict(who.vitals)
    for name, now in (entry.vitals or {}).items():
        if name not in vitals:
            raise RuleRefusal(f"{entry.id} has no vital {name!r}: it has {', '.join(vitals)}", field="vitals")
        limit = vitals[name].max
        if now < 0 or (limit is not None and now > limit):
            raise RuleRefusal(f"{name} is 0 to {limit if limit is not None else 'any number'}", field="vitals")
        vitals[name] = structs.replace(vitals[name], now=now)
    for condition in entry.conditions:
        require_condition(system, condition.kind, field="conditions")
        require_counted(system, condition, field="conditions")
    _check_sources(entry, {**coming, **{c.id: c.seen_by for c in fight.combatants.values()}})
    return CombatantJoined(
        combatant=entry.id,
        name=require_visible(entry.name),
        side=entry.side,
        owner=entry.seat,
        controller=entry.seat,
        kind=who.kind,
        place=who.place,
        conditions=(*who.conditions, *entry.conditions),
        vitals=vitals,
        sheet=written,
        seen_by=entry.seen_by,
        looks=entry.looks,
    )


def require_condition(system: RuleSystem[Any], kind: str, *, field: str) -> None:
    """RuleRefusal for a condition that the system does not know, listing those that it does."""
    known: Collection[str] | None = system.conditions or system.content.get("conditions")
    if known is not None and kind not in known:
        raise RuleRefusal(f"there is no condition {kind!r}: {', '.join(known)}", field=field)


def require_counted(system: RuleSystem[Any], condition: Condition, *, field: str) -> None:
    """RuleRefusal for the turns of a condition whose turns the system does not count."""
    if condition.left is not None and condition.kind in system.uncounted:
        raise RuleRefusal(f"no turns of {condition.kind!r} are counted: leave `left` out", field=field)


def conditions_of(system: RuleSystem[Any]) -> tuple[str, ...]:
    """The kinds of conditions that a game has, for those who choose among them; a table may add others of its own."""
    listed = system.listed_conditions or system.conditions
    return tuple(listed or system.content.get("conditions") or ())


def _check_sources(entry: Entry, people: Mapping[str, SeenBy]) -> None:
    """Whoever sees the newcomer reads the sources of its conditions, so they must know of each source."""
    for condition in entry.conditions:
        audience = people.get(condition.source or "")
        if audience is not None and (entry.seen_by is None or not set(entry.seen_by) <= set(audience)):
            raise RuleRefusal(
                f"not everybody who sees {entry.id} may know of {condition.source}: leave out the source of "
                f"{condition.kind}",
                field="conditions",
            )
