"""The questions of Saari, and the bodies of their answers, all of them to be imported from here."""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.saari.questions import course, effects, field, rolls
from engine.systems.saari.questions.course import (
    AskAmbushStrike,
    AskCancelReady,
    AskCarryOver,
    AskFireReadied,
    AskGroupTask,
    AskJoinGroup,
    AskNpcAmbushStrike,
    AskNpcFireReadied,
    AskTask,
    CancelReady,
    CarryOver,
    GroupTask,
    JoinGroup,
    Pass,
    Task,
)
from engine.systems.saari.questions.effects import AskPush, Push
from engine.systems.saari.questions.field import (
    AllyHarm,
    AllyHelp,
    AskAllyHarm,
    AskAllyHelp,
    AskCrossing,
    AskFreeStrike,
    AskLeaving,
    AskNpcFreeStrike,
    AskNpcHarm,
    Crossing,
    FreeStrike,
    Leaving,
)
from engine.systems.saari.questions.rolls import (
    AskAssist,
    AskAttackExtras,
    AskComplication,
    AskCoverage,
    AskDifficulty,
    AskEarlyMindPoint,
    AskFurtherAssist,
    AskHeldItem,
    AskLateFactor,
    AskMindPoint,
    AskNpcParry,
    AskParry,
    AskParryForComrade,
    AskPartial,
    Assist,
    AttackExtras,
    Complication,
    Coverage,
    Difficulty,
    EarlyMindPoint,
    HeldItem,
    LateFactors,
    MindPoint,
    Parried,
    Partial,
)

QUESTIONS: tuple[type[Question[Any]], ...] = (
    *course.QUESTIONS,
    *field.QUESTIONS,
    *rolls.QUESTIONS,
    *effects.QUESTIONS,
)
