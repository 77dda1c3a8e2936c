"""Whom somebody may attack: anybody else, unless a status says otherwise.  [FF-ST-06, FF-ST-38, FF-ST-80]"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.systems.fantasia.rules import look, space
from engine.systems.fantasia.rules.look import FF


def quarry(state: FF, who: str) -> tuple[str, ...]:
    """Everybody he may attack, enemies first: only enemies for the berserk, only allies for the confused.

    The berserk begin with the nearest enemy, zombies with the nearest who lives.
    """
    bearer = state.fight.combatants[who]
    if look.turned(bearer):
        return look.allies(state, who)
    rest = look.others(state, who)
    if look.raging(bearer):
        return space.nearest_first(state, who, tuple(c for c in rest if c not in look.allies(state, who)))
    if look.hungers(bearer):
        return tuple(sorted(space.nearest_first(state, who, rest), key=lambda c: look.undead(state, c)))
    return rest


def require_quarry(state: FF, who: str, target: str, *, field: str) -> None:
    """RuleRefusal where a status turns him on others."""
    if target not in quarry(state, who):
        raging = look.raging(state.fight.combatants[who])
        reason = "only enemies while berserk" if raging else "only allies while confused"
        raise RuleRefusal(f"{field}: {reason}", rule=raging or "FF-ST-06", field=field)
