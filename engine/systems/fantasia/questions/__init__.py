"""The questions of La Fantasia Final, and the bodies of their answers that are not orders.

An answer that is an order (a readied shot, a free attack, the next of several attacks) is that order's struct.
"""

from __future__ import annotations

from typing import Any

from engine.kit import Question
from engine.systems.fantasia.questions.attacks import (
    Consent,
    CriticalTarget,
    NextAttack,
    OpposeGrapple,
    Opposing,
    Willing,
)
from engine.systems.fantasia.questions.fumble import AllyHit, FreeAttack, Fumbled, FumbleEffect, OwnFumble
from engine.systems.fantasia.questions.order import (
    ActNow,
    DeclareAction,
    Declared,
    GroupInitiative,
    Now,
    Roll,
    Settling,
    Shared,
    SideTie,
)
from engine.systems.fantasia.questions.reactions import ReactToHit, ReactToMagic, ReactToWound, UseReaction, UseReadied
from engine.systems.fantasia.questions.rulings import (
    AllowAction,
    ByChance,
    CheckTerms,
    ConfusedDeed,
    CountsAsEffort,
    Dragged,
    Effort,
    EndBattle,
    JumpAttribute,
    Recovery,
    RestShare,
    SetCheck,
    Verdict,
    WindDrags,
)
from engine.systems.fantasia.questions.types import Chosen, Hold, Judgement, Picked

QUESTIONS: tuple[type[Question[Any]], ...] = (
    GroupInitiative, SideTie, RestShare, DeclareAction, ActNow,
    UseReadied, NextAttack, Willing, FumbleEffect, FreeAttack, OpposeGrapple,
    JumpAttribute, WindDrags, AllyHit, CriticalTarget,
    ReactToHit, ReactToMagic, ReactToWound, AllowAction, SetCheck, CountsAsEffort, ConfusedDeed, EndBattle,
)  # fmt: skip
