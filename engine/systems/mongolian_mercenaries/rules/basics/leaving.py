"""Somebody leaves the fight: killed, Dying, fled or captured.  [MM-WND-04, MM-MOVE-13, MM-MOVE-14]"""

from __future__ import annotations

from engine.kit import CombatantOut, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.state import MercenariesState


def leave(table: Table[MercenariesState], who: str, reason: str, *, rule: str) -> None:
    """Out, once. reason: one of `lookup`'s."""
    if not lookup.in_play(table.state, who):
        return
    table.emit(CombatantOut(combatant=who, reason=reason), rule=rule)
    for ends in table.state.own.hooks.leaves:
        ends(table, who)
