"""The orders of Dozen Die, from all chapters. The drawn die and the activated figures are part of the fight's state."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.dozen_die.rules.actions.orders import Act, Charge, March, Move, Reload, Shoot
from engine.systems.dozen_die.rules.board.orders import Height, Special, Step, StepBy, Way
from engine.systems.dozen_die.rules.turns.orders import (
    Activate,
    BringIn,
    CallOff,
    ChangeWeather,
    Concede,
    EndActivation,
    EndOrder,
    GoOn,
    Pass,
    Recover,
    Remark,
)
from engine.systems.dozen_die.types import Manner

ORDERS: tuple[type[Order], ...] = (
    Special,
    March,
    Activate,
    BringIn,
    Pass,
    Move,
    Charge,
    Act,
    Shoot,
    Reload,
    EndOrder,
    EndActivation,
    GoOn,
    Concede,
    CallOff,
    Recover,
    ChangeWeather,
)

__all__ = [
    "ORDERS",
    "Act",
    "Activate",
    "BringIn",
    "CallOff",
    "ChangeWeather",
    "Charge",
    "Concede",
    "EndActivation",
    "EndOrder",
    "GoOn",
    "Height",
    "Manner",
    "March",
    "Move",
    "Pass",
    "Recover",
    "Reload",
    "Remark",
    "Shoot",
    "Special",
    "Step",
    "StepBy",
    "Way",
]
