"""The ground as a seat sees it: without what it may not know, and with what such things look like."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import sha256

import msgspec
from msgspec import structs

from engine.kernel.state.ground.areas import Line
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundLink, GroundPatch, GroundZone

Part = GroundPatch | GroundEdge | GroundZone | GroundLink
Readers = tuple[str, ...] | None
"""The seats that know of something, besides the GM; None: everybody."""


def line_key(entry: str, line: Line) -> str:
    """The key of an edge that has no other: the same for the same line of the same entry."""
    return f"edge-{sha256(msgspec.json.encode((entry, line))).hexdigest()[:16]}"


def both(item: Readers, other: Readers) -> Readers:
    """Who is among these and those readers."""
    if item is None or other is None:
        return other if item is None else item
    return tuple(seat for seat in item if seat in other)


def readers_of(ground: Ground, part: Part) -> Readers:
    """Who knows of a part: of a link only who knows of both its zones, of a patch who knows of all that it lies in."""
    hidden = hidden_zones(ground)
    if not hidden or isinstance(part, (GroundEdge, GroundZone)):
        return part.seen_by
    zones = (part.from_, part.to) if isinstance(part, GroundLink) else [place.zone for place in part.area.places]
    readers = part.seen_by
    for zone in zones:
        readers = both(readers, hidden.get(zone or ""))
    return readers


def hidden_zones(ground: Ground) -> dict[str, tuple[str, ...]]:
    """The zones of which not everybody knows, with the seats that do, besides the GM."""
    found: dict[str, tuple[str, ...]] | None = ground.kept.get("zones")
    if found is None:
        found = ground.kept["zones"] = {z.key: z.seen_by for z in ground.zones if z.seen_by is not None}
    return found


def hidden_parts(ground: Ground) -> tuple[Part, ...]:
    """The parts of which not everybody knows."""
    found: tuple[Part, ...] | None = ground.kept.get("hidden")
    if found is None:
        parts: Iterable[Part] = (*ground.patches, *ground.edges, *ground.zones, *ground.links)
        found = ground.kept["hidden"] = tuple(part for part in parts if readers_of(ground, part) is not None)
    return found


def knows_all(ground: Ground | None, seat: str | None) -> bool:
    """Whether a seat other than the GM's (None: everybody) knows of every part of a ground."""
    return ground is None or all(seat in (readers_of(ground, part) or ()) for part in hidden_parts(ground))


def disguised(ground: Ground, edge: GroundEdge) -> GroundEdge | None:
    """What others see of an edge of which not everybody knows; None: nothing."""
    if edge.shown_as is None:
        return None
    return GroundEdge(key=line_key(edge.shown_as, edge.line), entry=edge.shown_as, line=edge.line)


def known_edge(ground: Ground, edge: GroundEdge) -> GroundEdge:
    """An edge as whoever knows of it reads it, except the GM: not who else knows, and a plain one by its line."""
    stateful: frozenset[str] | None = ground.kept.get("stateful")
    if stateful is None:
        stateful = ground.kept["stateful"] = frozenset(e.key for e in ground.legend if e.state != "NONE")
    plain = edge.state == "NONE" and not edge.label and edge.entry not in stateful
    key = line_key(edge.entry, edge.line) if plain and edge.seen_by is None else edge.key
    return GroundEdge(key=key, entry=edge.entry, line=edge.line, state=edge.state, label=edge.label)


def sides_of(ground: Ground) -> tuple[str, ...]:
    """The sides that a ground names."""
    found: tuple[str, ...] | None = ground.kept.get("sides")
    if found is None:
        named = [position.side for position in ground.positions]
        named += [place.side for patch in ground.patches for place in patch.area.places if place.side is not None]
        found = ground.kept["sides"] = tuple(dict.fromkeys(named))
    return found


def _named_seats(ground: Ground) -> frozenset[str]:
    """The seats that know of some hidden part."""
    found: frozenset[str] | None = ground.kept.get("named")
    if found is None:
        parts: Iterable[Part] = (*ground.patches, *ground.edges, *ground.zones, *ground.links)
        found = ground.kept["named"] = frozenset(seat for part in parts for seat in part.seen_by or ())
    return found


def seen_ground(ground: Ground, seat: str | None, unknown_sides: Collection[str] = ()) -> Ground:
    """The ground as a seat other than the GM's sees it; None: as everybody sees it. Computed once per ground.

    unknown_sides: of those that it names (`sides_of`), the ones of which the seat knows nobody.
    """
    # Seats that know of no hidden part see the same: they share one ground.
    who = seat if seat in _named_seats(ground) else None
    key = ("seen", who, tuple(unknown_sides))
    found: Ground | None = ground.kept.get(key)
    if found is None:
        found = _seen(ground, who, unknown_sides)
        found = ground.kept[key] = ground if found == ground else found
    return found


def _seen(ground: Ground, seat: str | None, unknown_sides: Collection[str]) -> Ground:
    def knows(part: Part) -> bool:
        readers = readers_of(ground, part)
        return readers is None or seat in readers

    patches = (
        part if part.seen_by is None else structs.replace(part, seen_by=None)
        for part in ground.patches
        if knows(part) and not any(place.side in unknown_sides for place in part.area.places)
    )
    edges: dict[str, GroundEdge] = {}
    for edge in ground.edges:
        shown = known_edge(ground, edge) if knows(edge) else disguised(ground, edge)
        if shown is not None:
            edges.setdefault(shown.key, shown)
    seen = structs.replace(
        ground,
        patches=tuple(patches),
        edges=tuple(edges.values()),
        zones=tuple(structs.replace(part, seen_by=None) for part in ground.zones if knows(part)),
        links=tuple(structs.replace(part, seen_by=None) for part in ground.links if knows(part)),
        positions=tuple(position for position in ground.positions if position.side not in unknown_sides),
    )
    return structs.replace(
        seen, legend=tuple(e for e in ground.legend if e.key in used_entries(seen) or _drawn(seen, e.sign))
    )


def used_entries(ground: Ground) -> frozenset[str]:
    """The entries that something of a ground names by key."""
    found: frozenset[str] | None = ground.kept.get("used")
    if found is None:
        single = [*(patch.entry for patch in ground.patches), *(edge.entry for edge in ground.edges)]
        single += [edge.shown_as for edge in ground.edges if edge.shown_as is not None]
        several = (
            *(zone.entries for zone in ground.zones),
            *(link.entries for link in ground.links),
            *(position.entries for position in ground.positions),
        )
        found = ground.kept["used"] = frozenset((*single, *(entry for entries in several for entry in entries)))
    return found


def _drawn(ground: Ground, sign: str | None) -> bool:
    """Whether a sign stands in the rows."""
    signs: frozenset[str] | None = ground.kept.get("signs")
    if signs is None:
        signs = ground.kept["signs"] = frozenset().union(*ground.rows)
    return sign is not None and sign in signs


def legend_known(ground: Ground, entry: str) -> bool:
    """Whether something of a ground uses an entry of its legend."""
    return any(e.key == entry and (e.key in used_entries(ground) or _drawn(ground, e.sign)) for e in ground.legend)
