"""Attacks that catch another character: only the one who is caught rolls.  [SA-FF-01, SA-FF-02, G-47]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Table
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.sums import Part, total
from engine.systems.saari.rules.roll.events import RiposteChanged
from engine.systems.saari.state import SaariState


def turned(assault: Assault, pool: tuple[Part, ...]) -> Assault:
    """The attack as the one who is caught defends against it: half of the dice of its pool are needed.

    pool: with riposte dice; edges do not matter. Damage is the base damage alone.  [SA-FF-02, G-47]
    """
    return structs.replace(assault, kn=lookup.half(total(pool)), bought=())


def spend_riposte(table: Table[SaariState], who: str) -> tuple[Part, ...]:
    """Riposte dice as a part of the pools of one attack; they are used up.  [G-43, G-47]"""
    dice = lookup.fighter(table.state, who).riposte
    if not dice:
        return ()
    table.emit(RiposteChanged(combatant=who, dice=0), rule="G-43")
    return (Part("riposte", dice, "SA-XDEF-03"),)
