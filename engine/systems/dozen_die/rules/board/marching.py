"""Figures that may march: the active side's own, far from every foreign figure.  [DD-MARCH-01, DD-MARCH-02]"""

from __future__ import annotations

from engine.kit import RuleRefusal
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.house_rules import NEAR
from engine.systems.dozen_die.rules.basics import loads, lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board

MARCHERS = (Kind.ADVENTURER, Kind.VASSAL)


def eligible(state: DozenDieFight, side: str) -> tuple[str, ...]:
    """Figures of a side that may march with a die drawn now, in order of joining, whoever is activated with it then.

    Neither injury matters nor how near a march would lead.  [DD-ACT-04, DD-MARCH-04, DD-MARCH-10, DD-MARCH-11]
    """
    return tuple(who for who in lookup.own_side(state, side) if hindrance(state, who) is None)


def hindrance(state: DozenDieFight, who: str) -> RuleRefusal | None:
    """Why a figure does not march with a die drawn now; None where it does."""
    if lookup.figure(state, who).kind not in MARCHERS:
        return _refusal(f"{who} is neither adventurer nor vassal", "DD-MARCH-01")
    if loads.overloaded(state, who):
        return _refusal(f"{who} carries too much", "DD-MARCH-05")
    if loads.carrying_jointly(state, who):
        return _refusal(f"{who} carries something with another", "DD-MARCH-06")
    near = NEAR.of(state.fight)
    for foe in lookup.foes(state, who):
        squares = board.apart(state, who, foe)
        if squares is not None and squares <= near:
            return _refusal(f"{who} is no more than {near} squares from {foe}", "DD-MARCH-02")
    return None


def _refusal(reason: str, rule: str) -> RuleRefusal:
    return RuleRefusal(f"combatant: {reason}", rule=rule, field="combatant")


def left(state: DozenDieFight) -> tuple[str, ...]:
    """Figures that may still march with the die in hand, once each; none after a special action.

    A march takes nothing from an activation with the same die.  [DD-MARCH-03, DD-MARCH-09, DD-ACT-17]
    """
    draw = state.own.draw
    if draw is None or draw.special is not None:
        return ()
    return tuple(who for who in draw.eligible if who not in draw.marched and lookup.standing(state, who))


def require(state: DozenDieFight, who: str) -> None:
    """RuleRefusal unless the figure may march with the die in hand."""
    if who in left(state):
        return
    draw = state.own.draw
    if draw is not None and draw.special is not None:
        raise _refusal("nobody marches after a special action", "DD-ACT-17")
    if draw is not None and who in draw.marched:
        raise _refusal(f"{who} has marched", "DD-MARCH-03")
    raise hindrance(state, who) or _refusal(f"{who} could not march when the die was drawn", "DD-MARCH-11")
