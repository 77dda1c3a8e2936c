"""A change of the ground as facts, of which each is for its own readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import Ground, GroundChange, GroundEdge, GroundRemoved
from engine.kernel.state.ground.ground_change import changed
from engine.kernel.state.ground.seen_ground import (
    Readers,
    both,
    disguised,
    known_edge,
    legend_known,
    line_key,
    readers_of,
    seen_ground,
    sides_of,
)
from engine.kernel.structs.errors import Fault

KINDS = ("patches", "edges", "zones", "links")


class Piece(Struct, frozen=True):
    """A part of a change that has its own readers. hidden: not everybody reads all of it."""

    change: GroundChange
    hidden: bool


# -- who reads what
def _readers(ground: Ground, part: Any) -> Readers:
    """Who may read a part as it is, besides the GM: a plain edge nobody, for what looks like one is told likewise."""
    readers = readers_of(ground, part)
    if readers is None and isinstance(part, GroundEdge):
        return () if known_edge(ground, part).key == line_key(part.entry, part.line) else None
    return readers


def _unknown(fight: Fight, ground: Ground) -> list[str]:
    return [side for side in sides_of(ground) if not fight.knows_side(None, side)]


def event_of(fight: Fight, piece: Piece) -> tuple[e.GroundSet, Readers]:
    """A piece as a fact, and the seats that read all of it besides the GM; None: everybody.

    Fault for an open piece with something to hide.
    """
    before, change = fight.ground or Ground(), piece.change
    after = changed(before, change)
    readers: Readers = None
    for name in KINDS:
        gone = frozenset(getattr(change.removed, name)) if change.removed else frozenset()
        for part in getattr(before, name) if gone else ():
            if part.key in gone:
                readers = both(readers, _readers(before, part))
        for part in getattr(change, name):
            readers = both(readers, _readers(after, part))
    if piece.hidden and change == GroundChange(legend=change.legend):
        for entry in change.legend:
            readers = both(readers, _readers_of_entry(fight, before, entry.key))
    if not piece.hidden:
        if readers is not None or change.ground is not None:
            raise Fault("this change of the ground is not for everybody")
        return e.GroundSet(told=_explained(change, [(_public(fight, before), _public(fight, after))])), None
    told_all, seats = _told(fight, before, after, change), readers or ()
    whole = _explained(change, [(seen_ground(before, seat), seen_ground(after, seat)) for seat in seats])
    return e.GroundSet(told=told_all, whole=whole), seats


def _explained(change: GroundChange, views: Sequence[tuple[Ground, Ground]]) -> GroundChange:
    """The change with the entries of the legend that its readers learn by it.

    views: for each of them the ground as it sees it before and after. What not all of them know is not for all of them.
    """
    known = [
        ({row.key: row for row in before.legend}, {row.key: row for row in after.legend}) for before, after in views
    ]
    sent = {row.key for row in change.legend}
    more = [
        entry
        for key, entry in (known[0][1] if known and change.ground is None else {}).items()
        if key not in sent
        and all(after.get(key) == entry for _, after in known)
        and any(before.get(key) != entry for before, _ in known)
    ]
    return structs.replace(change, legend=(*change.legend, *more)) if more else change


def _public(fight: Fight, ground: Ground) -> Ground:
    return seen_ground(ground, None, _unknown(fight, ground))


def _told(fight: Fight, before: Ground, after: Ground, change: GroundChange) -> GroundChange | None:
    """What everybody learns by a hidden piece: how the edges that they see change."""
    if change.ground is not None:
        return GroundChange(ground=_public(fight, change.ground))
    seen = _public(fight, before), _public(fight, after)
    old, new = ({edge.key: edge for edge in ground.edges} for ground in seen)
    gone = tuple(key for key in old if key not in new)
    come = tuple(edge for key, edge in new.items() if old.get(key) != edge)
    if not gone and not come:
        return None
    return _explained(GroundChange(removed=GroundRemoved(edges=gone) if gone else None, edges=come), [seen])


# -- splitting
class _Pieces:
    """Parts of a change by their readers."""

    def __init__(self) -> None:
        self._parts: dict[Readers, dict[str, list[Any]]] = {}
        self._gone: dict[Readers, dict[str, list[Any]]] = {}
        self._covers: dict[Readers, list[str]] = {}

    def add(self, readers: Readers, name: str, part: Any) -> None:
        self._parts.setdefault(readers, {}).setdefault(name, []).append(part)

    def remove(self, readers: Readers, name: str, key: Any) -> None:
        self._gone.setdefault(readers, {}).setdefault(name, []).append(key)

    def uncover(self, readers: Readers, edge: GroundEdge, cover: str | None) -> None:
        """More seats than before know of an edge, which looks to the others as it did. cover: key of what it looks."""
        self.add(readers, "edges", edge)
        if cover is not None:
            self._covers.setdefault(readers, []).append(cover)

    def changes(self, base: GroundChange) -> Iterator[Piece]:
        """Hidden removals and entries, then what everybody reads, then hidden zones, then what else is hidden."""
        for readers, gone in self._gone.items():
            if readers is not None:
                yield Piece(GroundChange(removed=_removed(gone)), True)
        hidden: dict[Readers, dict[str, list[Any]]] = dict(self._parts)
        for readers, known in hidden.items():
            entries = known.pop("legend", ()) if readers is not None else ()
            if entries:
                yield Piece(GroundChange(legend=tuple(entries)), True)
        away, parts = self._gone.get(None), hidden.pop(None, None) or {}
        public = structs.replace(base, removed=_removed(away) if away else None, **_tuples(parts))
        if public != GroundChange():
            yield Piece(public, False)
        for known in hidden.values():
            zones = known.pop("zones", ())
            if zones:
                yield Piece(GroundChange(zones=tuple(zones)), True)
        for readers, known in hidden.items():
            if known:
                covers = self._covers.get(readers)
                removed = GroundRemoved(edges=tuple(covers)) if covers else None
                yield Piece(GroundChange(removed=removed, **_tuples(known)), True)


def _tuples(parts: dict[str, list[Any]]) -> dict[str, Any]:
    return {name: tuple(values) for name, values in parts.items()}


def _removed(gone: dict[str, list[Any]]) -> GroundRemoved:
    return GroundRemoved(**_tuples(gone))


def _looks_alike(before: Ground, old: GroundEdge, after: Ground, new: GroundEdge) -> bool:
    """Whether more seats know of an edge now, while it looks the same as before to those who still do not."""
    if old.seen_by is None or new.seen_by is None or not set(old.seen_by) < set(new.seen_by):
        return False
    return disguised(before, old) == disguised(after, new)


def pieces_of(fight: Fight, change: GroundChange) -> list[Piece]:
    """A change as pieces that are stated one after the other."""
    before, found = fight.ground or Ground(), list[Piece]()
    if change.ground is not None:
        # That there is more to read would tell of something hidden, so there always is.
        found.append(Piece(GroundChange(ground=change.ground), True))
        before = change.ground
    after, split = changed(before, structs.replace(change, ground=None)), _Pieces()
    for name in KINDS:
        there = {part.key: part for part in getattr(before, name)}
        for part in getattr(change, name):
            old, readers = there.get(part.key), _readers(after, part)
            if name == "edges" and old is not None and _looks_alike(before, old, after, part):
                cover = disguised(after, part)
                apart = cover is not None and all(edge.key != cover.key for edge in after.edges)
                split.uncover(readers, part, cover.key if cover is not None and apart else None)
                continue
            if old is not None and _readers(before, old) != readers:
                split.remove(_readers(before, old), name, part.key)
            split.add(readers, name, part)
        for key in getattr(change.removed, name) if change.removed else ():
            split.remove(_readers(before, there[key]), name, key)
    _add_changed_readers(split, before, after, change)
    public_after = _public(fight, after)
    for entry in change.legend:
        readers = None if legend_known(public_after, entry.key) else _readers_of_entry(fight, before, entry.key)
        split.add(readers, "legend", entry)
    for key in change.removed.legend if change.removed else ():
        split.remove(None if legend_known(_public(fight, before), key) else (), "legend", key)
    for gone in change.removed.positions if change.removed else ():
        split.remove(None, "positions", gone)
    base = GroundChange(space=change.space, rows=change.rows, cells=change.cells, positions=change.positions)
    return [*found, *split.changes(base)]


def _add_changed_readers(split: _Pieces, before: Ground, after: Ground, change: GroundChange) -> None:
    """What lies in zones and between them is told to those who now know of these, and is gone for the others."""
    for name in ("patches", "links"):
        old = {part.key: part for part in getattr(before, name)}
        sent = {part.key for part in getattr(change, name)}
        for part in getattr(after, name) if change.zones else ():
            if part.key in old and part.key not in sent:
                were, are = _readers(before, old[part.key]), _readers(after, part)
                if were != are:
                    split.remove(were, name, part.key)
                    split.add(are, name, part)


def _readers_of_entry(fight: Fight, ground: Ground, entry: str) -> Readers:
    """Who knows something that uses an entry of the legend, besides the GM."""
    if legend_known(_public(fight, ground), entry):
        return None
    return tuple(
        seat for seat in fight.seats if not fight.is_gm(seat) and legend_known(seen_ground(ground, seat), entry)
    )
