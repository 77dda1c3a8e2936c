"""What plays each order of an activation, and each condition under which a mini acts by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar

from engine.kit import Order, Table
from engine.systems.minis import state
from engine.systems.minis.rules.basics import ability
from engine.systems.minis.rules.basics.order_handlers import OrderHandler
from engine.systems.minis.rules.combat import attacks, opportunity
from engine.systems.minis.rules.combat.orders import Attack
from engine.systems.minis.rules.magic import bidding, casting, control, effects
from engine.systems.minis.rules.magic.orders import Cast, GiveOrder
from engine.systems.minis.rules.movement import fleeing, movement
from engine.systems.minis.rules.movement.orders import Move, Pivot, Run
from engine.systems.minis.rules.turns import obeying

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        Move: OrderHandler(movement.check_move, movement.do_move, movement.move_options),
        Pivot: OrderHandler(movement.check_pivot, movement.do_pivot, movement.pivot_options),
        Run: OrderHandler(movement.check_run, movement.do_run, movement.run_options),
        Attack: OrderHandler(attacks.check, attacks.do, attacks.options),
        Cast: OrderHandler(casting.check, casting.do, casting.options),
        GiveOrder: OrderHandler(bidding.check, bidding.do, bidding.options),
    }
)

FORCED: Mapping[str, Callable[[Table[state.MinisState], str], None]] = MappingProxyType(
    {ability.FEAR: fleeing.flee, effects.COMMAND: obeying.obey, effects.GOLEM: obeying.obey}
)
"""Conditions under which a mini acts by itself at its place, and what it does."""


class MinisState(state.MinisState, frozen=True, kw_only=True, rename="camel"):
    __doc__ = state.MinisState.__doc__
    stop_finders: ClassVar = (opportunity.stops, control.stops)
