"""The orders of the game, from all chapters."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.mongolian_mercenaries.rules.attack.orders import Attack
from engine.systems.mongolian_mercenaries.rules.basics.orders import Wait
from engine.systems.mongolian_mercenaries.rules.course.orders import CallOff, EndTurn, GoOn
from engine.systems.mongolian_mercenaries.rules.field.orders import (
    Block,
    ChangeDistance,
    ChangePosition,
    Crouch,
    Dismount,
    Escape,
    Heading,
    LeanOut,
    Mount,
    Screen,
    UseCover,
)
from engine.systems.mongolian_mercenaries.rules.gear.orders import HandOver, SearchEquipment
from engine.systems.mongolian_mercenaries.rules.items.orders import (
    DisarmTrap,
    Pray,
    SetTrap,
    UseItem,
    UseState,
    UseTalent,
)
from engine.systems.mongolian_mercenaries.rules.magic.orders import Cast
from engine.systems.mongolian_mercenaries.rules.summary.orders import (
    Identify,
    Recover,
    Recovery,
    Repair,
    Surrender,
    TreatWounds,
)

ORDERS: tuple[type[Order], ...] = (
    Attack,
    ChangeDistance,
    ChangePosition,
    UseCover,
    Screen,
    Block,
    Escape,
    Surrender,
    Mount,
    Dismount,
    Crouch,
    LeanOut,
    DisarmTrap,
    SetTrap,
    Cast,
    UseState,
    SearchEquipment,
    HandOver,
    UseItem,
    UseTalent,
    Pray,
    Wait,
    EndTurn,
    GoOn,
    CallOff,
    Recover,
    TreatWounds,
    Repair,
    Identify,
)

__all__ = [
    "ORDERS",
    "Attack",
    "Block",
    "CallOff",
    "Cast",
    "ChangeDistance",
    "ChangePosition",
    "Crouch",
    "DisarmTrap",
    "Dismount",
    "EndTurn",
    "Escape",
    "GoOn",
    "HandOver",
    "Heading",
    "Identify",
    "LeanOut",
    "Mount",
    "Pray",
    "Recover",
    "Recovery",
    "Repair",
    "Screen",
    "SearchEquipment",
    "SetTrap",
    "Surrender",
    "TreatWounds",
    "UseCover",
    "UseItem",
    "UseState",
    "UseTalent",
    "Wait",
]
