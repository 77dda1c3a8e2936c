"""Figures that may be activated with the die in hand.  [DD-ACT-16, DD-HP-04]"""

from __future__ import annotations

from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict.damage import INJURED


def may_activate(state: DozenDieFight, who: str) -> bool:
    """Whether the die in hand activates a figure: a green one not the injured, and none too often in a round.

    [DD-HP-04, DD-GAP-01]
    """
    draw = state.own.draw
    if draw is None or not lookup.standing(state, who):
        return False
    if draw.color is Color.GREEN and state.fight.combatants[who].has(INJURED):
        return False
    most = state.own.adventure.max_activations
    return most is None or lookup.figure(state, who).activations < most


def candidates(state: DozenDieFight) -> tuple[str, ...]:
    """Figures of the active side, then neutrals, each in order of joining: the die may be spent on any of them.

    [DD-ACT-16]
    """
    draw = state.own.draw
    if draw is None:
        return ()
    both = (*lookup.own_side(state, draw.side), *lookup.own_side(state, lookup.NEUTRAL))
    most, figures = state.own.adventure.max_activations, state.own.figures
    if most is not None:
        both = tuple([who for who in both if figures[who].activations < most])
    if draw.color is Color.GREEN:
        people = state.fight.combatants
        both = tuple([who for who in both if not people[who].has(INJURED)])
    return both


def miniatures(state: DozenDieFight, who: str) -> tuple[str, ...]:
    """Who is activated with a figure: itself, and the others of its pack that this die activates.  [DD-GAP-22]"""
    pack, side = lookup.figure(state, who).pack, state.fight.combatants[who].side
    if pack is None:
        return (who,)
    together = (other for other in lookup.own_side(state, side) if lookup.figure(state, other).pack == pack)
    return tuple(other for other in together if may_activate(state, other))
