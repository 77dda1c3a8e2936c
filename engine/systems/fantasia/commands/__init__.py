"""The orders of La Fantasia Final. Each names who acts; whose turn it is is part of the fight's state."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.fantasia.commands.abilities import Cast, UseItem, UseTechnique
from engine.systems.fantasia.commands.ambush import Lurk, Skill, Surprise
from engine.systems.fantasia.commands.attacks import Attack, BreakFree, Grapple, LetGo
from engine.systems.fantasia.commands.gear import Draw, PickUp, Reload
from engine.systems.fantasia.commands.gm_orders import (
    CallOff,
    ComeBack,
    GoOn,
    Leave,
    LetFall,
    Rest,
    SpringTrap,
    Surrender,
)
from engine.systems.fantasia.commands.movement import Jump, LieDown, Manner, Move, StandUp
from engine.systems.fantasia.commands.requests import CheckAttribute, OtherAction
from engine.systems.fantasia.commands.turns import Delay, EndTurn, Phase, TakeTurn
from engine.systems.fantasia.commands.types import Pay, Remark, Words
from engine.systems.fantasia.commands.waiting import Defend, Readied, Ready, Trigger

ORDERS: tuple[type[Order], ...] = (
    Attack, Grapple, BreakFree, LetGo, Cast, UseTechnique, UseItem, PickUp, Defend, Ready, Move, Jump, StandUp,
    LieDown, Draw, Reload, CheckAttribute, OtherAction, Lurk, Surprise, TakeTurn, Delay, EndTurn,
    GoOn, LetFall, SpringTrap,
    CallOff, Surrender, Leave, ComeBack, Rest,
)  # fmt: skip
