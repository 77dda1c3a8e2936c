"""The questions of Minis, and the bodies of their answers.

Declarations and the options of open combat are sealed until all are in; a fireball is its caster's own until it is
confirmed; all others are open.
"""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.minis.questions.combat import Chosen, FightHow
from engine.systems.minis.questions.declaring import Barred, Declared, DeclareWhom
from engine.systems.minis.questions.deploying import Deployed, DeployNext
from engine.systems.minis.questions.magic import Carried, CarryOut, Confirmed, ConfirmFireball, FirstOrder, Victim
from engine.systems.minis.questions.opportunity import StrikeAtLeaving, StrikeAtShooting, Struck

QUESTIONS: tuple[type[Question[Any]], ...] = (
    DeployNext, DeclareWhom, FightHow, StrikeAtLeaving, StrikeAtShooting, ConfirmFireball, FirstOrder, CarryOut,
)  # fmt: skip

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
