"""Attackers that nobody sees coming: hidden ones, and the first strike of an invisible one.  [SA-PARRY-09, G-52]

Who is hidden stays so, also when it strikes, until the game master shows it.  [G-66]
"""

from __future__ import annotations

from engine.systems.saari.content.kinds import Trait
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight


def strikes_unseen(state: SaariFight, attacker: str, target: str) -> bool:
    """Whether an attack is a surprise: those who play the target do not know of the attacker, or it is invisible and
    strikes for the first time.
    """
    bearer = state.fight.combatants[attacker]
    if not all(state.fight.sees(seat, bearer) for seat in state.fight.holders(target)):
        return True
    fighter = lookup.fighter(state, attacker)
    return fighter.figures is not None and Trait.INVISIBLE in fighter.figures.traits and not fighter.surprise_used
