"""The questions of Minis, and the bodies of their answers, from all chapters.

Declarations and the options of open combat are sealed until all are in; a fireball is its caster's own until it is
confirmed; all others are open.
"""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.minis.rules.combat.questions import Chosen, FightHow, StrikeAtLeaving, StrikeAtShooting, Struck
from engine.systems.minis.rules.ground.questions import Deployed, DeployNext
from engine.systems.minis.rules.magic.questions import Confirmed, ConfirmFireball, FirstOrder, Victim
from engine.systems.minis.rules.turns.questions import Barred, Carried, CarryOut, Declared, DeclareWhom

QUESTIONS: tuple[type[Question[Any]], ...] = (
    DeployNext,
    DeclareWhom,
    FightHow,
    StrikeAtLeaving,
    StrikeAtShooting,
    ConfirmFireball,
    FirstOrder,
    CarryOut,
)

__all__ = [
    "QUESTIONS",
    "Barred",
    "Carried",
    "CarryOut",
    "Chosen",
    "ConfirmFireball",
    "Confirmed",
    "DeclareWhom",
    "Declared",
    "DeployNext",
    "Deployed",
    "FightHow",
    "FirstOrder",
    "StrikeAtLeaving",
    "StrikeAtShooting",
    "Struck",
    "Victim",
]
