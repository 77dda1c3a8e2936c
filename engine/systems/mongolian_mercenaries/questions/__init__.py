"""The questions of the game, and the bodies of their answers, all to be imported from here. A module per chapter."""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.mongolian_mercenaries.questions import attack, course, field, gear, magic, rolls
from engine.systems.mongolian_mercenaries.questions.attack import AskReaction, Reaction
from engine.systems.mongolian_mercenaries.questions.course import (
    AskBreakOff,
    AskLooting,
    AskPosition,
    AskSurpriseTester,
    AskTaker,
    BreakOff,
    LootAttempt,
    SurpriseTester,
    TakeItem,
    TakePosition,
)
from engine.systems.mongolian_mercenaries.questions.gear import (
    AskDrop,
    AskEquipment,
    AskHandOver,
    Drop,
    Equipment,
    HandOverReply,
)
from engine.systems.mongolian_mercenaries.questions.magic import Appear, AskAppear, AskShares, Shares
from engine.systems.mongolian_mercenaries.questions.rolls import AskLuckyBreak, LuckyBreak

QUESTIONS: tuple[type[Question[Any]], ...] = (
    *course.QUESTIONS,
    *rolls.QUESTIONS,
    *attack.QUESTIONS,
    *field.QUESTIONS,
    *magic.QUESTIONS,
    *gear.QUESTIONS,
)
