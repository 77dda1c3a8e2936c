"""Whose place it is, who has one in this initiative round, and who has acted.  [MN-INIT-04, MN-TURN-03]"""

from __future__ import annotations

from engine.kit.scene import TurnState
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.state import Phase


def turns_of(seen: MinisFight) -> dict[str, TurnState]:
    """Combatant -> the state of its turn. Whoever is declared next is not known before all have declared."""
    fight, own = seen.fight, seen.own
    if own.phase in (Phase.SETUP, Phase.DEPLOY, Phase.OVER):
        return {who: "NONE" if lookup.in_play(seen, who) else "UNABLE" for who in fight.combatants}
    following = own.slots[0].combatant if own.slots else None
    return {who: _turn(seen, who, who == following) for who in fight.combatants}


def _turn(seen: MinisFight, who: str, following: bool) -> TurnState:
    if not lookup.in_play(seen, who):
        return "UNABLE"
    # After the outcome of a fight that goes on everybody is named; only one at a time has a place.
    if seen.fight.acting == (who,):
        return "ACTING"
    if following:
        return "NEXT"
    if lookup.mini(seen, who).used.acted:
        return "ACTED"
    return "UNABLE" if ability.bar(seen, who) is not None else "WAITING"
