"""The rules, a module for each chapter. This one lists every order: one entry each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.kit import Offer, Order, Table
from engine.systems.saari import commands as o
from engine.systems.saari import state
from engine.systems.saari.events import Payment
from engine.systems.saari.rules.actions import first_aid, group_action, movement, other_action, shaking_off, taking_up
from engine.systems.saari.rules.attacks import area_attacks, attacking, disengaging
from engine.systems.saari.rules.basics import holding
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.order_handlers import OrderHandler
from engine.systems.saari.rules.harm import allies, riding
from engine.systems.saari.rules.magic import spells
from engine.systems.saari.rules.roll import marks
from engine.systems.saari.rules.turns import hazards, readying, scenes

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        o.Attack: OrderHandler(
            attacking.check,
            attacking.do,
            attacking.options,
            attacking.cost,
            rule="SA-ACT-01",
            readied=o.Readied.ATTACK,
            opens=True,
        ),
        o.Move: OrderHandler(
            movement.check,
            movement.do,
            movement.moves,
            movement.cost,
            rule="SA-ACT-03",
            readied=o.Readied.MOVE,
            declared=(o.Trigger.MOVES,),
            opens=True,
            swaps=True,
        ),
        o.Withdraw: OrderHandler(
            movement.check,
            movement.do,
            movement.withdrawals,
            movement.cost,
            rule="SA-ACT-04",
            readied=o.Readied.MOVE,
            declared=(o.Trigger.MOVES,),
            opens=True,
            swaps=True,
        ),
        o.Disengage: OrderHandler(
            disengaging.check,
            disengaging.do,
            disengaging.options,
            disengaging.cost,
            rule="SA-ACT-13",
            readied=o.Readied.MOVE,
            swaps=True,
        ),
        o.TakeUp: OrderHandler(
            taking_up.check, taking_up.do, taking_up.options, taking_up.cost, rule="SA-GEAR-09", takes_clumsy=True
        ),
        o.Mount: OrderHandler(
            riding.check_mount,
            riding.mount,
            riding.mounts,
            riding.cost,
            rule="G-63",
            readied=o.Readied.MOVE,
            swaps=True,
        ),
        o.Dismount: OrderHandler(
            riding.check_dismount,
            riding.dismount,
            riding.dismounts,
            riding.cost,
            rule="G-63",
            readied=o.Readied.MOVE,
            swaps=True,
        ),
        o.FirstAid: OrderHandler(
            first_aid.check,
            first_aid.do,
            first_aid.options,
            first_aid.cost,
            rule="SA-AID-01",
            readied=o.Readied.HELP,
            opens=True,
            swaps=True,
        ),
        o.ShakeOff: OrderHandler(
            shaking_off.check,
            shaking_off.do,
            shaking_off.options,
            shaking_off.cost,
            rule="SA-ACT-12",
            readied=o.Readied.HELP,
            swaps=True,
            outside=True,
        ),
        o.GroupAction: OrderHandler(
            group_action.check,
            group_action.do,
            group_action.options,
            group_action.cost,
            rule="SA-GROUP-01",
            swaps=True,
            judged=True,
            outside=True,
        ),
        o.OtherAction: OrderHandler(
            other_action.check,
            other_action.do,
            other_action.options,
            other_action.cost,
            rule="G-63",
            readied=o.Readied.OTHER,
            opens=True,
            swaps=True,
            judged=True,
            outside=True,
        ),
        o.Ready: OrderHandler(
            readying.check,
            readying.do,
            readying.options,
            readying.cost,
            payment=Payment.READY,
            rule="SA-READY-01",
            declared=None,
            swaps=True,
        ),
        o.Hold: OrderHandler(holding.check, holding.do, holding.options, rule="G-04", declared=None),
        o.Cast: OrderHandler(
            spells.check,
            spells.do,
            spells.options,
            spells.cost,
            rule="SA-ACT-10",
            readied=o.Readied.SPELL,
            declared=(o.Trigger.CASTS,),
            opens=True,
        ),
        o.AttackArea: OrderHandler(
            area_attacks.check,
            area_attacks.do,
            area_attacks.options,
            area_attacks.cost,
            rule="SA-ACT-02",
            readied=o.Readied.ATTACK,
            opens=True,
        ),
    }
)

GM_ORDERS: Mapping[type[Order], Callable[[Table[state.SaariState], Any], None]] = MappingProxyType(
    {
        o.PlaceAlly: allies.place,
        o.HarmAllies: allies.set_harm,
        o.AdjustInitiative: scenes.adjust_initiative,
        o.EndScene: scenes.end_scene,
        o.GoOn: scenes.go_on,
        o.ReachMilestone: scenes.reach_milestone,
        o.ReturnToBase: scenes.return_to_base,
        o.Spring: hazards.spring,
        o.MarkRoll: marks.mark,
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
