"""The orders of Dozen Die. Whose die was drawn, and who is activated, stands in the fight's state."""

from __future__ import annotations

from engine.kernel.messages import Order
from engine.systems.dozen_die.commands.bag import Activate, BringIn, March, Pass, Special
from engine.systems.dozen_die.commands.orders import Act, Charge, EndActivation, EndOrder, Manner, Move, Reload, Shoot
from engine.systems.dozen_die.commands.paths import Height, Step, Way
from engine.systems.dozen_die.commands.word import CallOff, ChangeWeather, Concede, GoOn, Recover, Remark

ORDERS: tuple[type[Order], ...] = (
    Special, March, Activate, BringIn, Pass,
    Move, Charge, Act, Shoot, Reload, EndOrder, EndActivation,
    GoOn, Concede, CallOff, Recover, ChangeWeather,
)  # fmt: skip
