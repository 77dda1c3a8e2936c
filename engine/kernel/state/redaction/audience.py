"""Who receives an event: computed once, when it is emitted, and recorded with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import structs

from engine.kernel.state.combatant import REMOVED
from engine.kernel.state.events import (
    CombatantJoined,
    CommandAccepted,
    Corrected,
    DecisionOpened,
    GroundSet,
    Moved,
    OrderSet,
    SightChanged,
)
from engine.kernel.state.fight import TAKE_BACK, Fight
from engine.kernel.state.redaction.hidden_zones import recipients_of_zones, zones_in, zones_of
from engine.kernel.state.redaction.redaction import sides_named
from engine.kernel.structs.messages import Audience, Draft, Event, on_the_wire, plain
from engine.kernel.structs.reasons import Reasons

E = TypeVar("E", bound=Event)


_NONE: frozenset[str] = frozenset()


_TOLD_WITHOUT = (Moved, CombatantJoined, CommandAccepted, Corrected)
"""Events that are told without a zone that not everybody knows of."""


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


def mentions_any(value: object, ids: Collection[str]) -> bool:
    """Whether one of these ids occurs anywhere in a value."""
    return bool(ids) and any(text in ids for text in strings_in(plain(value)))


def without_words(figures: Mapping[str, Any] | None, words: Collection[str]) -> dict[str, Any]:
    """A question's figures without those that hold words, never ids."""
    return {name: value for name, value in (figures or {}).items() if name not in words}


def recipients_of_all(
    seats: Collection[str], fight: Fight, *named: Any, sides: Collection[str] = ()
) -> tuple[str, ...]:
    """Those of the seats that know every combatant and zone named in any of these JSON values, and these sides."""
    names = {text for value in named for text in strings_in(value)}
    zones = recipients_of_zones(fight, (zone for value in named for zone in zones_in(value)))
    return tuple(
        seat
        for seat in seats
        if all(c.id not in names or fight.sees(seat, c) for c in fight.hidden)
        and (zones is None or seat in zones)
        and all(fight.knows_side(seat, side) for side in sides)
    )


def _ordered(fight: Fight, seats: set[str | None]) -> tuple[str, ...]:
    return tuple(s for s in fight.seats if s in seats)


def _words(event: Event) -> tuple[str, ...]:
    """The fields that name no combatant. The kernel's own take-back question names seats and versions only."""
    talk = isinstance(event, DecisionOpened) and event.kind == TAKE_BACK
    return (*event.words, "question") if talk else event.words


def recipients_of(
    event: Event,
    fight: Fight,
    to: tuple[str, ...] | None,
    *,
    sealed: bool = False,
    because: Reasons | None = None,
    words: Collection[str] = (),
    sides: Collection[str] = (),
) -> tuple[tuple[str, ...] | None, bool]:
    """(seats that get all of it or None for everybody, whether outsiders get a bare Hidden).

    to: seats the rules name; the GM is added, except to what is sealed. fight: before the event.
    An event that names a combatant is hidden whole from seats that do not see it; so is one whose terms name it.
    One that names a side (`redaction.SIDE`) is hidden whole from those who know nobody of that side, or, where only a
    narrowed field names it, without that field.
    One that names a zone is hidden whole from those who do not know of it, or likewise without that field.
    One that lists others beside a hidden combatant (`with_hidden_listed_apart`) withholds only the complete list. An
    order never names a combatant that its seat does not know: the rules have treated that one as missing. words:
    figures of the question opened by an event that hold words, never an id; sides: those that its figures name.
    because: its private terms are withheld like narrowed fields.
    """
    zones = zones_of(fight)
    if to is None and event.audience is Audience.ALL and not fight.hidden and not zones:
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
                seats = {*gms, *(fight.recipients_of(who) if who else ())}
                if isinstance(event, CombatantJoined):
                    seats |= {*fight.side_seats(event.side), event.owner, event.controller}
        case Audience.SIDE:
            seats, whole = {*gms, *(fight.recipients_of(who) if who else ())}, True
        case Audience.SEAT:
            seats, whole = ({who.owner, who.controller} if who else set()), True
        case Audience.GM:
            seats, whole = set(gms), True
    if to is not None:
        seats = set(to)
        whole = whole or not (narrowed or (because is not None and because.private))
    if seats is not None and not sealed:
        seats |= gms
    if isinstance(event, GroundSet) and event.told is None:
        whole = True
    if isinstance(event, CombatantJoined) and event.seen_by is not None:
        seats, whole = {*gms, *event.seen_by}, True
    if fight.hidden and not isinstance(event, SightChanged):
        figures = {k: v for k, v in plain(event).items() if k not in _words(event)}
        if words and "question" in figures and isinstance(event, DecisionOpened):
            figures["question"] = without_words(event.question, words)
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
        # Once everybody has seen a combatant join, everybody knows its side.
        shown, kept = (_NONE, _NONE) if isinstance(event, CombatantJoined) else sides_named(event, narrowed)
        for side in (*shown, *kept, *sides):
            if not fight.knows_side(None, side):
                knows = {seat for seat in fight.seats if fight.knows_side(seat, side)}
                seats = knows if seats is None else seats & knows
                whole = whole or side in shown or side in sides
    if zones:
        told = {k: v for k, v in plain(event).items() if k not in _words(event)}
        # Questions and answers are hidden whole, as where they name somebody unseen.
        withheld = {on_the_wire(name) for name in narrowed} if isinstance(event, _TOLD_WITHOUT) else set()
        open_to, reading = (
            recipients_of_zones(fight, zones_in({k: v for k, v in told.items() if (k in withheld) is kept}))
            for kept in (False, True)
        )
        for readers in (open_to, reading):
            if readers is not None:
                seats = set(readers) if seats is None else seats & set(readers)
        whole = whole or open_to is not None
    return (None if seats is None else _ordered(fight, seats)), whole


def recipients_of_related(
    other: Draft | None, seats: tuple[str, ...] | None, whole: bool
) -> tuple[tuple[str, ...] | None, bool]:
    """The audience of what belongs to another event (an answer to its question, the end of an order to its beginning).

    Hidden whole from the same seats as that event.
    """
    if other is None or not other.whole or other.to is None:
        return seats, whole
    return (other.to if seats is None else tuple(seat for seat in seats if seat in other.to)), True


def with_hidden_listed_apart(event: E, fight: Fight) -> E:
    """An event that lists combatants, with the complete list in a separate field where some are hidden.

    An order of acting is without those who are off the table, whatever a system lists.
    Others then read the list without those. If nobody else would be left the event is unchanged, and is hidden whole.
    """
    listed = getattr(event, "listed", "")
    if not listed:
        return event
    whom: tuple[str, ...] = getattr(event, listed, ())
    if isinstance(event, OrderSet) and any(c in fight.combatants and fight.combatants[c].out == REMOVED for c in whom):
        whom = tuple(c for c in whom if c not in fight.combatants or fight.combatants[c].out != REMOVED)
        event = structs.replace(event, turn_order=whom)
    known = tuple(c for c in whom if c not in fight.combatants or fight.combatants[c].seen_by is None)
    return event if not known or known == whom else structs.replace(event, **{listed: known, "everybody": whom})


def public_part(event: Event) -> Event:
    """The event without its narrowed fields."""
    return structs.replace(event, **dict.fromkeys(event.narrowed)) if event.narrowed else event
