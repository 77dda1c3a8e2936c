"""Whether an event is one after which a fight is not at a standstill.  [RUL-84]"""

from __future__ import annotations

from engine.kit import Event
from engine.kit import events as k
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH
from engine.systems.mongolian_mercenaries.state import MercenariesState


def stirs(before: MercenariesState, after: MercenariesState, event: Event) -> bool:
    """Health lost, a wound, somebody out, another distance."""
    if isinstance(event, k.VitalChanged):
        return event.vital == HEALTH and event.change < 0
    return isinstance(event, (k.CombatantOut, e.Wounded)) or before.gaps != after.gaps
