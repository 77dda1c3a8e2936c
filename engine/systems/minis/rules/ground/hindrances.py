"""What keeps a mini from attacking and from casting alike.  [MN-SPL-04, MN-SPL-07, MN-WAT-06]"""

from __future__ import annotations

from collections.abc import Callable

from engine.kit import RuleRefusal
from engine.systems.minis.rules.basics import ability, lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import water

Refused = Callable[[str], RuleRefusal]


def veto(state: MinisFight, who: str, *, running: Refused, left: int, spent: Refused) -> RuleRefusal | None:
    """Why a mini can neither attack nor cast now; None where it can.

    running, spent: the refusals of one that runs, and of one that has nothing left. left: of its attacks or spell
    attacks.
    """
    bearer = state.fight.combatants[who]
    if bearer.has(ability.STATUE):
        return refusals.statue(who)
    if bearer.has(ability.FEAR):
        return refusals.feared(who)
    if lookup.mini(state, who).used.running:
        return running(who)
    return spent(who) if left <= 0 else water.veto(state, who)
