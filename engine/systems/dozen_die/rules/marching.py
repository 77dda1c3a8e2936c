"""Who may march: the active side's own, far from every foreign figure.  [DD-MARCH-01, DD-MARCH-02]"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.rules import board, loads, look
from engine.systems.dozen_die.rules.look import DD

NEAR = 6
"""Squares from a foreign figure up to which nobody marches: exactly so many is too near.  [DD-MARCH-02]"""

MARCHERS = (Kind.ADVENTURER, Kind.VASSAL)


def eligible(state: DD, side: str) -> tuple[str, ...]:
    """Who of a side may march with a die that is drawn now, in order of joining, whoever is activated with it then.

    Neither injury matters nor how near a march then leads.  [DD-ACT-04, DD-MARCH-04, DD-MARCH-10, DD-MARCH-11]
    """
    return tuple(who for who in look.own_side(state, side) if hindrance(state, who) is None)


def hindrance(state: DD, who: str) -> RuleRefusal | None:
    """Why somebody does not march with a die that is drawn now; None where he does."""
    if look.figure(state, who).kind not in MARCHERS:
        return _refusal(f"{who} is neither adventurer nor vassal", "DD-MARCH-01")
    if loads.overloaded(state, who):
        return _refusal(f"{who} carries too much", "DD-MARCH-05")
    if loads.carrying_jointly(state, who):
        return _refusal(f"{who} carries something with another", "DD-MARCH-06")
    for foe in look.foes(state, who):
        squares = board.apart(state, who, foe)
        if squares is not None and squares <= NEAR:
            return _refusal(f"{who} is no more than {NEAR} squares from {foe}", "DD-MARCH-02")
    return None


def _refusal(reason: str, rule: str) -> RuleRefusal:
    return RuleRefusal(f"figure: {reason}", rule=rule, field="figure")


def left(state: DD) -> tuple[str, ...]:
    """Who may still march with the die in hand, each once; nobody after a special action.

    It costs nothing of an activation with the same die.  [DD-MARCH-03, DD-MARCH-09, DD-ACT-17]
    """
    draw = state.own.draw
    if draw is None or draw.special is not None:
        return ()
    return tuple(who for who in draw.eligible if who not in draw.marched and look.standing(state, who))


def require(state: DD, who: str) -> None:
    """RuleRefusal unless he may march with the die in hand."""
    if who in left(state):
        return
    draw = state.own.draw
    if draw is not None and draw.special is not None:
        raise _refusal("nobody marches after a special action", "DD-ACT-17")
    if draw is not None and who in draw.marched:
        raise _refusal(f"{who} has marched", "DD-MARCH-03")
    raise hindrance(state, who) or _refusal(f"{who} could not march when the die was drawn", "DD-MARCH-11")
