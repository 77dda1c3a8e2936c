"""The orders of Dozen Die. The drawn die and the activated figures are part of the fight's state."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.dozen_die.commands.bag import Activate, BringIn, March, Pass, Special
from engine.systems.dozen_die.commands.gm_orders import CallOff, ChangeWeather, Concede, GoOn, Recover, Remark
from engine.systems.dozen_die.commands.orders import Act, Charge, EndActivation, EndOrder, Manner, Move, Reload, Shoot
from engine.systems.dozen_die.commands.paths import Height, Step, StepBy, Way

ORDERS: tuple[type[Order], ...] = (
    Special, March, Activate, BringIn, Pass,
    Move, Charge, Act, Shoot, Reload, EndOrder, EndActivation,
    GoOn, Concede, CallOff, Recover, ChangeWeather,
)  # fmt: skip
