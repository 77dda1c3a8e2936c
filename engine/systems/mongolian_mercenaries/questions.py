"""The questions of the game, from all chapters."""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.mongolian_mercenaries.rules.attack.questions import AskReaction, Reaction
from engine.systems.mongolian_mercenaries.rules.course.questions import (
    AskBreakOff,
    AskPosition,
    AskSurpriseTester,
    BreakOff,
    SurpriseTester,
    TakePosition,
)
from engine.systems.mongolian_mercenaries.rules.gear.questions import (
    AskDrop,
    AskEquipment,
    AskHandOver,
    Drop,
    Equipment,
    HandOverReply,
)
from engine.systems.mongolian_mercenaries.rules.magic.questions import Appear, AskAppear, AskShares, Shares
from engine.systems.mongolian_mercenaries.rules.roll.questions import AskLuckyBreak, LuckyBreak
from engine.systems.mongolian_mercenaries.rules.summary.questions import (
    AskLooting,
    AskRelief,
    AskTaker,
    LootAttempt,
    Relief,
    TakeItem,
)

QUESTIONS: tuple[type[Question[Any]], ...] = (
    AskSurpriseTester,
    AskPosition,
    AskBreakOff,
    AskLooting,
    AskTaker,
    AskLuckyBreak,
    AskReaction,
    AskShares,
    AskAppear,
    AskHandOver,
    AskEquipment,
    AskDrop,
)

__all__ = [
    "QUESTIONS",
    "Appear",
    "AskAppear",
    "AskBreakOff",
    "AskDrop",
    "AskEquipment",
    "AskHandOver",
    "AskLooting",
    "AskLuckyBreak",
    "AskPosition",
    "AskReaction",
    "AskRelief",
    "AskShares",
    "AskSurpriseTester",
    "AskTaker",
    "BreakOff",
    "Drop",
    "Equipment",
    "HandOverReply",
    "LootAttempt",
    "LuckyBreak",
    "Reaction",
    "Relief",
    "Shares",
    "SurpriseTester",
    "TakeItem",
    "TakePosition",
]
