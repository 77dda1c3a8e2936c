"""What figures carry: too much, or together with others, and they do not march.  [DD-MARCH-05, DD-MARCH-06]"""

from __future__ import annotations

from engine.kernel.system import Table
from engine.systems.dozen_die.events import LoadDropped
from engine.systems.dozen_die.rules import look
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own


def overloaded(state: DD, who: str) -> bool:
    """Whether somebody carries more than he can bear: exactly as much is not too much.  [DD-MARCH-05, DD-GAP-23]"""
    figure = look.figure(state, who)
    return figure.items > figure.capacity


def carriers(state: DD, load: str) -> tuple[str, ...]:
    """Those on the board who carry an object together."""
    return tuple(who for who in look.here(state) if look.figure(state, who).load == load)


def carrying_jointly(state: DD, who: str) -> bool:
    """Whether somebody carries something together with another.  [DD-MARCH-06]"""
    load = look.figure(state, who).load
    return load is not None and len(carriers(state, load)) > 1


def settle(table: Table[Own]) -> None:
    """Whoever is left alone with what two carried lets it fall.  [DD-GAP-39]"""
    for who in look.here(table.state):
        load = look.figure(table.state, who).load
        if load is not None and not carrying_jointly(table.state, who):
            table.emit(LoadDropped(combatant=who, load=load), rule="DD-GAP-39")
