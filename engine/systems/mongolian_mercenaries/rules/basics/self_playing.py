"""Who plays itself: enemies and others without a player, where the table agreed on it.  [MM-GEN-08, MM-ENM-13]"""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight


def plays_itself(state: MercenariesFight, who: str) -> bool:
    """Whether its behaviour decides: no player holds it, and the game master leaves it to the rules."""
    if not state.own.setup.self_playing or lookup.is_pc(state, who):
        return False
    return all(state.fight.is_gm(seat) for seat in state.fight.holders(who))
