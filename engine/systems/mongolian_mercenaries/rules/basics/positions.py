"""Positions: five on each side, one character on each.  [MM-POS-01, MM-POS-02]"""

from __future__ import annotations

from engine.kit import Moved, Place, Table
from engine.systems.mongolian_mercenaries.content.kinds import Obstacle
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage

RANKS = range(1, 6)
"""1 is nearest to the middle."""


def standable(state: MercenariesFight, side: str) -> tuple[int, ...]:
    """Positions of a side without an obstacle.  [MM-COV-05, MM-COV-06]"""
    there = lookup.battlefield(state)
    return tuple(rank for rank in RANKS if there.at(side, rank).obstacle is Obstacle.NONE)


def who_stands(state: MercenariesFight, side: str, rank: int) -> str | None:
    """Who is on a position; None: nobody. Who is out does not take one up."""
    for who in lookup.active(state, side):
        if lookup.rank(state, who) == rank:
            return who
    return None


def free(state: MercenariesFight, side: str) -> tuple[int, ...]:
    """Positions of a side where somebody could stand and nobody does."""
    taken = [lookup.rank(state, who) for who in lookup.active(state, side)]
    return tuple(rank for rank in standable(state, side) if rank not in taken)


def put(table: Table[MercenariesState], who: str, rank: int | None, *, rule: str) -> None:
    """Onto a position of the own side; None: into reserve. In the opening nothing springs before all are placed."""
    if not _moved(table, who, rank, rule=rule) or table.state.own.stage is Stage.OPENING:
        return
    if rank is not None:
        entered(table, who)


def swap(table: Table[MercenariesState], who: str, ally: str, *, rule: str) -> None:
    """Two of a side change places; then both find themselves on another position.  [MM-MOVE-05]"""
    there, here = lookup.rank(table.state, ally), lookup.rank(table.state, who)
    _moved(table, who, there, rule=rule)
    _moved(table, ally, here, rule=rule)
    for combatant in (who, ally):
        entered(table, combatant)


def entered(table: Table[MercenariesState], who: str) -> None:
    """What a position does to who comes to stand on it."""
    for hook in table.state.own.hooks.entered:
        if lookup.on_field(table.state, who):
            hook(table, who)


def _moved(table: Table[MercenariesState], who: str, rank: int | None, *, rule: str) -> bool:
    bearer = table.state.fight.combatants[who]
    to = None if rank is None else Place(rank=rank, side=bearer.side)
    if bearer.place == to:
        return False
    table.emit(Moved(combatant=who, from_=bearer.place, to=to), rule=rule)
    return True


def beside(state: MercenariesFight, who: str, around: int) -> tuple[str, ...]:
    """Who stands on the positions to either side of somebody, on the same side, in order of position."""
    mine, side = lookup.rank(state, who), lookup.side_of(state, who)
    found = [
        combatant
        for combatant in lookup.active(state, side)
        if combatant != who and abs(lookup.rank(state, combatant) - mine) <= around
    ]
    return tuple(sorted(found, key=lambda combatant: lookup.rank(state, combatant)))
