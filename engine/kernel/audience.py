"""Who receives an event: computed once, when it is emitted, and written down with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import structs

from engine.kernel.events import CombatantJoined, CommandAccepted, DecisionOpened, SightChanged
from engine.kernel.fight import TAKE_BACK, Fight
from engine.kernel.messages import Audience, Draft, Event, plain
from engine.kernel.why import Why

E = TypeVar("E", bound=Event)


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


def without(figures: Mapping[str, Any] | None, words: Collection[str]) -> dict[str, Any]:
    """A question's figures without those that hold words, which name nobody."""
    return {name: value for name, value in (figures or {}).items() if name not in words}


def knowing_all(seats: Collection[str], fight: Fight, *named: Any) -> tuple[str, ...]:
    """Those of the seats that know of everybody who is named in any of these values, as JSON."""
    names = {text for value in named for text in strings_in(value)}
    return tuple(seat for seat in seats if all(c.id not in names or fight.sees(seat, c) for c in fight.hidden))


def _ordered(fight: Fight, seats: set[str | None]) -> tuple[str, ...]:
    return tuple(s for s in fight.seats if s in seats)


def _words(event: Event) -> tuple[str, ...]:
    """The fields that name no combatant. The kernel's own question of taking back names seats and versions only."""
    talk = isinstance(event, DecisionOpened) and event.kind == TAKE_BACK
    return (*event.words, "question") if talk else event.words


def audience_of(
    event: Event,
    fight: Fight,
    to: tuple[str, ...] | None,
    *,
    sealed: bool = False,
    because: Why | None = None,
    words: Collection[str] = (),
) -> tuple[tuple[str, ...] | None, bool]:
    """(seats that get all of it or None for everybody, whether outsiders get a bare Hidden).

    to: seats the rules name; the GM is added, except to what is sealed. fight: before the event.
    An event naming a combatant that is hidden from somebody is hidden whole from him; so is one whose terms name him.
    One that lists others beside him (`apart`) withholds only the whole list. An order names nobody whom its seat does
    not know of: the rules have taken it as they would where he is missing.
    words: figures of the question that an event opens which hold words, never an id.
    because: its private terms are withheld like narrowed fields.
    """
    if to is None and event.audience is Audience.ALL and not fight.hidden:
        return None, False  # most events, at most tables
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
    if fight.hidden and not isinstance(event, SightChanged):
        figures = {k: v for k, v in plain(event).items() if k not in _words(event)}
        if words and "question" in figures and isinstance(event, DecisionOpened):
            figures["question"] = without(event.question, words)
        named_ids = set(strings_in(figures))
        named_ids |= {term.combatant for term in because.terms if term.combatant} if because else set()
        kept_back = getattr(event, "everybody", None) or ()
        if kept_back:
            named_ids -= set(kept_back)
        for c in fight.hidden:
            if isinstance(event, CommandAccepted) and not fight.sees(event.by, c):
                continue
            if c.seen_by is not None and (c.id in named_ids or c.id in kept_back):
                knows = set(c.seen_by) | gms
                seats = knows if seats is None else seats & knows
                whole = whole or c.id in named_ids
    return (None if seats is None else _ordered(fight, seats)), whole


def hidden_with(other: Draft | None, seats: tuple[str, ...] | None, whole: bool) -> tuple[tuple[str, ...] | None, bool]:
    """The audience of what belongs to another event (an answer to its question, the end of an order to its beginning).

    From whom that is hidden whole, this is hidden whole.
    """
    if other is None or not other.whole or other.to is None:
        return seats, whole
    return (other.to if seats is None else tuple(seat for seat in seats if seat in other.to)), True


def apart(event: E, fight: Fight) -> E:
    """An event that lists combatants, with all of them in a field of their own where some are hidden.

    So the others read of it without those. Where nobody else is left it stays as it is, and is hidden whole.
    """
    listed = getattr(event, "listed", "")
    if not listed:
        return event
    whom: tuple[str, ...] = getattr(event, listed, ())
    known = tuple(c for c in whom if c not in fight.combatants or fight.combatants[c].seen_by is None)
    return event if not known or known == whom else structs.replace(event, **{listed: known, "everybody": whom})


def public_part(event: Event) -> Event:
    """The event without its narrowed fields."""
    return structs.replace(event, **dict.fromkeys(event.narrowed)) if event.narrowed else event
