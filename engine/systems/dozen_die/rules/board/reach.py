"""Targets in reach of a weapon or a skill.  [DD-GAP-07, DD-GAP-16]"""

from __future__ import annotations

from engine.kit import RuleRefusal, WhyNot
from engine.systems.dozen_die.content.kinds import Reach, Skill
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, hiding


def in_range(state: DozenDieFight, who: str, target: str, squares: int) -> bool:
    """Whether a figure is in sight, at most so many squares away."""
    apart = board.apart(state, who, target)
    return apart is not None and apart <= squares and board.in_sight(state, who, target)


def shot_at(state: DozenDieFight, who: str, squares: int) -> tuple[str, ...]:
    """The foreign figures that a figure can shoot at that range, in order of joining."""
    return tuple(
        other
        for other in lookup.foes(state, who)
        if hiding.noticed(state, who, other) and in_range(state, who, other, squares)
    )


def targets(state: DozenDieFight, who: str, skill: Skill) -> tuple[str, ...]:
    """The foreign figures that a figure can use a skill on, in order of joining.

    A range in squares needs sight; figures within its awareness are noticed without it.
    """
    return tuple(
        other
        for other in lookup.foes(state, who)
        if (skill.only is None or skill.only in lookup.figure(state, other).tags)
        and hiding.noticed(state, who, other)
        and within(state, who, other, skill)
    )


def unreached(
    state: DozenDieFight, who: str, target: str, squares: int | None, *, rule: str, field: str
) -> RuleRefusal:
    """Why a foreign figure is none of those that are reached. squares: as far as it reaches; None: in contact alone."""

    apart, why = board.apart(state, who, target), WhyNot.OUT_OF_REACH
    if target not in lookup.foes(state, who):
        reason = f"{target} is no foreign figure on the board"
        why = WhyNot.NO_TARGET
    elif not hiding.noticed(state, who, target):
        reason = f"{target} is hidden"
        why = WhyNot.NOT_SEEN
    elif squares is None:
        reason = f"{target} is not in contact"
    elif apart is not None and apart <= squares:
        reason = f"{target} is out of sight"
        why = WhyNot.NOT_SEEN
    else:
        reason = f"{target} is {apart} squares away, this reaches {squares}"
    return RuleRefusal(f"{field}: {reason}", rule=rule, field=field, why=why)


def of_skill(state: DozenDieFight, who: str, skill: Skill) -> int | None:
    """As many squares as a skill reaches; None: in contact alone."""
    match skill.reach:
        case Reach.SQUARES:
            return skill.range_squares or 0
        case Reach.AWARENESS:
            return lookup.figure(state, who).aw
        case _:
            return None


def within(state: DozenDieFight, who: str, other: str, skill: Skill) -> bool:
    """Whether a figure is within reach of a skill."""
    match skill.reach:
        case Reach.SQUARES:
            return in_range(state, who, other, skill.range_squares or 0)
        case Reach.AWARENESS:
            apart = board.apart(state, who, other)
            return apart is not None and apart <= lookup.figure(state, who).aw
        case Reach.CONTACT:
            return board.touches(state, who, other)
        case Reach.SELF:
            return False
