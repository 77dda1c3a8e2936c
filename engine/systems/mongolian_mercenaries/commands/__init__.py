"""The orders of the game, all of them to be imported from here. A module for each chapter."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.mongolian_mercenaries.commands import attack, course, field, gear, gm_orders, magic, recovery
from engine.systems.mongolian_mercenaries.commands.attack import Attack
from engine.systems.mongolian_mercenaries.commands.course import EndTurn, Wait
from engine.systems.mongolian_mercenaries.commands.field import (
    Block,
    ChangeDistance,
    ChangePosition,
    Crouch,
    DisarmTrap,
    Dismount,
    Escape,
    Heading,
    LeanOut,
    Mount,
    Screen,
    SetTrap,
    Surrender,
    UseCover,
)
from engine.systems.mongolian_mercenaries.commands.gear import HandOver, Pray, SearchEquipment, UseItem, UseTalent
from engine.systems.mongolian_mercenaries.commands.gm_orders import CallOff, GoOn
from engine.systems.mongolian_mercenaries.commands.magic import Cast, UseState
from engine.systems.mongolian_mercenaries.commands.recovery import Identify, Recover, Recovery, Repair, TreatWounds

ORDERS: tuple[type[Order], ...] = (
    *attack.ORDERS,
    *field.ORDERS,
    *magic.ORDERS,
    *gear.ORDERS,
    *course.ORDERS,
    *gm_orders.ORDERS,
    *recovery.ORDERS,
)
