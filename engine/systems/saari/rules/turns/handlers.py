"""What plays each order, and what the game master is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.kit import Offer, Order, Table
from engine.systems.saari import state
from engine.systems.saari.rules.actions import (
    first_aid,
    group_action,
    holding,
    movement,
    other_action,
    shaking_off,
    taking_up,
)
from engine.systems.saari.rules.actions.orders import (
    FirstAid,
    GroupAction,
    Hold,
    Move,
    OtherAction,
    ShakeOff,
    TakeUp,
    Withdraw,
)
from engine.systems.saari.rules.attacks import area_attacks, attacking, disengaging
from engine.systems.saari.rules.attacks.orders import Attack, AttackArea, Disengage
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.order_handlers import OrderHandler
from engine.systems.saari.rules.harm import allies, riding
from engine.systems.saari.rules.harm.orders import Dismount, HarmAllies, Mount, PlaceAlly
from engine.systems.saari.rules.magic import spells
from engine.systems.saari.rules.magic.orders import Cast
from engine.systems.saari.rules.roll import marks
from engine.systems.saari.rules.roll.orders import MarkRoll
from engine.systems.saari.rules.turns import hazards, readying, scenes
from engine.systems.saari.rules.turns.orders import (
    AdjustInitiative,
    EndScene,
    GoOn,
    ReachMilestone,
    Ready,
    ReturnToBase,
    Spring,
)
from engine.systems.saari.types import Readied, Trigger

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        Attack: OrderHandler(
            attacking.check,
            attacking.do,
            attacking.options,
            attacking.cost,
            rule="SA-ACT-01",
            readied=Readied.ATTACK,
            opens=True,
        ),
        Move: OrderHandler(
            movement.check,
            movement.do,
            movement.moves,
            movement.cost,
            rule="SA-ACT-03",
            readied=Readied.MOVE,
            declared=(Trigger.MOVES,),
            opens=True,
            swaps=True,
        ),
        Withdraw: OrderHandler(
            movement.check,
            movement.do,
            movement.withdrawals,
            movement.cost,
            rule="SA-ACT-04",
            readied=Readied.MOVE,
            declared=(Trigger.MOVES,),
            opens=True,
            swaps=True,
        ),
        Disengage: OrderHandler(
            disengaging.check,
            disengaging.do,
            disengaging.options,
            disengaging.cost,
            rule="SA-ACT-13",
            readied=Readied.MOVE,
            swaps=True,
        ),
        TakeUp: OrderHandler(
            taking_up.check, taking_up.do, taking_up.options, taking_up.cost, rule="SA-GEAR-09", takes_clumsy=True
        ),
        Mount: OrderHandler(
            riding.check_mount,
            riding.mount,
            riding.mounts,
            riding.cost,
            rule="G-63",
            readied=Readied.MOVE,
            swaps=True,
        ),
        Dismount: OrderHandler(
            riding.check_dismount,
            riding.dismount,
            riding.dismounts,
            riding.cost,
            rule="G-63",
            readied=Readied.MOVE,
            swaps=True,
        ),
        FirstAid: OrderHandler(
            first_aid.check,
            first_aid.do,
            first_aid.options,
            first_aid.cost,
            rule="SA-AID-01",
            readied=Readied.HELP,
            opens=True,
            swaps=True,
        ),
        ShakeOff: OrderHandler(
            shaking_off.check,
            shaking_off.do,
            shaking_off.options,
            shaking_off.cost,
            rule="SA-ACT-12",
            readied=Readied.HELP,
            swaps=True,
            outside=True,
        ),
        GroupAction: OrderHandler(
            group_action.check,
            group_action.do,
            group_action.options,
            group_action.cost,
            rule="SA-GROUP-01",
            swaps=True,
            judged=True,
            outside=True,
        ),
        OtherAction: OrderHandler(
            other_action.check,
            other_action.do,
            other_action.options,
            other_action.cost,
            rule="G-63",
            readied=Readied.OTHER,
            opens=True,
            swaps=True,
            judged=True,
            outside=True,
        ),
        Ready: OrderHandler(
            readying.check,
            readying.do,
            readying.options,
            readying.cost,
            payment=Payment.READY,
            rule="SA-READY-01",
            declared=None,
            swaps=True,
        ),
        Hold: OrderHandler(holding.check, holding.do, holding.options, rule="G-04", declared=None),
        Cast: OrderHandler(
            spells.check,
            spells.do,
            spells.options,
            spells.cost,
            rule="SA-ACT-10",
            readied=Readied.SPELL,
            declared=(Trigger.CASTS,),
            opens=True,
        ),
        AttackArea: OrderHandler(
            area_attacks.check,
            area_attacks.do,
            area_attacks.options,
            area_attacks.cost,
            rule="SA-ACT-02",
            readied=Readied.ATTACK,
            opens=True,
        ),
    }
)

GM_ORDERS: Mapping[type[Order], Callable[[Table[state.SaariState], Any], None]] = MappingProxyType(
    {
        PlaceAlly: allies.place,
        HarmAllies: allies.set_harm,
        AdjustInitiative: scenes.adjust_initiative,
        EndScene: scenes.end_scene,
        GoOn: scenes.go_on,
        ReachMilestone: scenes.reach_milestone,
        ReturnToBase: scenes.return_to_base,
        Spring: hazards.spring,
        MarkRoll: marks.mark,
    }
)
"""Orders of the game master, which nobody's count is needed for."""

GM_OFFERS: tuple[Callable[[SaariFight], Iterator[Offer[Order]]], ...] = (
    allies.gm_offers,
    scenes.offers,
    hazards.gm_offers,
    marks.offers,
)
"""What the game master is offered."""


class SaariState(state.SaariState, frozen=True, kw_only=True, rename="camel"):
    __doc__ = state.SaariState.__doc__
    order_handlers: ClassVar = ORDER_HANDLERS
    gm_orders: ClassVar = GM_ORDERS
