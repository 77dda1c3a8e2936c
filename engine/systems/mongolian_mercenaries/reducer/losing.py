"""What all have seen a combatant lose of a vital figure: public, also where its sheet is closed.  [MM-DW-14]"""

from __future__ import annotations

from engine.kit import Fight
from engine.kit import events as k
from engine.systems.mongolian_mercenaries.reducer.handlers import with_fighter
from engine.systems.mongolian_mercenaries.state import MercenariesState


def seen_to_lose(own: MercenariesState, event: k.VitalChanged, fight: Fight) -> MercenariesState:
    """Of one whom some do not see, they learn nothing later either."""
    if fight.combatants[event.combatant].seen_by is not None:
        return own
    lost = own.fighters[event.combatant].lost
    rest = max(0, lost.get(event.vital, 0) - event.change)
    return with_fighter(own, event.combatant, lost={**lost, event.vital: rest})
