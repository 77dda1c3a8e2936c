"""Ownership in a fight: derived from its seats, and the side, owner, controller and visibility of each combatant.

It is computed once and carried over between versions, so it must depend on nothing else of a fight.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.state.combatant import Combatant
from engine.kernel.state.seat import SeatEntry


class Ownership:
    """gms: the seats of the GM, in order of joining. hidden: ids of all who are hidden from anybody, likewise."""

    def __init__(self, seats: Mapping[str, SeatEntry], combatants: Mapping[str, Combatant]) -> None:
        self._people = tuple((c.id, c.side, c.owner, c.controller, c.seen_by) for c in combatants.values())
        self._rules = {seat: entry.role == "GM" for seat, entry in seats.items()}
        self.gms = tuple(entry.seat for entry in seats.values() if entry.role == "GM")
        self.hidden = tuple(who for who, c in combatants.items() if c.seen_by is not None)
        self._sides = {side: self._seats_of(side) for side in dict.fromkeys(c.side for c in combatants.values())}
        # Filled on demand:
        self._known: dict[tuple[str, str | None], tuple[str, ...]] = {}
        self._unseen: dict[str | None, frozenset[str]] = {}
        self._close: dict[str | None, frozenset[str]] = {}
        self._seen: dict[str | None, tuple[frozenset[str], frozenset[str]]] = {}

    def _seats_of(self, side: str) -> tuple[str, ...]:
        elsewhere = {owner for _, its, owner, _, _ in self._people if its != side}
        mine: set[str | None] = set()
        for _, its, owner, controller, _ in self._people:
            if its == side:
                mine |= {owner} if controller in elsewhere else {owner, controller}
        return tuple(seat for seat, rules in self._rules.items() if rules or seat in mine)

    def side_seats(self, side: str) -> tuple[str, ...]:
        """See `Fight.side_seats`."""
        return self._sides.get(side) or self.gms

    def recipients_of(self, side: str, controller: str | None) -> tuple[str, ...]:
        """The seats that know what only a side and its controller know: see `Fight.recipients_of`."""
        known = self._known.get((side, controller))
        if known is None:
            of_side = self.side_seats(side)
            known = self._known[side, controller] = tuple(s for s in self._rules if s in of_side or s == controller)
        return known

    def unseen(self, seat: str | None) -> frozenset[str]:
        """See `Fight.unseen`."""
        found = self._unseen.get(seat)
        if found is None:
            sees_all = seat is not None and self._rules.get(seat, False)
            found = self._unseen[seat] = frozenset(
                who
                for who, _, _, _, seen_by in self._people
                if seen_by is not None and not (sees_all or seat in seen_by)
            )
        return found

    def seen(self, seat: str | None) -> tuple[frozenset[str], frozenset[str]]:
        """See `Fight.seen`."""
        found = self._seen.get(seat)
        if found is None:
            unseen = self.unseen(seat)
            people = [(who, side) for who, side, _, _, _ in self._people if who not in unseen]
            found = self._seen[seat] = frozenset(who for who, _ in people), frozenset(side for _, side in people)
        return found

    def close(self, seat: str | None) -> frozenset[str]:
        """See `Fight.close`."""
        found = self._close.get(seat)
        if found is None:
            found = self._close[seat] = frozenset(
                who for who, side, _, controller, _ in self._people if seat in self.recipients_of(side, controller)
            )
        return found
