"""Somebody leaves the fight: killed, Dying, fled or captured.  [MM-WND-04, MM-MOVE-13, MM-MOVE-14]"""

from __future__ import annotations

from collections.abc import Callable

from engine.kit import CombatantOut, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.state import MercenariesState

LEAVES: list[Callable[[Table[MercenariesState], str], None]] = []
"""What ends with who leaves: what it screens and blocks, whom it has summoned.  [RUL-82, RUL-87]"""


def leave(table: Table[MercenariesState], who: str, reason: str, *, rule: str) -> None:
    """Out, once. reason: one of `lookup`'s."""
    if not lookup.in_play(table.state, who):
        return
    table.emit(CombatantOut(combatant=who, reason=reason), rule=rule)
    for ends in LEAVES:
        ends(table, who)
