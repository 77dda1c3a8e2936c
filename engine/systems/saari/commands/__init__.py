"""The orders of Saari, all of them to be imported from here."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.saari.commands import course, fighting, magic, movement, rulings, scenes, tasks, waiting
from engine.systems.saari.commands.course import Concede, Hold
from engine.systems.saari.commands.fighting import Attack, TakeUp
from engine.systems.saari.commands.magic import AttackArea, Cast, Spring
from engine.systems.saari.commands.movement import Disengage, Dismount, HarmAllies, Mount, Move, PlaceAlly, Withdraw
from engine.systems.saari.commands.rulings import MarkRoll
from engine.systems.saari.commands.scenes import (
    AdjustInitiative,
    EndScene,
    GoOn,
    ReachMilestone,
    ReturnToBase,
)
from engine.systems.saari.commands.tasks import FirstAid, GroupAction, OtherAction, ShakeOff
from engine.systems.saari.commands.waiting import Readied, Ready, Trigger

ORDERS: tuple[type[Order], ...] = (
    *fighting.ORDERS,
    *movement.ORDERS,
    *tasks.ORDERS,
    *waiting.ORDERS,
    *course.ORDERS,
    *scenes.ORDERS,
    *magic.ORDERS,
    *rulings.ORDERS,
)
