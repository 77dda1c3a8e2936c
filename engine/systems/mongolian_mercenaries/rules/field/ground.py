"""What is on a position, how it changes in a fight, and what cards do to it and to distances.  [MM-FIELD-06]"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment
from engine.systems.mongolian_mercenaries.content.kinds import Cover, Distance
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.events import DistanceChanged
from engine.systems.mongolian_mercenaries.rules.field.events import CoverLeft, LeantOut, PositionChanged
from engine.systems.mongolian_mercenaries.state import MercenariesState


def change(table: Table[MercenariesState], side: str, rank: int, *, rule: str, **changes: Any) -> None:
    """Other cover, obstacle, trap or special area on a position. Where a cover goes, nobody is behind it any more.

    [MM-COV-02, MM-MOVE-06]
    """
    new = structs.replace(lookup.battlefield(table.state).at(side, rank), **changes)
    told = PositionChanged(
        side=side, rank=rank, cover=new.cover, obstacle=new.obstacle, trap=new.trap, special=new.special
    )
    table.emit(told, rule=rule)
    who = positions.who_stands(table.state, side, rank)
    if who is None:
        return
    fighter = lookup.fighter(table.state, who)
    if fighter.in_cover and new.cover is Cover.NONE:
        table.emit(CoverLeft(combatant=who), rule="MM-MOVE-06")
    elif fighter.crouched and new.cover is not Cover.HEAVY:
        table.emit(LeantOut(combatant=who), rule="MM-COV-03")


def give_cover(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """A card brings cover to the positions of those it works on.  [MM-MAG-15]"""
    for who in effect.on:
        if lookup.on_field(table.state, who):
            side, rank = lookup.side_of(table.state, who), lookup.rank(table.state, who)
            change(table, side, rank, rule=rule, cover=effect.effect.cover or Cover.NONE)


def shift(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """A card changes the distance between its bearer and opponents, as far as the field allows.  [MM-DIST-02]"""
    farthest = lookup.battlefield(table.state).farthest.level
    for who in effect.on:
        if not lookup.on_field(table.state, who) or not lookup.are_opponents(table.state, effect.bearer, who):
            continue
        now = distances.between(table.state, effect.bearer, who)
        new = Distance.at(max(0, min(farthest, now.level + effect.effect.steps)))
        if new is not now:
            table.emit(DistanceChanged(combatant=effect.bearer, target=who, distance=new), rule=rule)
