"""Distances: each pair of opponents has one; all begin with that of the sides.

[MM-DIST-01, MM-DIST-02, RUL-21, RUL-80]
"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.content.kinds import Distance, Reach
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.events import DistanceChanged
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.state import MercenariesState


def between(state: MercenariesFight, combatant: str, other: str) -> Distance:
    """How far two opponents are from each other."""
    first, second = sorted((combatant, other))
    for gap in state.own.gaps:
        if (gap.one, gap.other) == (first, second):
            return gap.distance
    return state.own.start


def among_allies(state: MercenariesFight, combatant: str, other: str) -> Distance:
    """How far two of a side are from each other: very close on neighbouring positions, otherwise close.  [RUL-22]"""
    apart = abs(lookup.rank(state, combatant) - lookup.rank(state, other))
    return Distance.VERY_CLOSE if apart <= 1 else Distance.CLOSE


def apart(state: MercenariesFight, combatant: str, other: str) -> Distance:
    """How far any two on the field are from each other."""
    return (between if lookup.are_opponents(state, combatant, other) else among_allies)(state, combatant, other)


def in_reach(state: MercenariesFight, combatant: str, other: str, reach: Reach) -> bool:
    """Whether a reach includes somebody on the field. Only opponents are limited to positions.

    [MM-POS-05, RUL-22, RUL-81]
    """
    there = apart(state, combatant, other)
    if not lookup.are_opponents(state, combatant, other):
        return there.level <= reach.distance.level
    return reach.includes(there.level, lookup.rank(state, other))


def within(state: MercenariesFight, combatant: str, other: str, reach: Reach | None) -> bool:
    """Whether a card reaches somebody on the field: as far as it says. Without a reach it reaches its own side, and
    opponents up to medium: from far away sides shoot and pursue, no more, unless a card has it so.

    [MM-DIST-06, MM-GEN-02]
    """
    if reach is not None:
        return in_reach(state, combatant, other, reach)
    return not lookup.are_opponents(state, combatant, other) or between(state, combatant, other) is not Distance.FAR


def smallest(state: MercenariesFight, who: str) -> Distance | None:
    """To the nearest opponent on the field; None: there is none.  [RUL-30]"""
    levels = [between(state, who, other).level for other in lookup.active_opponents(state, who)]
    return Distance.at(min(levels)) if levels else None


def inherit(table: Table[MercenariesState], who: str, patron: str, *, rule: str) -> None:
    """A summon begins at its summoner's distances.  [RUL-21]"""
    for other in lookup.active_opponents(table.state, who):
        found = between(table.state, patron, other)
        if found is not between(table.state, who, other):
            table.emit(DistanceChanged(combatant=who, target=other, distance=found), rule=rule)
