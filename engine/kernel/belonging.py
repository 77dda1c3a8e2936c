"""Whose the combatants of a fight are: what follows from its seats, and from side, owner, controller and sight of each.

It is reckoned once and handed on from version to version, so nothing else of a fight may go into it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from engine.kernel.combatant import Combatant

if TYPE_CHECKING:  # a fight holds the seats, and has its own `Belonging`
    from engine.kernel.fight import SeatEntry


class Belonging:
    """gms: the seats of the GM, in order of joining. hidden: ids of all who are hidden from anybody, likewise."""

    def __init__(self, seats: Mapping[str, SeatEntry], combatants: Mapping[str, Combatant]) -> None:
        people = combatants.values()
        self.gms = tuple(entry.seat for entry in seats.values() if entry.role == "GM")
        self.hidden = tuple(who for who, c in combatants.items() if c.seen_by is not None)
        self._seats = {seat: entry.role == "GM" for seat, entry in seats.items()}
        self._sides = {side: self._seats_of(side, people) for side in dict.fromkeys(c.side for c in people)}
        self._known: dict[tuple[str, str | None], tuple[str, ...]] = {}

    def _seats_of(self, side: str, people: Collection[Combatant]) -> tuple[str, ...]:
        here = [c for c in people if c.side == side]
        elsewhere = {c.owner for c in people if c.side != side}
        mine = {c.owner for c in here} | {c.controller for c in here if c.controller not in elsewhere}
        return tuple(seat for seat, rules in self._seats.items() if rules or seat in mine)

    def side_seats(self, side: str) -> tuple[str, ...]:
        """See `Fight.side_seats`."""
        return self._sides.get(side) or self.gms

    def knowing(self, side: str, controller: str | None) -> tuple[str, ...]:
        """Who knows what is for a side only, or obeys whom: see `Fight.knowing`. Kept as far as anybody has asked."""
        known = self._known.get((side, controller))
        if known is None:
            of_side = self.side_seats(side)
            known = self._known[side, controller] = tuple(s for s in self._seats if s in of_side or s == controller)
        return known
