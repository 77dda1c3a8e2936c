"""Zones and other parts of the ground that not everybody knows of, where something else names them.

A place in a zone that a seat does not know is no place to it: it reads null. An event that names such a zone is hidden
whole from that seat, unless it can be told without; an order is told without the fields that name it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import structs

from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.events import CombatantJoined, Moved
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundZone
from engine.kernel.state.ground.seen_ground import Part, hidden_parts, hidden_zones, line_key, readers_of
from engine.kernel.state.redaction.redaction import parts_named
from engine.kernel.structs.messages import Event, Order

E = TypeVar("E", bound=Event)
Hidden = Mapping[str, tuple[str, ...]]
"""Keys of hidden parts, and the seats that know of each, besides the GM."""

NONE: Hidden = MappingProxyType({})


def zones_of(fight: Fight) -> Hidden:
    """The zones of which not everybody knows."""
    return hidden_zones(fight.ground) if fight.ground is not None else NONE


def zones_in(value: Any) -> Iterator[str]:
    """The zones that a JSON value names: those of its places."""
    match value:
        case dict():
            zone = value.get("zone")
            if isinstance(zone, str):
                yield zone
            for item in value.values():
                yield from zones_in(item)
        case list():
            for item in value:
                yield from zones_in(item)


def unknown_zones(fight: Fight, seat: str | None) -> frozenset[str]:
    """The zones of which a seat (None: everybody) does not know."""
    if fight.is_gm(seat):
        return frozenset()
    return frozenset(key for key, readers in zones_of(fight).items() if seat not in readers)


def names_any(value: Any, zones: frozenset[str]) -> bool:
    """Whether a JSON value names one of these zones."""
    return bool(zones) and not zones.isdisjoint(zones_in(value))


def recipients_of_zones(fight: Fight, named: Iterable[str]) -> tuple[str, ...] | None:
    """The seats that know of all these zones, the GM's too; None: everybody."""
    hidden, seats = zones_of(fight), None
    for zone in named:
        if zone in hidden:
            readers = {*hidden[zone], *fight.gms()}
            seats = readers if seats is None else seats & readers
    return None if seats is None else tuple(seat for seat in fight.seats if seat in seats)


# -- places
def known(place: Place | None, zones: frozenset[str] | Hidden) -> Place | None:
    """A place, unless it lies in one of these zones."""
    return None if place is not None and place.zone in zones else place


def placed(who: Combatant, zones: frozenset[str]) -> Combatant:
    """A combatant as somebody sees it who does not know these zones."""
    return structs.replace(who, place=None) if who.place is not None and who.place.zone in zones else who


def with_places_apart(event: E, fight: Fight) -> E:
    """An event that tells a place, with a place of which not everybody knows in a field of its own."""
    zones = zones_of(fight)
    if not zones:
        return event
    if isinstance(event, Moved):
        start, end = known(event.from_, zones), known(event.to, zones)
        if start is not event.from_ or end is not event.to:
            return structs.replace(
                event,
                from_=start,
                to=end,
                unseen_from=None if start is event.from_ else event.from_,
                unseen_to=None if end is event.to else event.to,
            )
    if isinstance(event, CombatantJoined) and known(event.place, zones) is not event.place:
        return structs.replace(event, place=None, unseen_place=event.place)
    return event


# -- orders
def unseen_fields(fight: Fight, order: Order, fields: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Fields of an order that name a part of the ground of which not everybody knows, and the seats that do.

    fields: the order as JSON. Only zones are found in it, and what its type declares as `named.PART`.
    """
    ground = fight.ground
    if ground is None or not hidden_parts(ground):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    zones, others, typed = zones_of(fight), _others(ground), parts_named(order)
    for name, value in fields.items():
        readers = [zones[key] for key in zones_in(value) if key in zones]
        readers += [others[key] for key in typed.get(name, ()) if key in others]
        if readers:
            audience = {seat for seat in fight.seats if all(seat in some for some in readers)} | set(fight.gms())
            found[name] = tuple(seat for seat in fight.seats if seat in audience)
    return found


def without_fields(order: dict[str, Any], names: Collection[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(an order, {system: {key: fields}}, without some of its fields; those fields, as far as it has them)."""
    if not names:
        return order, {}
    ((system, body),) = order.items()
    ((key, fields),) = body.items()
    apart = {name: value for name, value in fields.items() if name in names}
    return {system: {key: {name: value for name, value in fields.items() if name not in names}}}, apart


def _others(ground: Ground) -> Hidden:
    """Hidden patches, edges and links; an edge also by the key that its line makes."""
    found: Hidden | None = ground.kept.get("others")
    if found is None:
        parts = [part for part in hidden_parts(ground) if not isinstance(part, GroundZone)]
        keys: dict[str, Part] = {
            line_key(part.entry, part.line): part for part in parts if isinstance(part, GroundEdge)
        }
        keys |= {part.key: part for part in parts}
        found = ground.kept["others"] = {key: readers_of(ground, part) or () for key, part in keys.items()}
    return found
