"""Whether a combatant may enter a fight as it stands: its side and its position.  [MM-POS-01, MM-POS-02, MM-POS-03]"""

from __future__ import annotations

from engine.kit import RuleRefusal
from engine.kit.ground import refuse
from engine.systems.mongolian_mercenaries.rules.basics import weighing
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY, SIDES


def admit(state: MercenariesFight, who: str) -> None:
    """RuleRefusal where it cannot be, or not with the cards of the others. Its sheet is judged before (`rules.sheets`).

    [MM-POS-02, MM-POS-03, RUL-89]
    """
    require_side(state, who)
    refuse(list(weighing.faults(state, who)))
    require_position(state, who)


def require_side(state: MercenariesFight, who: str) -> None:
    """RuleRefusal for a third side, and for a kind on the wrong one.  [MM-POS-01]"""
    side, kind = state.fight.combatants[who].side, state.own.fighters[who].kind
    if side not in SIDES:
        raise RuleRefusal(f"side: {PARTY} or {ENEMIES}", rule="MM-POS-01", field="side")
    if (kind is Kind.PC and side == ENEMIES) or (kind is Kind.ENEMY and side == PARTY):
        raise RuleRefusal("side: characters are of the party, and enemies of the other", rule="MM-POS-01", field="side")


def require_position(state: MercenariesFight, who: str) -> None:
    """RuleRefusal for a position that is taken, or of the other side.  [MM-POS-02, MM-POS-03]"""
    bearer = state.fight.combatants[who]
    place = bearer.place
    if place is None:
        return
    if place.side not in (None, bearer.side):
        raise RuleRefusal("place: a position of the other side", rule="MM-POS-03", field="place")
    for other, combatant in state.fight.combatants.items():
        there = combatant.place
        if other != who and combatant.side == bearer.side and there is not None and there.rank == place.rank:
            raise RuleRefusal("place: somebody stands there", rule="MM-POS-02", field="place")
