"""Where somebody stands in the queue.  [MM-ROUND-03, MM-INIT-02]"""

from __future__ import annotations

from engine.kit.scene import TurnState
from engine.systems.mongolian_mercenaries.rules.basics import initiative, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.state import Stage


def turns_of(seen: MercenariesFight) -> dict[str, TurnState]:
    """Combatant -> the state of its turn, as far as it is seen. Who is in reserve has none in this round."""
    found: dict[str, TurnState] = {
        who: "NONE" if lookup.in_play(seen, who) else "UNABLE" for who in seen.fight.combatants
    }
    if seen.own.stage is not Stage.CLASH:
        return found
    waiting = False
    for who in initiative.queue(seen):
        if who not in found or not lookup.on_field(seen, who):
            continue
        if who in seen.fight.acting:
            found[who] = "ACTING"
        elif lookup.fighter(seen, who).acted:
            found[who] = "ACTED"
        else:
            found[who] = "WAITING" if waiting else "NEXT"
            waiting = True
    for who in seen.fight.acting:
        if who in found and lookup.on_field(seen, who):
            found[who] = "ACTING"
    return found
