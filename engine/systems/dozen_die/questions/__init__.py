"""The questions of Dozen Die, and the bodies of their answers. All are open: the game has no secrets."""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.dozen_die.questions.conflicts import Affected, AffectWhom, Graded, HowHard, ResistHow, Resisting
from engine.systems.dozen_die.questions.contact import (
    FightWhom,
    Leaving,
    Paired,
    PushWhere,
    RetreatWhere,
    SeparateNext,
    WhichFights,
)
from engine.systems.dozen_die.questions.moves import GoOnHow, Keep, LandWhere, Stop, Turn
from engine.systems.dozen_die.questions.reactions import (
    Hold,
    LetPass,
    React,
    ReactToAction,
    ReactToCharge,
    ReactToMove,
)
from engine.systems.dozen_die.questions.types import Going, Picked

QUESTIONS: tuple[type[Question[Any]], ...] = (
    GoOnHow, LandWhere,
    FightWhom, WhichFights, PushWhere, RetreatWhere, SeparateNext,
    ResistHow, AffectWhom, HowHard,
    ReactToMove, ReactToCharge, ReactToAction,
)  # fmt: skip
