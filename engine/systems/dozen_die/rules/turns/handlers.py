"""What plays each order of an activation."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.kit import Order
from engine.systems.dozen_die.rules.actions import charges, moves, shooting, skills
from engine.systems.dozen_die.rules.actions.orders import Act, Charge, Move, Reload, Shoot
from engine.systems.dozen_die.rules.basics.order_handlers import OrderHandler
from engine.systems.dozen_die.types import Manner

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        Move: OrderHandler(Manner.MOVE, moves.check, moves.do, moves.options),
        Charge: OrderHandler(Manner.CHARGE, charges.check, charges.do, charges.options),
        Act: OrderHandler(Manner.ACTION, skills.check, skills.do, skills.options),
        Shoot: OrderHandler(Manner.ACTION, shooting.check, shooting.do, shooting.options),
        Reload: OrderHandler(Manner.ACTION, shooting.check_reload, shooting.reload, shooting.reload_options),
    }
)
