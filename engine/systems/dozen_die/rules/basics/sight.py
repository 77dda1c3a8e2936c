"""Visibility of sides that some seats do not know: neither their dice nor their presence is revealed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.kit import Fight
from engine.systems.dozen_die.dice import Die
from engine.systems.dozen_die.rules.basics.events import BagFilled, MarchersFound, PoolsSet, WentOn
from engine.systems.dozen_die.state import Pool

E = TypeVar("E")
Addressed = tuple[E, tuple[str, ...] | None]
"""An event, and the seats that read all of it; None: everybody."""


def drawing(fight: Fight) -> tuple[str, ...] | None:
    """The seats that know every side, and so every die in the bag; None: everybody.

    It does not depend on the bag's content: that would reveal whether a hidden side has a die left.
    """
    sides = fight.hidden_sides
    return _seeing(fight, sides) if sides else None


def _seeing(fight: Fight, sides: Iterable[str]) -> tuple[str, ...]:
    return tuple(seat for seat in fight.seats if all(fight.knows_side(seat, side) for side in sides))


def pools(fight: Fight, whole: dict[str, Pool]) -> Addressed[PoolsSet]:
    """The pools of all sides as an event."""
    to = drawing(fight)
    if to is None:
        return PoolsSet(pools=whole), None
    known = {side: pool for side, pool in whole.items() if fight.knows_side(None, side)}
    return PoolsSet(pools=known, all_pools=whole), to


def bag(fight: Fight, whole: tuple[Die, ...]) -> Addressed[BagFilled]:
    """The full bag as an event."""
    to = drawing(fight)
    if to is None:
        return BagFilled(bag=whole), None
    return BagFilled(bag=tuple(die for die in whole if fight.knows_side(None, die.side)), all_dice=whole), to


def standing(fight: Fight, whole: tuple[str, ...]) -> Addressed[WentOn]:
    """The event that a decided fight goes on. whole: the sides that stand."""
    to = drawing(fight)
    if to is None:
        return WentOn(sides=whole), None
    return WentOn(sides=tuple(side for side in whole if fight.knows_side(None, side)), all_sides=whole), to


def marchers(fight: Fight, side: str, whole: tuple[str, ...]) -> Addressed[MarchersFound] | None:
    """The event of who may march with a side's die; None where there is nothing to report.

    If the side has a hidden figure there is always an event, and it looks alike, whether that figure may march or not:
    otherwise it would reveal how far it is from the others.
    """
    hidden = [c for c in fight.hidden if c.side == side]
    if not hidden:
        return (MarchersFound(side=side, eligible=whole), None) if whole else None
    unseen = fight.unseen(None)
    known = tuple(who for who in whole if who not in unseen)
    to = tuple(seat for seat in fight.seats if all(fight.sees(seat, c) for c in hidden))
    return MarchersFound(side=side, eligible=known, everybody=whole), to
