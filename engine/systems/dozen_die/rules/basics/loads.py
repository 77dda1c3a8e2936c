"""Loads: figures that carry too much, or carry something together, do not march.  [DD-MARCH-05, DD-MARCH-06]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.events import LoadDropped
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.state import DozenDieState


def overloaded(state: DozenDieFight, who: str) -> bool:
    """Whether a figure carries more than its capacity: exactly as much is allowed.  [DD-MARCH-05, DD-GAP-23]"""
    figure = lookup.figure(state, who)
    return figure.items > figure.capacity


def carriers(state: DozenDieFight, load: str) -> tuple[str, ...]:
    """The figures on the board that carry a load together."""
    return tuple(who for who in lookup.here(state) if lookup.figure(state, who).load == load)


def carrying_jointly(state: DozenDieFight, who: str) -> bool:
    """Whether a figure carries a load together with another.  [DD-MARCH-06]"""
    load = lookup.figure(state, who).load
    return load is not None and len(carriers(state, load)) > 1


def settle(table: Table[DozenDieState]) -> None:
    """A figure left alone with a load of two drops it.  [DD-GAP-39]"""
    for who in lookup.here(table.state):
        load = lookup.figure(table.state, who).load
        if load is not None and not carrying_jointly(table.state, who):
            table.emit(LoadDropped(combatant=who, load=load), rule="DD-GAP-39")
