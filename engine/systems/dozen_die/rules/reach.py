"""Targets in reach of a weapon or a skill.  [DD-GAP-07, DD-GAP-16]"""

from __future__ import annotations

from engine.systems.dozen_die.content.kinds import Reach, Skill
from engine.systems.dozen_die.rules import board, hiding, lookup
from engine.systems.dozen_die.rules.lookup import DD


def in_range(state: DD, who: str, target: str, squares: int) -> bool:
    """Whether a figure is in sight, at most so many squares away."""
    apart = board.apart(state, who, target)
    return apart is not None and apart <= squares and board.in_sight(state, who, target)


def shot_at(state: DD, who: str, squares: int) -> tuple[str, ...]:
    """The foreign figures that a figure can shoot at that range, in order of joining."""
    return tuple(
        other
        for other in lookup.foes(state, who)
        if hiding.noticed(state, who, other) and in_range(state, who, other, squares)
    )


def targets(state: DD, who: str, skill: Skill) -> tuple[str, ...]:
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


def within(state: DD, who: str, other: str, skill: Skill) -> bool:
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
