"""The questions of Dozen Die, and the bodies of their answers, from all chapters.

All are open: the game has no secrets.
"""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.dozen_die.rules.actions.questions import FightWhom, Paired, Picked, WhichFights
from engine.systems.dozen_die.rules.board.questions import GoOnHow, Keep, Stop, Turn
from engine.systems.dozen_die.rules.conflict.questions import (
    Affected,
    AffectWhom,
    Going,
    Graded,
    Hold,
    HowHard,
    LandWhere,
    Leaving,
    LetPass,
    PushWhere,
    React,
    ReactToAction,
    ReactToCharge,
    ReactToMove,
    ResistHow,
    Resisting,
    RetreatWhere,
    SeparateNext,
)

QUESTIONS: tuple[type[Question[Any]], ...] = (
    GoOnHow,
    LandWhere,
    FightWhom,
    WhichFights,
    PushWhere,
    RetreatWhere,
    SeparateNext,
    ResistHow,
    AffectWhom,
    HowHard,
    ReactToMove,
    ReactToCharge,
    ReactToAction,
)

__all__ = [
    "QUESTIONS",
    "AffectWhom",
    "Affected",
    "FightWhom",
    "GoOnHow",
    "Going",
    "Graded",
    "Hold",
    "HowHard",
    "Keep",
    "LandWhere",
    "Leaving",
    "LetPass",
    "Paired",
    "Picked",
    "PushWhere",
    "React",
    "ReactToAction",
    "ReactToCharge",
    "ReactToMove",
    "ResistHow",
    "Resisting",
    "RetreatWhere",
    "SeparateNext",
    "Stop",
    "Turn",
    "WhichFights",
]
