"""Legal targets of an attack: everybody else, unless a status restricts them.  [FF-ST-06, FF-ST-38, FF-ST-80]"""

from __future__ import annotations

from engine.kit import RuleRefusal, WhyNot
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances


def quarry(state: FantasiaFight, who: str) -> tuple[str, ...]:
    """All legal targets, enemies first: only enemies for the berserk, only allies for the confused.

    The berserk begin with the nearest enemy, zombies with the nearest living target.
    """
    bearer = state.fight.combatants[who]
    if lookup.turned(bearer):
        return lookup.allies(state, who)
    rest = lookup.others(state, who)
    if lookup.raging(bearer):
        return distances.nearest_first(state, who, tuple(c for c in rest if c not in lookup.allies(state, who)))
    if lookup.hungers(bearer):
        return tuple(sorted(distances.nearest_first(state, who, rest), key=lambda c: lookup.undead(state, c)))
    return rest


def require_quarry(state: FantasiaFight, who: str, target: str, *, field: str) -> None:
    """RuleRefusal where a status restricts the attacker to other targets."""
    if target not in quarry(state, who):
        raging = lookup.raging(state.fight.combatants[who])
        reason = "only enemies while berserk" if raging else "only allies while confused"
        rule = raging or "FF-ST-06"
        raise RuleRefusal(f"{field}: {reason}", rule=rule, field=field, why=WhyNot.CONDITION)
