"""The rules, one module per chapter. This one maps every order that is an action to its chapter."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from engine.kit import Order
from engine.systems.fantasia import commands as o
from engine.systems.fantasia import state
from engine.systems.fantasia.content.statuses import Deed
from engine.systems.fantasia.rules.attacks import attack
from engine.systems.fantasia.rules.equipment import equipment, items
from engine.systems.fantasia.rules.magic import magic, readied, spells, technique
from engine.systems.fantasia.rules.movement import jump, movement
from engine.systems.fantasia.rules.statuses import grapple, posture
from engine.systems.fantasia.rules.statuses.order_handlers import OrderHandler
from engine.systems.fantasia.rules.turns import requests

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        o.Attack: OrderHandler(
            attack.check,
            attack.do,
            attack.options,
            o.Trigger.ATTACKS,
            readied=o.Readied.ATTACK,
            single=attack.single,
            deed=Deed.ATTACK,
        ),
        o.Grapple: OrderHandler(
            grapple.check, grapple.do, grapple.options, o.Trigger.ATTACKS, readied=o.Readied.ATTACK, deed=Deed.GRAPPLE
        ),
        o.BreakFree: OrderHandler(grapple.check_free, grapple.break_free, grapple.free_options, deed=Deed.BREAK_FREE),
        o.LetGo: OrderHandler(grapple.check_let_go, grapple.let_go, grapple.let_go_options, deed=Deed.LET_GO),
        o.Cast: OrderHandler(
            spells.check,
            magic.do,
            spells.options,
            o.Trigger.CASTS,
            ability=lambda order: (order.spell, order.targets),
            readied=o.Readied.CAST,
            deed=Deed.CAST,
            peril=spells.peril,
        ),
        o.UseTechnique: OrderHandler(
            technique.check,
            technique.do,
            technique.options,
            o.Trigger.USES_TECHNIQUE,
            ability=lambda order: (order.technique, order.targets),
            readied=o.Readied.TECHNIQUE,
            deed=Deed.TECHNIQUE,
        ),
        o.UseItem: OrderHandler(
            items.check,
            items.do,
            items.options,
            o.Trigger.USES_ITEM,
            readied=o.Readied.ITEM,
            deed=Deed.ITEM,
            peril=items.peril,
        ),
        o.PickUp: OrderHandler(
            equipment.check_pick_up, equipment.pick_up, equipment.pick_up_options, deed=Deed.PICK_UP
        ),
        o.Defend: OrderHandler(
            posture.check_defend, posture.defend, posture.defend_options, readied=o.Readied.DEFEND, deed=Deed.DEFEND
        ),
        o.Ready: OrderHandler(readied.check, readied.do, readied.options, deed=Deed.READY),
        o.Move: OrderHandler(movement.check, movement.do, movement.options, o.Trigger.MOVES, deed=Deed.MOVE),
        o.Jump: OrderHandler(jump.check, jump.do, jump.options, o.Trigger.MOVES, deed=Deed.MOVE, peril=jump.peril),
        o.StandUp: OrderHandler(posture.check_stand, posture.stand, posture.stand_options, deed=Deed.STAND_UP),
        o.LieDown: OrderHandler(posture.check_lie, posture.lie, posture.lie_options, deed=Deed.LIE_DOWN),
        o.Draw: OrderHandler(equipment.check_draw, equipment.draw, equipment.draw_options, deed=Deed.DRAW),
        o.Reload: OrderHandler(equipment.check_reload, equipment.reload, equipment.reload_options, deed=Deed.RELOAD),
        o.CheckAttribute: OrderHandler(
            requests.check_check, requests.do_check, requests.check_options, deed=Deed.CHECK
        ),
        o.OtherAction: OrderHandler(requests.check_other, requests.do_other, requests.other_options, deed=Deed.OTHER),
    }
)


class FantasiaState(state.FantasiaState, frozen=True, kw_only=True, rename="camel"):
    __doc__ = state.FantasiaState.__doc__
    order_handlers: ClassVar = ORDER_HANDLERS
