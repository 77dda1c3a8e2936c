"""Seats that have left the table: nothing names them any more, and who comes back has again what was his.

Their combatants are the game master's meanwhile. What they alone knew, the game master knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.seat import Away, Left, SeatEntry

_PARTS = ("patches", "edges", "zones", "links")
"""The parts of a ground of which some seats alone may know."""


# -- leaving
def without_seat(fight: Fight, whose: str) -> Fight:
    """The fight without a seat. It must be there."""
    combatants, left = dict(fight.combatants), dict(fight.left)
    knew: list[str] = []
    for who in fight.combatants.values():
        gone = {part: None for part in ("owner", "controller") if getattr(who, part) == whose}
        if gone:
            left[who.id] = structs.replace(left.get(who.id, Left()), **dict.fromkeys(gone, whose))
        changes: dict[str, Any] = dict(gone)
        if who.seen_by is not None and whose in who.seen_by:
            knew.append(who.id)
            changes["seen_by"] = _without(who.seen_by, whose)
        if changes:
            combatants[who.id] = structs.replace(who, **changes)
    ground, parts = _unread(fight.ground, whose)
    typed = whose in fight.typed_by.seats
    was = Away(tuple(knew), parts, typed)
    offered, handed = (
        {who: handover for who, handover in lent.items() if whose not in (handover.giver, handover.taker)}
        for lent in (fight.offered, fight.handed)
    )
    return structs.replace(
        fight,
        seats={name: seat for name, seat in fight.seats.items() if name != whose},
        combatants=combatants,
        invitations={key: invitation for key, invitation in fight.invitations.items() if invitation.seat != whose},
        offered=offered,
        handed=handed,
        left=left,
        ground=ground,
        typed_by=structs.replace(fight.typed_by, seats=_without(fight.typed_by.seats, whose)),
        away={**fight.away, whose: was} if was != Away() else fight.away,
    )


def _without(seats: tuple[str, ...], whose: str) -> tuple[str, ...]:
    return tuple(seat for seat in seats if seat != whose)


def _unread(ground: Ground | None, whose: str) -> tuple[Ground | None, tuple[tuple[str, str], ...]]:
    """The ground without a reader, and the parts of which he was one, by kind and key."""
    parts: list[tuple[str, str]] = []
    changes: dict[str, Any] = {}
    for kind in _PARTS if ground is not None else ():
        there = getattr(ground, kind)
        mine = [part.key for part in there if part.seen_by is not None and whose in part.seen_by]
        if mine:
            parts += [(kind, key) for key in mine]
            changes[kind] = tuple(
                structs.replace(part, seen_by=_without(part.seen_by, whose)) if part.seen_by is not None else part
                for part in there
            )
    return (structs.replace(ground, **changes) if ground is not None and changes else ground), tuple(parts)


# -- coming back
def with_seat(fight: Fight, entry: SeatEntry) -> Fight:
    """The fight with a seat; if it comes back, with what it left, unless that is somebody else's by now."""
    whose, combatants, left = entry.seat, dict(fight.combatants), dict(fight.left)
    for key, had in fight.left.items():
        who, again = combatants.get(key), {}
        for part in ("owner", "controller"):
            if who is not None and getattr(had, part) == whose and getattr(who, part) is None:
                again[part] = whose
        if who is not None and again:
            combatants[key] = structs.replace(who, **again)
        left[key] = Left(*(None if seat == whose else seat for seat in (had.owner, had.controller)))
    left = {key: remainder for key, remainder in left.items() if remainder != Left()}
    fight = structs.replace(fight, seats={**fight.seats, whose: entry})
    was = fight.away.get(whose)
    if was is None and not fight.left:
        return fight
    was = was or Away()
    for key in was.knew:
        who = combatants.get(key)
        if who is not None and who.seen_by is not None:
            combatants[key] = structs.replace(who, seen_by=(*who.seen_by, whose))
    typing = fight.typed_by
    return structs.replace(
        fight,
        combatants=combatants,
        left=left,
        ground=_read(fight.ground, whose, was.ground),
        typed_by=structs.replace(typing, seats=(*typing.seats, whose)) if was.types else typing,
        away={seat: absence for seat, absence in fight.away.items() if seat != whose},
    )


def _read(ground: Ground | None, whose: str, parts: tuple[tuple[str, str], ...]) -> Ground | None:
    changes: dict[str, Any] = {}
    for kind in _PARTS if ground is not None and parts else ():
        keys = {key for name, key in parts if name == kind}
        changes[kind] = tuple(
            structs.replace(part, seen_by=(*part.seen_by, whose))
            if part.key in keys and part.seen_by is not None
            else part
            for part in getattr(ground, kind)
        )
    return structs.replace(ground, **changes) if ground is not None and changes else ground


# -- meanwhile
def hidden_anew(before: Fight, after: Fight) -> Fight:
    """The fight after a change: of what was hidden from somebody meanwhile, who comes back knows nothing any more."""
    if not after.away:
        return after
    people = frozenset(
        key
        for key, who in before.combatants.items()
        if key in after.combatants and _narrowed(who.seen_by, after.combatants[key].seen_by)
    )
    parts = frozenset(_narrowed_parts(before.ground, after.ground))
    if not people and not parts:
        return after
    away = {
        seat: structs.replace(
            absence,
            knew=tuple(who for who in absence.knew if who not in people),
            ground=tuple(part for part in absence.ground if part not in parts),
        )
        for seat, absence in after.away.items()
    }
    return structs.replace(after, away={seat: absence for seat, absence in away.items() if absence != Away()})


def _narrowed(before: tuple[str, ...] | None, after: tuple[str, ...] | None) -> bool:
    return after is not None and (before is None or not set(before) <= set(after))


def _narrowed_parts(before: Ground | None, after: Ground | None) -> Iterator[tuple[str, str]]:
    """The parts that are gone, or of which fewer seats know now, by kind and key."""
    if before is None or before is after:
        return
    for kind in _PARTS:
        there = {part.key: part for part in getattr(after, kind)} if after is not None else {}
        for part in getattr(before, kind):
            now = there.get(part.key)
            if part.seen_by is not None and (now is None or _narrowed(part.seen_by, now.seen_by)):
                yield kind, part.key
