"""Being in another zone.  [SA-ZONE-01, G-46]"""

from __future__ import annotations

from engine.kit import Moved, Place, Table
from engine.systems.saari.rules.basics import companions, engagements
from engine.systems.saari.state import SaariState


def go(table: Table[SaariState], who: str, to: Place, *, rule: str) -> None:
    """Be in another zone, out of any engagement, with one's mount. It provokes nothing by itself.  [G-46]"""
    engagements.leave(table, who, rule=rule)
    from_ = table.state.fight.combatants[who].place
    table.emit(Moved(combatant=who, from_=from_, to=to), rule=rule)
    companions.take_along(table, who)
