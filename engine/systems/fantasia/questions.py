"""The questions of La Fantasia Final, and the bodies of their answers that are not orders, from all chapters.

An answer that is an order (a readied shot, a free attack, the next of several attacks) is that order's struct.
"""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.fantasia.rules.attacks.questions import (
    AllyHit,
    FreeAttack,
    Fumbled,
    FumbleEffect,
    NextAttack,
    OwnFumble,
    ReactToHit,
    ReactToMagic,
    ReactToWound,
    UseReaction,
)
from engine.systems.fantasia.rules.basics.questions import CriticalTarget, Picked
from engine.systems.fantasia.rules.course.questions import AllowAction, CheckTerms, Judgement, SetCheck
from engine.systems.fantasia.rules.magic.questions import Consent, Willing
from engine.systems.fantasia.rules.movement.questions import Chosen, JumpAttribute
from engine.systems.fantasia.rules.statuses.questions import (
    CountsAsEffort,
    Dragged,
    Effort,
    Hold,
    OpposeGrapple,
    Opposing,
    Recovery,
    RestShare,
    UseReadied,
    WindDrags,
)
from engine.systems.fantasia.rules.turns.questions import (
    ActNow,
    ByChance,
    ConfusedDeed,
    DeclareAction,
    Declared,
    EndBattle,
    GroupInitiative,
    Now,
    Roll,
    Settling,
    Shared,
    SideTie,
    Verdict,
)

QUESTIONS: tuple[type[Question[Any]], ...] = (
    GroupInitiative,
    SideTie,
    RestShare,
    DeclareAction,
    ActNow,
    UseReadied,
    NextAttack,
    Willing,
    FumbleEffect,
    FreeAttack,
    OpposeGrapple,
    JumpAttribute,
    WindDrags,
    AllyHit,
    CriticalTarget,
    ReactToHit,
    ReactToMagic,
    ReactToWound,
    AllowAction,
    SetCheck,
    CountsAsEffort,
    ConfusedDeed,
    EndBattle,
)

__all__ = [
    "QUESTIONS",
    "ActNow",
    "AllowAction",
    "AllyHit",
    "ByChance",
    "CheckTerms",
    "Chosen",
    "ConfusedDeed",
    "Consent",
    "CountsAsEffort",
    "CriticalTarget",
    "DeclareAction",
    "Declared",
    "Dragged",
    "Effort",
    "EndBattle",
    "FreeAttack",
    "FumbleEffect",
    "Fumbled",
    "GroupInitiative",
    "Hold",
    "Judgement",
    "JumpAttribute",
    "NextAttack",
    "Now",
    "OpposeGrapple",
    "Opposing",
    "OwnFumble",
    "Picked",
    "ReactToHit",
    "ReactToMagic",
    "ReactToWound",
    "Recovery",
    "RestShare",
    "Roll",
    "SetCheck",
    "Settling",
    "Shared",
    "SideTie",
    "UseReaction",
    "UseReadied",
    "Verdict",
    "Willing",
    "WindDrags",
]
