"""Whom a weapon or a skill reaches.  [DD-GAP-07, DD-GAP-16]"""

from __future__ import annotations

from engine.systems.dozen_die.content.kinds import Reach, Skill
from engine.systems.dozen_die.rules import board, hiding, look
from engine.systems.dozen_die.rules.look import DD


def in_range(state: DD, who: str, target: str, squares: int) -> bool:
    """Whether somebody is in sight, at most so many squares away."""
    apart = board.apart(state, who, target)
    return apart is not None and apart <= squares and board.in_sight(state, who, target)


def shot_at(state: DD, who: str, squares: int) -> tuple[str, ...]:
    """The foreign figures that somebody can shoot at so far, in order of joining."""
    return tuple(
        other
        for other in look.foes(state, who)
        if hiding.noticed(state, who, other) and in_range(state, who, other, squares)
    )


def targets(state: DD, who: str, skill: Skill) -> tuple[str, ...]:
    """The foreign figures that somebody can use a skill on, in order of joining.

    Over so many squares he must see them; of those within his awareness he knows all the same.
    """
    return tuple(
        other
        for other in look.foes(state, who)
        if (skill.only is None or skill.only in look.figure(state, other).tags)
        and hiding.noticed(state, who, other)
        and _within(state, who, other, skill)
    )


def _within(state: DD, who: str, other: str, skill: Skill) -> bool:
    match skill.reach:
        case Reach.SQUARES:
            return in_range(state, who, other, skill.range_squares or 0)
        case Reach.AWARENESS:
            apart = board.apart(state, who, other)
            return apart is not None and apart <= look.figure(state, who).aw
        case Reach.CONTACT:
            return board.touches(state, who, other)
        case Reach.SELF:
            return False
