"""Who is gone after the fight: nobody follows those who fled, or came from ambush.  [MM-END-06, RUL-68]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.summary.events import TrailLost
from engine.systems.mongolian_mercenaries.sheet import Cause
from engine.systems.mongolian_mercenaries.sides import ENEMIES
from engine.systems.mongolian_mercenaries.state import MercenariesState


def lose(table: Table[MercenariesState], winner: str) -> None:
    """Enemies that cannot be met again: those who fled; from ambush those who are left, too."""
    state = table.state
    ambush = state.own.setup.cause is Cause.AMBUSH
    gone = tuple(
        who
        for who in lookup.members(state, ENEMIES)
        if prompts.party_knows(state, who)
        and (state.fight.combatants[who].out == lookup.FLED or (ambush and lookup.in_play(state, who)))
    )
    if gone:
        table.emit(TrailLost(combatants=gone), rule="MM-END-06" if ambush else "RUL-68")
