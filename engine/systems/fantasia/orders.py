"""The orders of La Fantasia Final, from all chapters.

Each names who acts; whose turn it is is part of the fight's state.
"""

from __future__ import annotations

from engine.kit import Order
from engine.systems.fantasia.rules.attacks.orders import UseTechnique, Words
from engine.systems.fantasia.rules.board.orders import Attack, Manner
from engine.systems.fantasia.rules.course.orders import CallOff, ComeBack, GoOn, Leave, OtherAction, Surrender
from engine.systems.fantasia.rules.equipment.orders import Draw, PickUp, Reload, UseItem
from engine.systems.fantasia.rules.magic.orders import Cast, Ready, Remark
from engine.systems.fantasia.rules.movement.orders import Defend, EndTurn, Jump, LieDown, Move, StandUp
from engine.systems.fantasia.rules.statuses.orders import BreakFree, Grapple, LetFall, LetGo, Rest, SpringTrap
from engine.systems.fantasia.rules.turns.orders import CheckAttribute, Delay, Lurk, Surprise, TakeTurn
from engine.systems.fantasia.types import Pay, Phase, Readied, Skill, Trigger

ORDERS: tuple[type[Order], ...] = (
    Attack,
    Grapple,
    BreakFree,
    LetGo,
    Cast,
    UseTechnique,
    UseItem,
    PickUp,
    Defend,
    Ready,
    Move,
    Jump,
    StandUp,
    LieDown,
    Draw,
    Reload,
    CheckAttribute,
    OtherAction,
    Lurk,
    Surprise,
    TakeTurn,
    Delay,
    EndTurn,
    GoOn,
    LetFall,
    SpringTrap,
    CallOff,
    Surrender,
    Leave,
    ComeBack,
    Rest,
)

__all__ = [
    "ORDERS",
    "Attack",
    "BreakFree",
    "CallOff",
    "Cast",
    "CheckAttribute",
    "ComeBack",
    "Defend",
    "Delay",
    "Draw",
    "EndTurn",
    "GoOn",
    "Grapple",
    "Jump",
    "Leave",
    "LetFall",
    "LetGo",
    "LieDown",
    "Lurk",
    "Manner",
    "Move",
    "OtherAction",
    "Pay",
    "Phase",
    "PickUp",
    "Readied",
    "Ready",
    "Reload",
    "Remark",
    "Rest",
    "Skill",
    "SpringTrap",
    "StandUp",
    "Surprise",
    "Surrender",
    "TakeTurn",
    "Trigger",
    "UseItem",
    "UseTechnique",
    "Words",
]
