"""Who receives an event: computed once, when it is emitted, and written down with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import structs

from engine.kernel.events import CombatantJoined, SightChanged
from engine.kernel.fight import Fight
from engine.kernel.messages import Audience, Event, plain
from engine.kernel.why import Why


def strings_in(value: Any) -> Iterator[str]:
    """Every string of a JSON value, keys included."""
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from strings_in(item)
        case list():
            for item in value:
                yield from strings_in(item)


def names_any(value: object, ids: Collection[str]) -> bool:
    """Whether one of these ids stands anywhere in a value."""
    return bool(ids) and any(text in ids for text in strings_in(plain(value)))


def _ordered(fight: Fight, seats: set[str | None]) -> tuple[str, ...]:
    return tuple(s for s in fight.seats if s in seats)


def audience_of(
    event: Event, fight: Fight, to: tuple[str, ...] | None, *, sealed: bool = False, because: Why | None = None
) -> tuple[tuple[str, ...] | None, bool]:
    """(seats that get all of it or None for everybody, whether outsiders get a bare Hidden).

    to: seats the rules name; the GM is added, except to what is sealed. fight: before the event.
    An event naming a combatant that is hidden from somebody is hidden whole from him; so is one whose terms name him.
    because: its private terms are withheld like narrowed fields.
    """
    gms: set[str | None] = set(fight.gms())
    narrowed, whole = event.narrowed, False
    seats: set[str | None] | None = None
    named = getattr(event, "combatant", None)
    who = fight.combatants.get(named) if isinstance(named, str) else None
    match event.audience:
        case Audience.ALL:
            pass
        case Audience.FIGURES:
            if not fight.figures_open:
                seats = {*gms, *(fight.knowing(who) if who else ())}
                if isinstance(event, CombatantJoined):
                    seats |= {*fight.side_seats(event.side), event.owner, event.controller}
        case Audience.SIDE:
            seats, whole = {*gms, *(fight.knowing(who) if who else ())}, True
        case Audience.SEAT:
            seats, whole = ({who.owner, who.controller} if who else set()), True
        case Audience.GM:
            seats, whole = set(gms), True
    if to is not None:
        seats = set(to)
        whole = whole or not (narrowed or (because is not None and because.private))
    if seats is not None and not sealed:
        seats |= gms
    if isinstance(event, CombatantJoined) and event.seen_by is not None:
        seats, whole = {*gms, *event.seen_by}, True
    hidden = [c for c in fight.combatants.values() if c.seen_by is not None]
    if hidden and not isinstance(event, SightChanged):
        named_ids = set(strings_in({k: v for k, v in plain(event).items() if k not in event.words}))
        named_ids |= {term.combatant for term in because.terms if term.combatant} if because else set()
        for c in hidden:
            if c.id in named_ids and c.seen_by is not None:
                knows = set(c.seen_by) | gms
                seats = knows if seats is None else seats & knows
                whole = True
    return (None if seats is None else _ordered(fight, seats)), whole


def public_part(event: Event) -> Event:
    """The event without its narrowed fields."""
    return structs.replace(event, **dict.fromkeys(event.narrowed)) if event.narrowed else event
