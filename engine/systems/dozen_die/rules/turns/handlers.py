"""What plays each order of an activation."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.kit import Order
from engine.systems.dozen_die import commands as o
from engine.systems.dozen_die.rules.actions import charges, moves, shooting, skills
from engine.systems.dozen_die.rules.basics.order_handlers import OrderHandler

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        o.Move: OrderHandler(o.Manner.MOVE, moves.check, moves.do, moves.options),
        o.Charge: OrderHandler(o.Manner.CHARGE, charges.check, charges.do, charges.options),
        o.Act: OrderHandler(o.Manner.ACTION, skills.check, skills.do, skills.options),
        o.Shoot: OrderHandler(o.Manner.ACTION, shooting.check, shooting.do, shooting.options),
        o.Reload: OrderHandler(o.Manner.ACTION, shooting.check_reload, shooting.reload, shooting.reload_options),
    }
)
