"""Who may be activated with the die in hand.  [DD-ACT-16, DD-HP-04]"""

from __future__ import annotations

from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.rules import look
from engine.systems.dozen_die.rules.harm import INJURED
from engine.systems.dozen_die.rules.look import DD


def may_activate(state: DD, who: str) -> bool:
    """Whether the die in hand activates him: not an injured one if it is green, nor one too often in a round.

    [DD-HP-04, DD-GAP-01]
    """
    draw = state.own.draw
    if draw is None or not look.standing(state, who):
        return False
    if draw.color is Color.GREEN and state.fight.combatants[who].has(INJURED):
        return False
    most = state.own.adventure.max_activations
    return most is None or look.figure(state, who).activations < most


def candidates(state: DD) -> tuple[str, ...]:
    """Figures of the active side, then neutrals, each in order of joining: the die may be spent on any of them.

    [DD-ACT-16]
    """
    side = look.active_side(state)
    own = look.own_side(state, side) if side is not None else ()
    return tuple(who for who in (*own, *look.own_side(state, look.NEUTRAL)) if may_activate(state, who))


def miniatures(state: DD, who: str) -> tuple[str, ...]:
    """Who is activated with him: himself, and the others of his pack that this die activates.  [DD-GAP-22]"""
    pack, side = look.figure(state, who).pack, state.fight.combatants[who].side
    if pack is None:
        return (who,)
    together = (other for other in look.own_side(state, side) if look.figure(state, other).pack == pack)
    return tuple(other for other in together if may_activate(state, other))
